import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule, type ScheduleModuleOptions } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AddressesModule } from '../features/addresses/addresses.module.js';
import { BulkDocumentsModule } from '../features/bulk-documents/bulk-documents.module.js';
import { BillsModule } from '../features/bills/bills.module.js';
import { CarriersModule } from '../features/carriers/carriers.module.js';
import type { Config } from '../config/config.js';
import { ConfigModule } from '../config/config.module.js';
import { CustomersModule } from '../features/customers/customers.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { Extensions } from '../config/extension.js';
import { EdiModule } from '../features/edi/edi.module.js';
import { EventsModule } from '../features/events/events.module.js';
import { FreightClassesModule } from '../features/freight-classes/freight-classes.module.js';
import { FreightModule } from '../features/freight/freight.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { AuthModule } from '../platform/auth/auth.module.js';
import { RateLimitsModule } from '../platform/rate-limits/rate-limits.module.js';
import { EncryptionModule } from '../platform/encryption/encryption.module.js';
import { ResponseInterceptor } from '../platform/http/pipeline/response.interceptor.js';
import { buildLoggerOptions } from '../platform/http/pipeline/logging.js';
import { UniqueRoutesValidator } from '../platform/http/pipeline/unique-routes.validator.js';
import { MembersModule } from '../features/members/members.module.js';
import { InvoicesModule } from '../features/invoices/invoices.module.js';
import { GuidesBuild } from './guides/guides-build.js';
import { HealthModule } from './health/health.module.js';
import { ProductsModule } from '../features/products/products.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { QuotesModule } from '../features/quotes/quotes.module.js';
import { IdempotencyInterceptor } from '../platform/idempotency/idempotency.interceptor.js';
import { PostInterceptorRegistrar } from '../platform/idempotency/post-interceptor-registrar.js';
import { ReportsModule } from '../features/reports/reports.module.js';
import { RequestLogModule } from '../features/request-log/request-log.module.js';
import { SandboxModule } from '../features/sandbox/sandbox.module.js';
import { TrackingPagesModule } from '../features/tracking-pages/tracking-pages.module.js';
import { TariffsModule } from '../features/tariffs/tariffs.module.js';
import { TrackingModule } from '../features/tracking/tracking.module.js';
import { RetentionService } from './retention.service.js';
import { WebhooksModule } from '../features/webhooks/webhooks.module.js';

/** The only list of modules. Extensions come last. */
@Module({})
export class AppModule {
  static forRoot(config: Config, extensions = new Extensions()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config, extensions),
        LoggerModule.forRoot(buildLoggerOptions(config)),
        ScheduleModule.forRoot(buildScheduleOptions(config)),
        DatabaseModule,
        DiscoveryModule,
        JobsModule.forRoot(config),
        EncryptionModule,
        RateLimitsModule,
        AuthModule,
        IdempotencyModule,
        EventsModule,
        HealthModule,
        RequestLogModule,
        CarriersModule,
        MembersModule,
        CustomersModule,
        AddressesModule,
        ProductsModule,
        FreightClassesModule,
        TariffsModule,
        QuotesModule,
        FreightModule,
        TrackingModule,
        TrackingPagesModule,
        InvoicesModule,
        BillsModule,
        ReportsModule,
        EdiModule,
        BulkDocumentsModule,
        WebhooksModule,
        SandboxModule,
        ...extensions.modules,
      ],
      providers: [
        ResponseInterceptor,
        IdempotencyInterceptor,
        PostInterceptorRegistrar,
        UniqueRoutesValidator,
        RetentionService,
        GuidesBuild,
      ],
    };
  }
}

/** Enables `@nestjs/schedule` decorators of extensions in worker processes only. */
function buildScheduleOptions({ role }: Config): ScheduleModuleOptions {
  const run = role !== 'api';
  return { cronJobs: run, intervals: run, timeouts: run };
}
