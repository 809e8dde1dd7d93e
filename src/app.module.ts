import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule, type ScheduleModuleOptions } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AddressesModule } from './addresses/addresses.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { BillsModule } from './bills/bills.module.js';
import { CarriersModule } from './carriers/carriers.module.js';
import type { Config } from './config.js';
import { ConfigModule } from './config.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { Extensions } from './extension.js';
import { EventsModule } from './events/events.module.js';
import { FreightClassesModule } from './freight-classes/freight-classes.module.js';
import { BookingModule } from './freight/booking/booking.module.js';
import { CarrierDocumentsModule } from './freight/carrier-documents/carrier-documents.module.js';
import { FreightDocumentsModule } from './freight/documents/freight-documents.module.js';
import { TenderPageModule } from './freight/tender-page/tender-page.module.js';
import { TendersModule } from './freight/tenders/tenders.module.js';
import { PapersModule } from './freight/papers/papers.module.js';
import { ShipmentModule } from './freight/shipment/shipment.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { AnswerInterceptor } from './http/pipeline/answer.interceptor.js';
import { loggerOptions } from './http/pipeline/logging.js';
import { UniqueRoutes } from './http/pipeline/unique-routes.js';
import { MembersModule } from './members/members.module.js';
import { InvoicesModule } from './invoices/invoices.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { ProductsModule } from './products/products.module.js';
import { QueueModule } from './queue/queue.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { PostInterceptors } from './idempotency/post-interceptors.js';
import { ReportsModule } from './reports/reports.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { TariffsModule } from './tariffs/tariffs.module.js';
import { TrackingModule } from './tracking/tracking.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

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
