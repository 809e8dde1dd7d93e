import { Global, Module } from '@nestjs/common';
import { RateLimits } from './rate-limits.js';

/** How often keys and addresses may call. */
@Global()
@Module({ providers: [RateLimits], exports: [RateLimits] })
export class LimitsModule {}
