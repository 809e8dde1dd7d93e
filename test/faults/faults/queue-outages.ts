import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis, createRedisServer, type RedisServer } from '../../support/redis.ts';
import type { FaultCluster } from '../fault-cluster.ts';
import { runUnderLoad, type Fault, type FaultOutcome } from '../fault.ts';

const ANSWERS_REQUIRED = { requiresAnswers: true };

function onRedis(name: string, run: (lab: FaultCluster, redis: RedisServer) => Promise<FaultOutcome>): Fault {
  return {
    name,
    async run(lab) {
      if (!hasRedis()) return 'skipped';
      const redis = await createRedisServer();
      try {
        return await run(lab, redis);
      } finally {
        await redis.close();
        await lab.restart();
      }
    },
  };
}

function detectedOnRedis(
  name: string,
  run: (lab: FaultCluster, redis: RedisServer) => Promise<FaultOutcome>,
): Fault {
  return { ...onRedis(name, run), mustBeDetected: true };
}

export const QUEUE_FAULTS: Fault[] = [
  {
    name: 'LISTEN and NOTIFY connections cut',
    run: (lab) =>
      runUnderLoad(
        lab,
        async (injected) => {
          for (let time = 0; time < 3; time++) {
            injected();
            await lab.sql.query(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lading-wake-ups'`,
            );
            await sleep(2_500);
          }
        },
        ANSWERS_REQUIRED,
      ),
  },
  onRedis('Redis queue unavailable at startup', async (lab, redis) => {
    await lab.restart({ REDIS_URL: redis.url });
    return runUnderLoad(
      lab,
      async (injected) => {
        injected();
        await sleep(3_000);
        await redis.start();
        await sleep(2_000);
      },
      ANSWERS_REQUIRED,
    );
  }),
  onRedis('queue on Redis, killed and started empty', async (lab, redis) => {
    await redis.start();
    await lab.restart({ REDIS_URL: redis.url });
    return runUnderLoad(
      lab,
      async (injected) => {
        for (let time = 0; time < 3; time++) {
          injected();
          await redis.kill();
          await sleep(1_500);
          await redis.start();
          await sleep(1_500);
        }
      },
      ANSWERS_REQUIRED,
    );
  }),
  onRedis('queue on Redis, wiped', async (lab, redis) => {
    await redis.start();
    await lab.restart({ REDIS_URL: redis.url });
    return runUnderLoad(
      lab,
      async (injected) => {
        for (let time = 0; time < 5; time++) {
          injected();
          await redis.wipe();
          await sleep(500);
        }
      },
      ANSWERS_REQUIRED,
    );
  }),
  detectedOnRedis('queue on Redis, full', async (lab, redis) => {
    await redis.start();
    await lab.restart({ REDIS_URL: redis.url });
    return runUnderLoad(
      lab,
      async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          await redis.setConfig('maxmemory', '1');
          await sleep(4_000);
          await redis.setConfig('maxmemory', '0');
          await settled();
        }
      },
      ANSWERS_REQUIRED,
    );
  }),
  detectedOnRedis('Redis queue frozen for 8 s (SIGSTOP)', async (lab, redis) => {
    await redis.start();
    await lab.restart({ REDIS_URL: redis.url });
    return runUnderLoad(
      lab,
      async (injected, settled) => {
        injected();
        redis.signal('SIGSTOP');
        await sleep(8_000);
        redis.signal('SIGCONT');
        await settled();
      },
      ANSWERS_REQUIRED,
    );
  }),
];
