import type { Config } from '../config.js';
import { openPostgres } from './postgres-engine.js';
import type { OpenEngine } from './queue-engine.js';
import { openRedis } from './redis-engine.js';

/** BullMQ runs on PostgreSQL, or on Redis when there is one: the same queues and processors on both. */
export function engineOf({ redisUrl, database }: Config): OpenEngine {
  return (broken) => (redisUrl ? openRedis(redisUrl, broken) : openPostgres(database.url!, broken));
}
