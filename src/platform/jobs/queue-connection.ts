import { Logger } from '@nestjs/common';
import type { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from '../../config/redis-url.js';
import { OutageLogger } from '../async/outage-logger.js';
import { connectRedis } from '../redis/connect-redis.js';

/** The Redis connection of the queue. It logs an outage once. */
export class QueueConnection {
  /** In a cluster the braces keep all keys of the queue on one server. */
  readonly prefix: string;
  private readonly outage = new OutageLogger(new Logger('Queue'), 'The queue store failed');
  private connection: Redis | Cluster | undefined;
  private closed = false;

  constructor(private readonly address: RedisAddress) {
    this.prefix = address.kind === 'cluster' ? '{lading}' : 'lading';
  }

  open(): Redis | Cluster {
    if (!this.connection) {
      this.connection = connectRedis(this.address, { maxRetriesPerRequest: null, connectTimeout: 5_000 });
      // BullMQ reports the same errors.
      this.connection.on('error', () => undefined);
    }
    return this.connection;
  }

  recordSuccess(): void {
    this.outage.recordSuccess();
  }

  recordFailure(error: Error): void {
    if (!this.closed) this.outage.recordFailure(error.message || error.name);
  }

  close(): void {
    this.closed = true;
    this.connection?.disconnect();
  }
}
