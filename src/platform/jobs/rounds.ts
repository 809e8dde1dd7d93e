import { JobMonitor } from './job-monitor.js';

/** Runs the rounds of a periodic job, at most one at a time in this process. A failed round is logged and counted. */
export class Rounds {
  private readonly monitor: JobMonitor;
  private running = false;

  constructor(name: string) {
    this.monitor = new JobMonitor(name);
  }

  async run(round: () => Promise<unknown>): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      await round();
      this.monitor.recordSuccess();
    } catch (error) {
      this.monitor.recordFailure(error);
    } finally {
      this.running = false;
    }
  }
}
