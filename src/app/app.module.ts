import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule, type ScheduleModuleOptions } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AddressesModule } from '../features/addresses/addresses.module.js';
import { BatchesModule } from '../features/bulk-documents/batches.module.js';
import { BillsModule } from '../features/bills/bills.module.js';
import { CarriersModule } from '../features/carriers/carriers.module.js';
import type { Config } from '../config/config.js';
import { ConfigModule } from '../config/config.module.js';
import { CustomersModule } from '../features/customers/customers.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { Extensions } from '../config/extension.js';
import { EventsModule } from '../features/events/events.module.js';
import { FreightClassesModule } from '../features/freight-classes/freight-classes.module.js';
import { BookingModule } from '../features/freight/booking/booking.module.js';
import { CarrierDocumentsModule } from '../features/freight/carrier-documents/carrier-documents.module.js';
import { FreightDocumentsModule } from '../features/freight/documents/freight-documents.module.js';
import { TenderPageModule } from '../features/freight/tender-page/tender-page.module.js';
import { TendersModule } from '../features/freight/tenders/tenders.module.js';
import { PapersModule } from '../features/freight/bol/papers.module.js';
import { ShipmentModule } from '../features/freight/record/shipment.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { IdentityModule } from '../platform/auth/identity.module.js';
import { LimitsModule } from '../platform/rate-limits/limits.module.js';
import { SecretsModule } from '../platform/encryption/secrets.module.js';
import { AnswerInterceptor } from '../platform/http/pipeline/answer.interceptor.js';
import { loggerOptions } from '../platform/http/pipeline/logging.js';
import { UniqueRoutes } from '../platform/http/pipeline/unique-routes.js';
import { MembersModule } from '../features/members/members.module.js';
import { InvoicesModule } from '../features/invoices/invoices.module.js';
import { OperationsModule } from './health/operations.module.js';
import { ProductsModule } from '../features/products/products.module.js';
import { QueueModule } from '../platform/jobs/queue.module.js';
import { QuotesModule } from '../features/quotes/quotes.module.js';
import { IdempotencyInterceptor } from '../platform/idempotency/idempotency.interceptor.js';
import { PostInterceptors } from '../platform/idempotency/post-interceptors.js';
import { ReportsModule } from '../features/reports/reports.module.js';
import { RequestsModule } from '../features/request-log/requests.module.js';
import { SandboxModule } from '../features/sandbox/sandbox.module.js';
import { SharingModule } from '../features/tracking-pages/sharing.module.js';
import { TariffsModule } from '../features/tariffs/tariffs.module.js';
import { TrackingModule } from '../features/tracking/tracking.module.js';
import { WebhooksModule } from '../features/webhooks/webhooks.module.js';

/** The only list of modules; those of a team's own come after them. */
@Module({})
export class AppModule {
  static with(config: Config, extensions = new Extensions()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config, extensions),
        LoggerModule.forRoot(loggerOptions(config)),
        ScheduleModule.forRoot(jobsOf(config)),
        DatabaseModule,
        DiscoveryModule,
        QueueModule,
        SecretsModule,
        LimitsModule,
        IdentityModule,
        IdempotencyModule,
        EventsModule,
        OperationsModule,
        RequestsModule,
        CarriersModule,
        MembersModule,
        CustomersModule,
        AddressesModule,
        ProductsModule,
        FreightClassesModule,
        TariffsModule,
        QuotesModule,
        ShipmentModule,
        PapersModule,
        CarrierDocumentsModule,
        FreightDocumentsModule,
        TendersModule,
        BookingModule,
        TenderPageModule,
        TrackingModule,
        SharingModule,
        InvoicesModule,
        BillsModule,
        ReportsModule,
        BatchesModule,
        WebhooksModule,
        SandboxModule,
        ...extensions.modules,
      ],
      providers: [AnswerInterceptor, IdempotencyInterceptor, PostInterceptors, UniqueRoutes],
    };
  }
}

/** Periodic jobs run in workers only. */
function jobsOf({ role }: Config): ScheduleModuleOptions {
  const run = role !== 'api';
  return { cronJobs: run, intervals: run, timeouts: run };
}
