import { Global, Module } from '@nestjs/common';
import { InFlightLimiter } from './in-flight-limiter.js';
import { LargeRequestQueue } from './large-request-queue.js';
import { OverloadMiddleware } from './overload.middleware.js';
import { QuotasService } from './quotas.service.js';
import { RateLimitsService } from './rate-limits.service.js';
import { RowCountsRepository } from './row-counts.repository.js';

@Global()
@Module({
  providers: [
    InFlightLimiter,
    LargeRequestQueue,
    OverloadMiddleware,
    QuotasService,
    RateLimitsService,
    RowCountsRepository,
  ],
  exports: [InFlightLimiter, OverloadMiddleware, QuotasService, RateLimitsService],
})
export class RateLimitsModule {}
