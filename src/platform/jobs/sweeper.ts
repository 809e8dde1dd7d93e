import { setTimeout as sleep } from 'node:timers/promises';
import { JobRecord } from './job-record.js';

/** The longest that a sweeper sleeps: what a lost wake-up costs at most. */
export const LONGEST_SLEEP_MS = 1_000;
const AFTER_FAILURE_MS = 250;

/**
 * Looks for due work again and again: after as many milliseconds as the last round said, or at once when woken.
 * A round that fails, because the database is away say, is tried again.
 */
export class Sweeper {
  private readonly record: JobRecord;
  private running: Promise<void> | undefined;
  private stopping = false;
  private woken = false;
  private cutSleep: (() => void) | undefined;

  /**
   * @param round does what is due and returns the milliseconds until it is worth looking again
   * @param gather how many milliseconds a round waits for more to do with it
   */
  constructor(
    name: string,
    private readonly round: () => Promise<number>,
    private readonly gather = () => 0,
  ) {
    this.record = new JobRecord(name);
  }

  start(): void {
    this.running ??= this.run();
  }

  wake(): void {
    this.woken = true;
    this.cutSleep?.();
  }

  /** Resolves when the round in progress has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.cutSleep?.();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const gather = this.gather();
      if (gather >= 1) await sleep(gather);
      this.woken = false;
      let pause = AFTER_FAILURE_MS;
      try {
        pause = await this.round();
        this.record.succeeded();
      } catch (error) {
        this.record.failed(error);
        this.woken = false;
      }
      if (!this.woken) await this.sleep(Math.min(pause, LONGEST_SLEEP_MS));
    }
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.cutSleep = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.stopping || this.woken) this.cutSleep();
    });
  }
}
