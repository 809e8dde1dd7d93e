import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../jobs/rounds.js';
import { IdempotencyService } from './idempotency.service.js';

const EVERY_MS = 5 * 60_000;

@Injectable()
export class IdempotencyJobs {
  private readonly rounds = new Rounds('old answers');

  constructor(private readonly idempotency: IdempotencyService) {}

  /** Any number of processes may do this at once: each skips the rows that another holds. */
  @Interval(EVERY_MS)
  deleteOld(): Promise<void> {
    return this.rounds.run(() => this.idempotency.deleteOld());
  }
}
