import { Logger } from '@nestjs/common';
import { jobFailures, jobSuccess } from '../meters.js';

/** The rounds of a periodic job: never two at once in one process; a failed one is logged and the next tries again. */
export class Rounds {
  private readonly logger = new Logger('Jobs');
  private running = false;

  constructor(private readonly name: string) {}

  async run(round: () => Promise<unknown>): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      await round();
      jobSuccess.setToCurrentTime({ job: this.name });
    } catch (error) {
      jobFailures.inc({ job: this.name });
      this.logger.warn(`${this.name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.running = false;
    }
  }
}
