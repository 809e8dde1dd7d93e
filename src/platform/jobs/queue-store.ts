import { Injectable, Logger, Module } from '@nestjs/common';
import { createPostgresBackend, createRedisBackend, setDefaultBackendFactory } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { OutageLogger } from '../async/outage-logger.js';
import { Config } from '../../config/config.js';
import { connectRedis } from '../redis/connect-redis.js';
import type { RedisAddress } from '../../config/redis-url.js';
import { RetryingPool } from './retrying-pool.js';

// BullModule hands no backend to the queues and workers it makes: each takes the one of its connection.
setDefaultBackendFactory((name, options, more) => {
  const create =
    (options.connection as unknown) instanceof RetryingPool ? createPostgresBackend : createRedisBackend;
  return create(name, options as never, more) as ReturnType<typeof createRedisBackend>;
});

/**
 * Where BullMQ keeps its jobs: PostgreSQL, or Redis when there is one. Either may be away, from the start or at any
 * time; what is asked of it then waits.
 */
@Injectable()
export class QueueStore {
  readonly connection: RetryingPool | Redis | Cluster;
  /** In a cluster what belongs together stands on one server: by what is between the braces. */
  readonly prefix: string;
  /** How long it is left alone after a job. On PostgreSQL a job costs more than ten deliveries do, and signals are quicker. */
  readonly cooldownMs: number;
  private readonly outage = new OutageLogger(new Logger('Queue'), 'The queue store failed');
  private closed = false;

  constructor({ redis, database }: Config) {
    this.connection = redis ? connectRetryingRedis(redis) : new RetryingPool(database.url!);
    this.cooldownMs = redis ? 50 : 1_000;
    this.prefix = redis?.kind === 'cluster' ? '{lading}' : 'lading';
  }

  /** Sees to it that what a wipe has taken is brought back. */
  recordFailure(error: Error): void {
    if (this.closed) return;
    this.outage.recordFailure(error.message || error.name);
    if (this.connection instanceof RetryingPool) this.connection.resetSchema();
  }

  recordSuccess(): void {
    this.outage.recordSuccess();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.connection instanceof RetryingPool) await this.connection.end();
    else this.connection.disconnect();
  }
}

function connectRetryingRedis(address: RedisAddress): Redis | Cluster {
  const redis = connectRedis(address, { maxRetriesPerRequest: null, connectTimeout: 5_000 });
  // BullMQ reports it too.
  redis.on('error', () => undefined);
  return redis;
}

@Module({ providers: [QueueStore], exports: [QueueStore] })
export class QueueStoreModule {}
