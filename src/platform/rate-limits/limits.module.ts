import { Global, Module } from '@nestjs/common';
import { InFlight } from './in-flight.js';
import { LargeTurns } from './large-turns.js';
import { Overload } from './overload.js';
import { Quotas } from './quotas.js';
import { RateLimits } from './rate-limits.js';

/** How often keys and addresses may call, and how much an organization may have. */
@Global()
@Module({
  providers: [InFlight, LargeTurns, Overload, Quotas, RateLimits],
  exports: [InFlight, Overload, Quotas, RateLimits],
})
export class LimitsModule {}
