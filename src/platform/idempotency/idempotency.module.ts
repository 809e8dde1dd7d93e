import { Global, Module } from '@nestjs/common';
import { IdempotencyJobs } from './idempotency.jobs.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';

/** POSTs that a client may repeat. */
@Global()
@Module({
  providers: [IdempotencyJobs, IdempotencyRepository, IdempotencyService],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
