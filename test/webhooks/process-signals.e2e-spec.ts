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

/** The signals of a process of the service, beside BullMQ's. */
async function startSignals(): Promise<NotifyChannel> {
  const config = new Config({ DATA_DIR: process.env.TEST_DATA_DIR, DATABASE_URL: url });
  const app = await NestFactory.createApplicationContext(
    { module: SignalProcess, imports: [ConfigModule.forRoot(config), JobsModule.forRoot(config)] },
    { logger: false },
  );
  running.push(app);
  return app.get(NotifyChannel);
}

/** How often the process was told of each topic. */
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

it('reach every other process that listens, by topic', async () => {
  const [sender, one, other] = [await startSignals(), await startSignals(), await startSignals()];
  const [first, second] = [count(one, 'mail', 'deliveries'), count(other, 'deliveries')];
  await eventually(() => {
    sender.send('deliveries');
    return first.deliveries! > 0 && second.deliveries! > 0;
  });
  expect(first.mail).toBeLessThanOrEqual(1);
});

it('tell their own process at once, and only once', async () => {
  const both = await startSignals();
  const told = count(both, 'deliveries');
  await eventually(listens);
  const before = told.deliveries!;
  both.send('deliveries');
  expect(told.deliveries).toBe(before + 1);
  // What comes after it over the same connection has come: its own would have, too.
  const other = await startSignals();
  const last = count(both, 'last');
  await eventually(() => {
    other.send('last');
    return last.last! > 0;
  });
  expect(told.deliveries).toBe(before + 1);
});

it('go together with those that are sent while one is under way', async () => {
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

it('come again after all connections were cut, and who was away looks once by itself', async () => {
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
