import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '../../src/config/config.module.js';
import { Config } from '../../src/config/config.js';
import { JobsModule } from '../../src/platform/jobs/jobs.module.js';
import { NotifyChannel } from '../../src/platform/jobs/notify-channel.js';
import { WakeUpNotifier } from '../../src/platform/jobs/wake-up-notifier.js';
import { eventually } from '../support/eventually.js';
import { hasRedis, createRedisServer, type RedisServer } from '../support/redis.js';
import {
  startRedisCluster,
  startRedisSentinels,
  type HighAvailabilityRedis,
} from '../support/redis-high-availability.js';

const TOPIC = 'webhook-delivery';

interface QueueStore {
  env: Record<string, string>;
  wipe(): Promise<void>;
  /** Ends the connections of all clients. */
  dropConnections(): Promise<void>;
  close(): Promise<void>;
  /** Makes another server the leader and restarts the previous one. */
  failOver?(): Promise<void>;
}

async function openRedisStore(): Promise<QueueStore & { server: RedisServer }> {
  const server = await createRedisServer();
  await server.start();
  return {
    server,
    env: { REDIS_URL: server.url },
    wipe: () => server.wipe(),
    dropConnections: () => server.dropConnections(),
    close: () => server.close(),
  };
}

async function openHighAvailabilityStore(start: () => Promise<HighAvailabilityRedis>): Promise<QueueStore> {
  const { url, failOver, restartKilled: mend, ...rest } = await start();
  return { ...rest, env: { REDIS_URL: url }, failOver: async () => (await failOver(), mend()) };
}

const stores: [string, () => Promise<QueueStore>][] = [
  ['Redis', openRedisStore],
  ['Redis with sentinels', () => openHighAvailabilityStore(startRedisSentinels)],
  ['a Redis cluster', () => openHighAvailabilityStore(startRedisCluster)],
];
if (!hasRedis()) process.stdout.write('redis-server is not installed: skips the wake-ups over Redis\n');

/** On a busy machine, sentinels need longer than the other stores to agree on a leader. */
const FAILOVER_PATIENCE_MS = 90_000;

interface QueuePair {
  send(): void;
  woken(): number;
}

class QueueProcess {}

/** Starts the wake-ups of a service process without NOTIFY. */
async function startQueue(env: Record<string, string>): Promise<INestApplicationContext> {
  const config = new Config({ DATA_DIR: process.env.TEST_DATA_DIR, ...env });
  const imports = [ConfigModule.forRoot(config), JobsModule.forRoot(config)];
  const app = await NestFactory.createApplicationContext(
    { module: QueueProcess, imports },
    { logger: false },
  );
  jest.spyOn(app.get(NotifyChannel), 'send').mockReturnValue();
  jest.spyOn(app.get(NotifyChannel), 'listen').mockReturnValue();
  return app;
}

(hasRedis() ? describe : describe.skip).each(stores)('wake-ups over BullMQ on %s', (_name, open) => {
  let store: QueueStore;
  const running: INestApplicationContext[] = [];

  beforeAll(async () => {
    store = await open();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.close()));
  });
  afterAll(() => store.close());

  /** Starts a sender and a listener, and counts the wake-ups of the listener. */
  async function pair(): Promise<QueuePair> {
    const [sender, listener] = [await startQueue(store.env), await startQueue(store.env)];
    running.push(sender, listener);
    let woken = 0;
    listener.get(WakeUpNotifier).listen(TOPIC, () => woken++);
    return {
      send: () => sender.get(WakeUpNotifier).send(TOPIC),
      woken: () => woken,
    };
  }

  async function wokenAgain({ send, woken }: QueuePair, patienceMs = 30_000): Promise<boolean> {
    const before = woken();
    for (const end = performance.now() + patienceMs; performance.now() < end;) {
      send();
      // A wake-up may be lost, so another one follows.
      await sleep(50);
      if (woken() > before) return true;
    }
    return false;
  }

  it('reach a listener in another process', async () => {
    const both = await pair();
    expect(await wokenAgain(both)).toBe(true);
  });

  it('coalesce when sent at the same moment', async () => {
    const both = await pair();
    await wokenAgain(both);
    // Wake-ups of `wokenAgain` may still come. No event marks the last one.
    await sleep(200);
    const before = both.woken();
    for (let count = 0; count < 500; count++) both.send();
    await eventually(() => both.woken() > before);
    // No event marks the last wake-up.
    await sleep(500);
    expect(both.woken() - before).toBeLessThan(5);
  });

  it('resume each time all connections are cut', async () => {
    const both = await pair();
    for (let time = 0; time < 5; time++) {
      expect(await wokenAgain(both)).toBe(true);
      await store.dropConnections();
    }
    expect(await wokenAgain(both)).toBe(true);
  });

  it('resume after each failover', async () => {
    const both = await pair();
    for (let time = 0; time < (store.failOver ? 2 : 1); time++) {
      expect(await wokenAgain(both, FAILOVER_PATIENCE_MS)).toBe(true);
      await store.failOver?.();
    }
    expect(await wokenAgain(both, FAILOVER_PATIENCE_MS)).toBe(true);
  }, 300_000);

  it('resume after the store was wiped', async () => {
    const both = await pair();
    await wokenAgain(both);
    await store.wipe();
    expect(await wokenAgain(both)).toBe(true);
  });
});

describe('wake-ups without a store', () => {
  it('are dropped at once, and the process shuts down normally', async () => {
    const app = await startQueue({ REDIS_URL: 'redis://127.0.0.1:1' });
    const sender = app.get(WakeUpNotifier);
    sender.listen(TOPIC, () => undefined);
    const began = performance.now();
    for (let count = 0; count < 10_000; count++) sender.send(TOPIC);
    expect(performance.now() - began).toBeLessThan(10_000);
    // Longer than the first connection attempt, which nothing reports.
    await sleep(100);
    await app.close();
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  (hasRedis() ? it : it.skip)('are sent once a store becomes available', async () => {
    const server = await createRedisServer();
    const late = await startQueue({ REDIS_URL: server.url });
    let woken = 0;
    late.get(WakeUpNotifier).listen(TOPIC, () => woken++);
    late.get(WakeUpNotifier).send(TOPIC);
    expect(woken).toBe(0);
    await server.start();
    await eventually(() => woken);
    await late.close();
    await server.close();
  });
});
