import { Logger } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { jobFailures, jobSuccess } from '../metrics.js';

/** Reports the rounds of one job to metrics and the log. */
export class JobMonitor {
  private readonly outage: OutageLogger;

  constructor(private readonly job: string) {
    this.outage = new OutageLogger(new Logger('Jobs'), job);
    // Prometheus sees the first failure as an increase only if the counter exists before.
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
