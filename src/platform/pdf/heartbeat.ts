const INTERVAL_MS = 2_000;
/** A single late answer may come from a busy machine. */
const MAX_MISSED = 2;

/** Checks a process while work waits for it, so that a hang is detected long before the deadline. */
export class Heartbeat {
  private lost = new AbortController();
  private waiting = 0;
  /** Replaced when the first work starts, so that earlier misses do not count. */
  private count = { missed: 0 };
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param isAlive never throws
   * @param onDead runs before the waiting work is aborted
   */
  constructor(
    private readonly isAlive: () => Promise<boolean>,
    private readonly onDead: () => void = () => undefined,
  ) {}

  /** Runs work with a signal that aborts when the process is dead. */
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
    if (count !== this.count) return; // the work of this check has ended
    count.missed = alive ? 0 : count.missed + 1;
    if (count.missed < MAX_MISSED) return;
    count.missed = 0;
    this.onDead();
    this.lost.abort();
    this.lost = new AbortController();
  }
}
