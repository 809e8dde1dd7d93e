import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule, type ScheduleModuleOptions } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AddressesModule } from './addresses/addresses.module.js';
import { BillsModule } from './bills/bills.module.js';
import { CarriersModule } from './carriers/carriers.module.js';
import type { Config } from './config.js';
import { ConfigModule } from './config.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule } from './events/events.module.js';
import { FreightClassesModule } from './freight-classes/freight-classes.module.js';
import { FreightModule } from './freight/freight.module.js';
import { AnswerInterceptor } from './http/answer.interceptor.js';
import { loggerOptions } from './http/logging.js';
import { InvoicesModule } from './invoices/invoices.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { QueueModule } from './queue/queue.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { IdempotencyInterceptor } from './tenancy/idempotency/idempotency.interceptor.js';
import { PostInterceptors } from './tenancy/idempotency/post-interceptors.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import { TrackingModule } from './tracking/tracking.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The only list of modules. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        LoggerModule.forRoot(loggerOptions(config)),
        ScheduleModule.forRoot(jobsOf(config)),
        DatabaseModule,
        DiscoveryModule,
        QueueModule,
        TenancyModule,
        EventsModule,
        OperationsModule,
        CarriersModule,
        CustomersModule,
        AddressesModule,
        FreightClassesModule,
        QuotesModule,
        FreightModule,
        TrackingModule,
        InvoicesModule,
        BillsModule,
        WebhooksModule,
        SandboxModule,
      ],
      providers: [AnswerInterceptor, IdempotencyInterceptor, PostInterceptors],
    };
  }
}

/** Periodic jobs run in workers only. */
function jobsOf({ role }: Config): ScheduleModuleOptions {
  const run = role !== 'api';
  return { cronJobs: run, intervals: run, timeouts: run };
}
