import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { ConfigModule } from '../../src/config/config.module.js';
import { Config } from '../../src/config/config.js';
import { JobsModule } from '../../src/platform/jobs/jobs.module.js';
import { NotifyChannel } from '../../src/platform/jobs/notify-channel.js';
import { createEmptyDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

class SignalProcess {}

let url: string;
const running: INestApplicationContext[] = [];

beforeAll(async () => {
  url = await createEmptyDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** Starts the signals of a service process without BullMQ's. */
async function startSignals(): Promise<NotifyChannel> {
  const config = new Config({ DATA_DIR: process.env.TEST_DATA_DIR, DATABASE_URL: url });
  const app = await NestFactory.createApplicationContext(
    { module: SignalProcess, imports: [ConfigModule.forRoot(config), JobsModule.forRoot(config)] },
    { logger: false },
  );
  running.push(app);
  return app.get(NotifyChannel);
}

/** Counts the wake-ups of each topic. */
function count(signals: NotifyChannel, ...topics: string[]): Record<string, number> {
  const told = Object.fromEntries(topics.map((topic) => [topic, 0]));
  for (const topic of topics) signals.listen(topic, () => told[topic]!++);
  return told;
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function listens(): Promise<boolean> {
  const [row] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'lading-wake-ups' AND query LIKE 'LISTEN%'`,
  );
  return row!.n > 0;
}

it('process signals reach every other listening process, by topic', async () => {
  const [sender, one, other] = [await startSignals(), await startSignals(), await startSignals()];
  const [first, second] = [count(one, 'mail', 'deliveries'), count(other, 'deliveries')];
  await eventually(() => {
    sender.send('deliveries');
    return first.deliveries! > 0 && second.deliveries! > 0;
  });
  expect(first.mail).toBeLessThanOrEqual(1);
});

it('process signals reach their own process at once and only once', async () => {
  const both = await startSignals();
  const told = count(both, 'deliveries');
  await eventually(listens);
  const before = told.deliveries!;
  both.send('deliveries');
  expect(told.deliveries).toBe(before + 1);
  // A later wake-up over the same connection has arrived, so an earlier duplicate would have arrived too.
  const other = await startSignals();
  const last = count(both, 'last');
  await eventually(() => {
    other.send('last');
    return last.last! > 0;
  });
  expect(told.deliveries).toBe(before + 1);
});

it('process signals sent during a notification are combined', async () => {
  const [sender, listener] = [await startSignals(), await startSignals()];
  const told = count(listener, 'deliveries');
  await eventually(() => {
    sender.send('deliveries');
    return told.deliveries! > 0;
  });
  const before = told.deliveries!;
  for (let n = 0; n < 1_000; n++) sender.send('deliveries');
  sender.send('last');
  const last = count(listener, 'last');
  await eventually(() => {
    sender.send('last');
    return last.last! > 0;
  });
  expect(told.deliveries! - before).toBeLessThan(10);
});

it('process signals resume after all connections are cut, and each listener checks once', async () => {
  const [sender, listener] = [await startSignals(), await startSignals()];
  const told = count(listener, 'deliveries');
  for (let time = 0; time < 3; time++) {
    await eventually(() => {
      sender.send('deliveries');
      return told.deliveries! > 0;
    });
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'lading-wake-ups'`,
    );
    told.deliveries = 0;
    await eventually(() => told.deliveries! > 0);
    told.deliveries = 0;
  }
});
