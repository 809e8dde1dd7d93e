import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis } from '../../support/redis.ts';
import { startCluster, startSentinels, type ManyRedis } from '../../support/redis-many.ts';
import { underLoad, type Fault } from '../outcome.ts';

/** The one that leads dies, another leads, the dead one comes back; then that once more. */
function failsOver(name: string, start: () => Promise<ManyRedis>): Fault {
  return {
    name,
    async run(lab) {
      if (!hasRedis()) return 'skipped';
      const redis = await start();
      try {
        await lab.restart({ REDIS_URL: redis.url });
        return await underLoad(
          lab,
          async (injected, settled) => {
            for (let time = 0; time < 2; time++) {
              injected();
              await redis.failOver();
              await settled();
              await redis.mend();
              await sleep(500);
            }
          },
          { answersAlways: true },
        );
      } finally {
        await redis.close();
        await lab.restart();
      }
    },
  };
}

export const FAILOVER_FAULTS: Fault[] = [
  failsOver('queue on Redis with sentinels, whose leader dies', startSentinels),
  failsOver('queue on a Redis cluster, whose leader dies', startCluster),
];
