import { Logger } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { jobFailures, jobSuccess } from '../metrics.js';

/** What the rounds of a job come to: each is counted, and the log has the first failure of many and their end. */
export class JobMonitor {
  private readonly outage: OutageLogger;

  constructor(private readonly job: string) {
    this.outage = new OutageLogger(new Logger('Jobs'), job);
    // There from the start, so that the first failure is a rise.
    jobFailures.inc({ job }, 0);
  }

  recordSuccess(): void {
    jobSuccess.setToCurrentTime({ job: this.job });
    this.outage.recordSuccess();
  }

  recordFailure(error: unknown): void {
    jobFailures.inc({ job: this.job });
    this.outage.recordFailure(error);
  }
}
