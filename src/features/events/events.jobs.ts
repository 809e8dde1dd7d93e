import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { EventRetention } from './event-retention.service.js';

@Injectable()
export class EventsJobs {
  private readonly retention = new Rounds('old events');

  constructor(private readonly events: EventRetention) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(() => this.events.deleteOld());
  }
}
