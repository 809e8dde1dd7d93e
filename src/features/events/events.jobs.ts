import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { EventRetentionService } from './event-retention.service.js';

@Injectable()
export class EventsJobs {
  private readonly retention = new Rounds('old events');

  constructor(private readonly events: EventRetentionService) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(() => this.events.deleteOld());
  }
}
