import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { EventsRepository } from './events.repository.js';

const BATCH_SIZE = 1_000;

/** Forgets old events, except those that somebody still needs. */
@Injectable()
export class EventRetentionService {
  private readonly neededQueries: string[] = [];

  constructor(
    private readonly config: Config,
    private readonly events: EventsRepository,
  ) {}

  /** @param publicIds a SELECT of one column: the public ids of events that may not go, however old they are */
  addNeededQuery(publicIds: string): void {
    this.neededQueries.push(publicIds);
  }

  /** Deletes what is old, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { eventsMs } = this.config.retention;
    return runInBatches(BATCH_SIZE, (limit) => this.events.deleteOld(eventsMs, this.neededQueries, limit));
  }
}
