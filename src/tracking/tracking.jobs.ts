import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../queue/rounds.js';
import { TrackingRefresh } from './tracking-refresh.service.js';

@Injectable()
export class TrackingJobs {
  private readonly rounds = new Rounds('tracking checks');

  constructor(private readonly refresh: TrackingRefresh) {}

  @Interval(5_000)
  check(): Promise<void> {
    return this.rounds.run(() => this.refresh.refreshDue());
  }
}
