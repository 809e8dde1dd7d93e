import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { ConnectionOptions } from 'bullmq';
import { NotifyChannel } from './notify-channel.js';
import { PeriodicJobs } from './periodic-jobs.js';
import { QueueStore, QueueStoreModule } from './queue-store.js';
import { WAKE_UP_QUEUE, WakeUpProcessor } from './wake-up.processor.js';
import { WakeUpNotifier } from './wake-up-notifier.js';

@Global()
@Module({
  imports: [
    DiscoveryModule,
    QueueStoreModule,
    BullModule.forRootAsync({
      imports: [QueueStoreModule],
      inject: [QueueStore],
      useFactory: ({ connection, prefix }: QueueStore) => ({
        connection: connection as ConnectionOptions,
        prefix,
      }),
      // Workers start with the first listener.
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueue({ name: WAKE_UP_QUEUE }),
  ],
  providers: [NotifyChannel, PeriodicJobs, WakeUpProcessor, WakeUpNotifier],
  exports: [PeriodicJobs, WakeUpNotifier],
})
export class JobsModule {}
