import { JobRecord } from './job-record.js';

/** The rounds of a periodic job: never two at once in one process; after a failed one the next tries again. */
export class Rounds {
  private readonly record: JobRecord;
  private running = false;

  constructor(name: string) {
    this.record = new JobRecord(name);
  }

  async run(round: () => Promise<unknown>): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      await round();
      this.record.succeeded();
    } catch (error) {
      this.record.failed(error);
    } finally {
      this.running = false;
    }
  }
}
