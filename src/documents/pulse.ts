const BEAT_MS = 2_000;
/** One answer that is late may be a machine that is busy. */
const MISSED = 2;

/** Asks a process whether it lives for as long as somebody waits for it: one that hangs is left long before a deadline. */
export class Pulse {
  private lost = new AbortController();
  private waiting = 0;
  private missed = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param lives never throws
   * @param died is told before those who wait are
   */
  constructor(
    private readonly lives: () => Promise<boolean>,
    private readonly died: () => void = () => undefined,
  ) {}

  /** Does work that heeds a signal, which is aborted when the process is dead. */
  async during<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    if (this.waiting++ === 0) this.timer = setInterval(() => void this.beat(), BEAT_MS);
    try {
      return await work(this.lost.signal);
    } finally {
      if (--this.waiting === 0) clearInterval(this.timer);
    }
  }

  private async beat(): Promise<void> {
    this.missed = (await this.lives()) ? 0 : this.missed + 1;
    if (this.missed < MISSED) return;
    this.missed = 0;
    this.died();
    this.lost.abort();
    this.lost = new AbortController();
  }
}
