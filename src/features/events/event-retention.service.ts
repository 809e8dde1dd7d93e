import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { inBatches } from '../../platform/jobs/batches.js';
import { EventsRepository } from './events.repository.js';

const BATCH = 1_000;

/** Forgets old events, except those that somebody still needs. */
@Injectable()
export class EventRetention {
  private readonly needed: string[] = [];

  constructor(
    private readonly config: Config,
    private readonly events: EventsRepository,
  ) {}

  /** @param publicIds a SELECT of one column: the public ids of events that may not go, however old they are */
  keep(publicIds: string): void {
    this.needed.push(publicIds);
  }

  /** Deletes what is old, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { eventsMs } = this.config.retention;
    return inBatches(BATCH, (limit) => this.events.deleteOld(eventsMs, this.needed, limit));
  }
}
