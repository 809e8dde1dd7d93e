import { Injectable, Logger, Module } from '@nestjs/common';
import { createPostgresBackend, createRedisBackend, setDefaultBackendFactory } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { Outage } from '../async/outage.js';
import { Config } from '../../config/config.js';
import { connectRedis } from '../redis/connect-redis.js';
import type { RedisAddress } from '../../config/redis-url.js';
import { PatientPool } from './patient-pool.js';

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
  readonly connection: PatientPool | Redis | Cluster;
  /** In a cluster what belongs together stands on one server: by what is between the braces. */
  readonly prefix: string;
  /** How long it is left alone after a job. On PostgreSQL a job costs more than ten deliveries do, and signals are quicker. */
  readonly restMs: number;
  private readonly outage = new Outage(new Logger('Queue'), 'The queue store failed');
  private closed = false;

  constructor({ redis, database }: Config) {
    this.connection = redis ? patientRedis(redis) : new PatientPool(database.url!);
    this.restMs = redis ? 50 : 1_000;
    this.prefix = redis?.kind === 'cluster' ? '{lading}' : 'lading';
  }

  /** Sees to it that what a wipe has taken is brought back. */
  failed(error: Error): void {
    if (this.closed) return;
    this.outage.failed(error.message || error.name);
    if (this.connection instanceof PatientPool) this.connection.mend();
  }

  works(): void {
    this.outage.works();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.connection instanceof PatientPool) await this.connection.end();
    else this.connection.disconnect();
  }
}

function patientRedis(address: RedisAddress): Redis | Cluster {
  const redis = connectRedis(address, { maxRetriesPerRequest: null, connectTimeout: 5_000 });
  // BullMQ reports it too.
  redis.on('error', () => undefined);
  return redis;
}

@Module({ providers: [Store], exports: [Store] })
export class StoreModule {}
