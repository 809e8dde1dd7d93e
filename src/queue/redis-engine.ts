import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { EngineConnection } from './queue-engine.js';

const PREFIX = 'lading';

/** A connection that is lost is given up and opened anew: commands must fail at once instead of piling up. */
export async function openRedis(url: string, broken: (error: Error) => void): Promise<EngineConnection> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    retryStrategy: () => null,
  });
  redis.on('error', broken);
  redis.on('end', () => broken(new Error('Redis closed the connection')));
  await redis.connect();
  return {
    queue: (name) => new Queue(name, { connection: redis, prefix: PREFIX }),
    worker: (name, processor) => new Worker(name, processor, { connection: redis, prefix: PREFIX }),
    close: async () => redis.disconnect(),
  };
}
