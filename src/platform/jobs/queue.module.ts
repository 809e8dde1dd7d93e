import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import type { ConnectionOptions } from 'bullmq';
import { Signals } from './signals.js';
import { Store, StoreModule } from './store.js';
import { WAKE_UPS, WakeUpProcessor } from './wake-up.processor.js';
import { WakeUps } from './wake-ups.js';

@Global()
@Module({
  imports: [
    StoreModule,
    BullModule.forRootAsync({
      imports: [StoreModule],
      inject: [Store],
      useFactory: ({ connection, prefix }: Store) => ({
        connection: connection as ConnectionOptions,
        prefix,
      }),
      // Workers start with the first listener.
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueue({ name: WAKE_UPS }),
  ],
  providers: [Signals, WakeUpProcessor, WakeUps],
  exports: [WakeUps],
})
export class QueueModule {}
