import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { TrackingRetention } from './tracking-retention.service.js';
import { TrackingRefresh } from './tracking-refresh.service.js';

@Injectable()
export class TrackingJobs {
  private readonly rounds = new Rounds('tracking checks');
  private readonly old = new Rounds('old tracked numbers');

  constructor(
    private readonly refresh: TrackingRefresh,
    private readonly retention: TrackingRetention,
  ) {}

  @Interval(5_000)
  check(): Promise<void> {
    return this.rounds.run(() => this.refresh.refreshDue());
  }

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.old.run(() => this.retention.deleteOld());
  }
}
