import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IdempotencyService } from './idempotency.service.js';

const EVERY_MS = 5 * 60_000;

@Injectable()
export class IdempotencyJobs {
  constructor(private readonly idempotency: IdempotencyService) {}

  /** Any number of processes may do this at once: each skips the rows that another holds. */
  @Interval(EVERY_MS)
  async deleteOld(): Promise<void> {
    await this.idempotency.deleteOld();
  }
}
