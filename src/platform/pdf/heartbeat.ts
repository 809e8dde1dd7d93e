const INTERVAL_MS = 2_000;
/** One answer that is late may be a machine that is busy. */
const MAX_MISSED = 2;

/** Asks a process whether it lives for as long as somebody waits for it: one that hangs is left long before a deadline. */
export class Heartbeat {
  private lost = new AbortController();
  private waiting = 0;
  /** Begun anew with the first who waits: what was missed before says nothing of now. */
  private count = { missed: 0 };
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param isAlive never throws
   * @param onDead is told before those who wait are
   */
  constructor(
    private readonly isAlive: () => Promise<boolean>,
    private readonly onDead: () => void = () => undefined,
  ) {}

  /** Does work that heeds a signal, which is aborted when the process is dead. */
  async run<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    if (this.waiting++ === 0) this.start();
    try {
      return await work(this.lost.signal);
    } finally {
      if (--this.waiting === 0) clearInterval(this.timer);
    }
  }

  private start(): void {
    const count = (this.count = { missed: 0 });
    this.timer = setInterval(() => void this.beat(count), INTERVAL_MS);
  }

  private async beat(count: { missed: number }): Promise<void> {
    const alive = await this.isAlive();
    if (count !== this.count) return; // asked for those who have left
    count.missed = alive ? 0 : count.missed + 1;
    if (count.missed < MAX_MISSED) return;
    count.missed = 0;
    this.onDead();
    this.lost.abort();
    this.lost = new AbortController();
  }
}
