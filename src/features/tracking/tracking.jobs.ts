import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { TrackingRetentionService } from './tracking-retention.service.js';
import { TrackingRefreshService } from './tracking-refresh.service.js';

@Injectable()
export class TrackingJobs {
  private readonly checkRounds = new Rounds('tracking checks');
  private readonly retentionRounds = new Rounds('old tracked numbers');

  constructor(
    private readonly refresh: TrackingRefreshService,
    private readonly retention: TrackingRetentionService,
  ) {}

  @Interval(5_000)
  check(): Promise<void> {
    return this.checkRounds.run(() => this.refresh.refreshDue());
  }

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retentionRounds.run(() => this.retention.deleteOld());
  }
}
