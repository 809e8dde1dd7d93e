import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JsonBodyGuard } from '../http/json-body.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuditLog } from './audit-log.js';
import { AuthenticationMiddleware } from './authentication.middleware.js';
import { IdempotencyJobs } from './idempotency/idempotency.jobs.js';
import { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { KeyGuard } from './key.guard.js';
import { LastUsed } from './last-used.js';
import { RateLimits } from './limits/rate-limits.js';
import { OrganizationsService } from './organizations.service.js';
import { SealedColumns } from './sealed-columns.js';
import { Secrets } from './secrets.js';

/** Who calls, how often, and what they may do. A request meets: middleware, key guard, body guard, interceptors. */
@Global()
@Module({
  providers: [
    ApiKeysService,
    AuditLog,
    AuthenticationMiddleware,
    IdempotencyJobs,
    IdempotencyRepository,
    IdempotencyService,
    LastUsed,
    OrganizationsService,
    RateLimits,
    SealedColumns,
    Secrets,
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
  ],
  exports: [ApiKeysService, AuditLog, IdempotencyService, OrganizationsService, SealedColumns, Secrets],
})
export class TenancyModule {}
