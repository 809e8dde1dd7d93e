import { BullModule } from '@nestjs/bullmq';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { QueueConnection } from './queue-connection.js';
import { RedisWakeUps } from './redis-wake-ups.js';
import { WAKE_UPS, WakeUpProcessor } from './wake-up.processor.js';

/** Registers the BullMQ queue for wake-ups if `REDIS_URL` is set. Without it `RedisWakeUps` does nothing. */
@Module({})
export class RedisWakeUpsModule {
  static forRoot({ redis }: Config): DynamicModule {
    if (!redis) return { module: RedisWakeUpsModule, providers: [RedisWakeUps], exports: [RedisWakeUps] };
    const connection = new QueueConnection(redis);
    return {
      module: RedisWakeUpsModule,
      imports: [
        BullModule.forRootAsync({
          useFactory: () => ({ connection: connection.open(), prefix: connection.prefix }),
          // The worker starts with the first listener, so a process that only sends has none.
          extraOptions: { manualRegistration: true },
        }),
        BullModule.registerQueue({ name: WAKE_UPS }),
      ],
      providers: [{ provide: QueueConnection, useValue: connection }, WakeUpProcessor, RedisWakeUps],
      exports: [RedisWakeUps],
    };
  }
}
