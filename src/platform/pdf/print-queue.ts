/** Concurrent pages. One is always left for another owner. */
export const MAX_CONCURRENT_PAGES = 3;
const MAX_PAGES_PER_OWNER = 2;
/** Half-life of the usage of an owner. */
const HALF_LIFE_MS = 5_000;
/** Owners below this usage are ignored. */
const NEGLIGIBLE_BYTES = 1_000;

/** Decayed bytes at a time. Bytes are fairer than print time, which depends on other owners. */
interface OwnerUsage {
  bytes: number;
  at: number;
}

/** Round robin of owners at the browser. An owner of large documents gets one page while other owners print. */
export class PrintQueue {
  /** Keys are in round-robin order. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly busy = new Map<string, number>();
  private readonly used = new Map<string, OwnerUsage>();
  private running = 0;

  /** Resolves with a function that ends the turn and gets the printed bytes. @throws the reason of the signal */
  async acquire(owner: string, signal: AbortSignal): Promise<(bytes: number) => void> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      this.removeWaiter(owner, turn.resolve);
      turn.reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.waiting.set(owner, [...(this.waiting.get(owner) ?? []), turn.resolve]);
    this.dispatch();
    await turn.promise;
    signal.removeEventListener('abort', leave);
    return (bytes) => this.release(owner, bytes);
  }

  private dispatch(): void {
    while (this.running < MAX_CONCURRENT_PAGES) {
      const owner = [...this.waiting.keys()].find((each) => this.countBusy(each) < this.computeLimit(each));
      if (owner === undefined) return;
      const [next, ...others] = this.waiting.get(owner)!;
      this.waiting.delete(owner); // moves the owner to the end
      if (others.length > 0) this.waiting.set(owner, others);
      this.busy.set(owner, this.countBusy(owner) + 1);
      this.running += 1;
      next!();
    }
  }

  private release(owner: string, bytes: number): void {
    this.used.set(owner, { bytes: this.computeUsage(owner) + bytes, at: performance.now() });
    const left = this.countBusy(owner) - 1;
    if (left > 0) this.busy.set(owner, left);
    else this.busy.delete(owner);
    this.running -= 1;
    this.dispatch();
  }

  /** Limits an owner with more than twice the usage of another active owner to one page. */
  private computeLimit(owner: string): number {
    const own = this.computeUsage(owner);
    for (const other of this.used.keys()) {
      const bytes = this.computeUsage(other);
      if (bytes < NEGLIGIBLE_BYTES && this.countBusy(other) === 0) this.used.delete(other);
      else if (other !== owner && own > 2 * bytes) return 1;
    }
    return MAX_PAGES_PER_OWNER;
  }

  private computeUsage(owner: string): number {
    const use = this.used.get(owner);
    return use ? use.bytes * 0.5 ** ((performance.now() - use.at) / HALF_LIFE_MS) : 0;
  }

  private removeWaiter(owner: string, turn: () => void): void {
    const others = (this.waiting.get(owner) ?? []).filter((each) => each !== turn);
    if (others.length > 0) this.waiting.set(owner, others);
    else this.waiting.delete(owner);
  }

  private countBusy(owner: string): number {
    return this.busy.get(owner) ?? 0;
  }
}
