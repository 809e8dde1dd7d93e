import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis } from '../../support/redis.ts';
import {
  startRedisCluster,
  startRedisSentinels,
  type HighAvailabilityRedis,
} from '../../support/redis-high-availability.ts';
import { runUnderLoad, type Fault } from '../fault.ts';

/** Kills the leader, waits for another one, restarts the killed one, and does all of it once more. */
function redisFailover(name: string, start: () => Promise<HighAvailabilityRedis>): Fault {
  return {
    name,
    async run(lab) {
      if (!hasRedis()) return 'skipped';
      const redis = await start();
      try {
        await lab.restart({ REDIS_URL: redis.url });
        return await runUnderLoad(
          lab,
          async (injected, settled) => {
            for (let time = 0; time < 2; time++) {
              injected();
              await redis.failOver();
              await settled();
              await redis.restartKilled();
              await sleep(500);
            }
          },
          { requiresAnswers: true },
        );
      } finally {
        await redis.close();
        await lab.restart();
      }
    },
  };
}

export const REDIS_FAILOVER_FAULTS: Fault[] = [
  redisFailover('queue on Redis with sentinels, whose leader dies', startRedisSentinels),
  redisFailover('queue on a Redis cluster, whose leader dies', startRedisCluster),
];
