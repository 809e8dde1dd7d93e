import { Injectable, Logger, Module } from '@nestjs/common';
import { createPostgresBackend, createRedisBackend, setDefaultBackendFactory } from 'bullmq';
import { Redis } from 'ioredis';
import { Config } from '../config.js';
import { PatientPool } from './patient-pool.js';

const RETRY_MS = 1_000;
/** ioredis keeps the process alive for this long after a connection that had failed before is let go. */
const DISCONNECT_MS = 100;

// BullModule hands no backend to the queues and workers it makes: each takes the one of its connection.
setDefaultBackendFactory((name, options, more) => {
  const create =
    (options.connection as unknown) instanceof PatientPool ? createPostgresBackend : createRedisBackend;
  return create(name, options as never, more) as ReturnType<typeof createRedisBackend>;
});

/**
 * Where BullMQ keeps its jobs: PostgreSQL, or Redis when there is one. Either may be away, from the start or at any
 * time; what is asked of it then waits.
 */
@Injectable()
export class Store {
  readonly connection: PatientPool | Redis;
  private readonly logger = new Logger('Queue');
  private failing = false;
  private closed = false;

  constructor({ redisUrl, database }: Config) {
    this.connection = redisUrl ? patientRedis(redisUrl) : new PatientPool(database.url!);
  }

  /** Logs the first of many failures, and sees to it that what a wipe has taken is brought back. */
  failed(error: Error): void {
    if (this.closed) return;
    if (!this.failing) this.logger.warn(`The queue store failed: ${error.message || error.name}`);
    this.failing = true;
    if (this.connection instanceof PatientPool) this.connection.mend();
  }

  works(): void {
    this.failing = false;
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.connection instanceof PatientPool) await this.connection.end();
    else this.connection.disconnect();
  }
}

function patientRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    disconnectTimeout: DISCONNECT_MS,
    retryStrategy: () => RETRY_MS,
  });
  // BullMQ reports it too.
  return redis.on('error', () => undefined);
}

@Module({ providers: [Store], exports: [Store] })
export class StoreModule {}
