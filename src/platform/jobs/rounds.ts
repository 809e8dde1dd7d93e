import { JobMonitor } from './job-monitor.js';

/** The rounds of a periodic job: never two at once in one process; after a failed one the next tries again. */
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
