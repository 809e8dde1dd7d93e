/** Pages that print at once, and how many of them one owner may have: there is always one for somebody else. */
const AT_ONCE = 3;
const OF_ONE_OWNER = 2;

/** Turns at the browser: owners take them one after the other, however many documents each of them wants. */
export class PrintQueue {
  /** Owners in the order in which they are served next. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly busy = new Map<string, number>();
  private running = 0;

  /** Resolves with what ends the turn. @throws the signal's reason: who has left waits for nothing */
  async take(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      this.forget(owner, turn.resolve);
      turn.reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.waiting.set(owner, [...(this.waiting.get(owner) ?? []), turn.resolve]);
    this.serve();
    await turn.promise;
    signal.removeEventListener('abort', leave);
    return () => this.end(owner);
  }

  private serve(): void {
    while (this.running < AT_ONCE) {
      const owner = [...this.waiting.keys()].find((each) => this.busyOf(each) < OF_ONE_OWNER);
      if (owner === undefined) return;
      const [next, ...others] = this.waiting.get(owner)!;
      this.waiting.delete(owner); // set anew: behind all others
      if (others.length > 0) this.waiting.set(owner, others);
      this.busy.set(owner, this.busyOf(owner) + 1);
      this.running += 1;
      next!();
    }
  }

  private end(owner: string): void {
    const left = this.busyOf(owner) - 1;
    if (left > 0) this.busy.set(owner, left);
    else this.busy.delete(owner);
    this.running -= 1;
    this.serve();
  }

  private forget(owner: string, turn: () => void): void {
    const others = (this.waiting.get(owner) ?? []).filter((each) => each !== turn);
    if (others.length > 0) this.waiting.set(owner, others);
    else this.waiting.delete(owner);
  }

  private busyOf(owner: string): number {
    return this.busy.get(owner) ?? 0;
  }
}
