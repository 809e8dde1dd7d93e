import { setTimeout as sleep } from 'node:timers/promises';
import { JobMonitor } from './job-monitor.js';

/** The longest that a sweeper sleeps: what a lost wake-up costs at most. */
export const MAX_SLEEP_MS = 1_000;
const FAILURE_RETRY_MS = 250;

/**
 * Looks for due work again and again: after as many milliseconds as the last round said, or at once when woken.
 * A round that fails, because the database is away say, is tried again.
 */
export class Sweeper {
  private readonly monitor: JobMonitor;
  private running: Promise<void> | undefined;
  private stopping = false;
  private woken = false;
  private interruptSleep: (() => void) | undefined;

  /**
   * @param round does what is due and returns the milliseconds until it is worth looking again
   * @param getBatchDelayMs how many milliseconds a round waits for more to do with it
   */
  constructor(
    name: string,
    private readonly round: () => Promise<number>,
    private readonly getBatchDelayMs = () => 0,
  ) {
    this.monitor = new JobMonitor(name);
  }

  start(): void {
    this.running ??= this.run();
  }

  wake(): void {
    this.woken = true;
    this.interruptSleep?.();
  }

  /** Resolves when the round in progress has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.interruptSleep?.();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const gather = this.getBatchDelayMs();
      if (gather >= 1) await sleep(gather);
      this.woken = false;
      let pause = FAILURE_RETRY_MS;
      try {
        pause = await this.round();
        this.monitor.recordSuccess();
      } catch (error) {
        this.monitor.recordFailure(error);
        this.woken = false;
      }
      if (!this.woken) await this.sleep(Math.min(pause, MAX_SLEEP_MS));
    }
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.interruptSleep = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.stopping || this.woken) this.interruptSleep();
    });
  }
}
