import { setTimeout as sleep } from 'node:timers/promises';
import { JobMonitor } from './job-monitor.js';

/** The maximum sleep of a sweeper, and so the maximum delay after a lost wake-up. */
export const MAX_SLEEP_MS = 1_000;
const FAILURE_RETRY_MS = 250;

/** Runs rounds in a loop. Sleeps between rounds as long as the last one returned; `wake` ends the sleep. */
export class Sweeper {
  private readonly monitor: JobMonitor;
  private running: Promise<void> | undefined;
  private stopping = false;
  private woken = false;
  private interruptSleep: (() => void) | undefined;

  /**
   * @param round does the due work and returns the milliseconds until the next round
   * @param getBatchDelayMs returns the milliseconds to wait before a round, so that it finds more work at once
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

  /** Waits for the end of the round in progress. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.interruptSleep?.();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const batchDelayMs = this.getBatchDelayMs();
      if (batchDelayMs >= 1) await sleep(batchDelayMs);
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
