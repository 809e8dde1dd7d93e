import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JsonBodyGuard } from '../http/pipeline/json-body.guard.js';
import { MethodGuard } from '../http/pipeline/method.guard.js';
import { QueryGuard } from '../http/pipeline/query.guard.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuditController } from './audit.controller.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuthenticationMiddleware } from './authentication.middleware.js';

import { KeyGuard } from './key.guard.js';
import { KeysController } from './keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeysService } from './keys.service.js';
import { ScopeRegistry } from './scope-registry.js';
import { KeyUsageRecorder } from './key-usage-recorder.js';
import { LimitsController } from './limits.controller.js';
import { OrganizationController } from './organization.controller.js';
import { OrganizationProfiles } from './organization-profiles.js';
import { OrganizationProfilesRepository } from './organization-profiles.repository.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { WriteGuard } from './write.guard.js';
import { OrganizationsService } from './organizations.service.js';

/** Authentication and authorization. The guards run in the order below, after the middleware. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [AuditController, KeysController, LimitsController, OrganizationController],
  providers: [
    ApiKeysService,
    AuditLogService,
    AuditRepository,
    AuthenticationMiddleware,

    ApiKeysRepository,
    KeysService,
    ScopeRegistry,
    KeyUsageRecorder,
    OrganizationProfiles,
    OrganizationProfilesRepository,
    OrganizationsRepository,
    OrganizationsService,
    SessionsRepository,
    SessionsService,
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_GUARD, useClass: MethodGuard },
    { provide: APP_GUARD, useClass: WriteGuard },
    { provide: APP_GUARD, useClass: QueryGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
  ],
  exports: [ApiKeysService, AuditLogService, OrganizationProfiles, OrganizationsService, SessionsService],
})
export class AuthModule {}
