import { Logger } from '@nestjs/common';
import { Outage } from '../async/outage.js';
import { jobFailures, jobSuccess } from '../metrics.js';

/** What the rounds of a job come to: each is counted, and the log has the first failure of many and their end. */
export class JobRecord {
  private readonly outage: Outage;

  constructor(private readonly job: string) {
    this.outage = new Outage(new Logger('Jobs'), job);
    // There from the start, so that the first failure is a rise.
    jobFailures.inc({ job }, 0);
  }

  succeeded(): void {
    jobSuccess.setToCurrentTime({ job: this.job });
    this.outage.works();
  }

  failed(error: unknown): void {
    jobFailures.inc({ job: this.job });
    this.outage.failed(error);
  }
}
