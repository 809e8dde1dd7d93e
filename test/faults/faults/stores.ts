import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis, prepareRedis, type RedisServer } from '../../support/redis.ts';
import { MAX_CONNECTIONS, type Lab } from '../lab.ts';
import { underLoad, type Fault, type Outcome } from '../outcome.ts';

const ANSWERS = { answersAlways: true };

function onRedis(name: string, run: (lab: Lab, redis: RedisServer) => Promise<Outcome>): Fault {
  return {
    name,
    async run(lab) {
      if (!hasRedis()) return 'skipped';
      const redis = await prepareRedis();
      try {
        return await run(lab, redis);
      } finally {
        await redis.close();
        await lab.restart();
      }
    },
  };
}

export const QUEUE_FAULTS: Fault[] = [
  {
    name: 'queue on PostgreSQL wiped',
    run: (lab) =>
      underLoad(
        lab,
        async (injected) => {
          for (let time = 0; time < 3; time++) {
            injected();
            await lab.sql.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
            await sleep(2_500);
          }
        },
        ANSWERS,
      ),
  },
  onRedis('queue on Redis, absent when everything starts', async (lab, redis) => {
    await lab.restart({ REDIS_URL: redis.url });
    return underLoad(
      lab,
      async (injected) => {
        injected();
        await sleep(3_000);
        await redis.start();
        await sleep(2_000);
      },
      ANSWERS,
    );
  }),
  onRedis('queue on Redis, killed and started empty', async (lab, redis) => {
    await redis.start();
    await lab.restart({ REDIS_URL: redis.url });
    return underLoad(
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
      ANSWERS,
    );
  }),
  onRedis('queue on Redis, wiped', async (lab, redis) => {
    await redis.start();
    await lab.restart({ REDIS_URL: redis.url });
    return underLoad(
      lab,
      async (injected) => {
        for (let time = 0; time < 5; time++) {
          injected();
          await redis.wipe();
          await sleep(500);
        }
      },
      ANSWERS,
    );
  }),
];

export const DATABASE_FAULTS: Fault[] = [
  {
    name: 'PostgreSQL killed and restarted',
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 3; time++) {
          injected();
          await lab.killPostgres();
          await settled();
        }
      }),
  },
  {
    name: 'PostgreSQL’s connections cut',
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 5; time++) {
          injected();
          await lab.sql.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
          );
          await settled();
        }
      }),
  },
  {
    name: 'PostgreSQL out of connections',
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          const release = await exhaust(lab);
          await sleep(3_000);
          await release();
          await settled();
        }
      }),
  },
];

/** Takes every connection there is, those of the service included. */
async function exhaust(lab: Lab): Promise<() => Promise<void>> {
  // One for the statement below.
  await lab.sql.query('SELECT 1');
  const clients = Array.from({ length: MAX_CONNECTIONS }, () => lab.connect());
  const connected = await Promise.allSettled(clients.map((client) => client.connect()));
  await lab.sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name LIKE 'lading%'`,
  );
  const late = Array.from({ length: MAX_CONNECTIONS }, () => lab.connect());
  await Promise.allSettled(late.map((client) => client.connect()));
  const open = clients.filter((_client, index) => connected[index]?.status === 'fulfilled');
  return async () => {
    await Promise.allSettled([...open, ...late].map((client) => client.end()));
  };
}
