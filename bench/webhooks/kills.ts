import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchService } from '../support/bench.ts';
import { toResultRow, checkDeliveries, formatInteger, type ResultRow } from './results.ts';
import { openWebhookBench, type WebhookBench } from './webhook-bench.ts';
import type { CommittedEvents } from './publisher.ts';
import type { Arrivals } from './receiver.ts';

const TYPE = 'customer.updated';
const DELIVERIES = 20_000;
const ENDPOINTS = 10;
const PER_SECOND = 400;
const WORKER_KILLS = 20;
const DATABASE_KILLS = 3;
const SLOTS = 200;
const BATCH_SECONDS = 2;

interface ProcessKill {
  at: number;
  /** The deliveries that were in progress: event id and path. */
  interrupted: string[];
}

/**
 * Publishes at least 20,000 deliveries, for as long as it takes to kill the worker twenty times and PostgreSQL three
 * times.
 */
export async function kills(bench: Bench, scale: number): Promise<ResultRow[]> {
  const lab = await openWebhookBench(bench);
  try {
    const endpoints = await lab.createEndpoints(ENDPOINTS, TYPE, 20);
    const events = Math.round((DELIVERIES / ENDPOINTS) * scale);
    let over = false;
    const publishing = publish(lab, events, () => over);
    const done = await runKills(bench, lab, ((events * ENDPOINTS) / PER_SECOND) * 1_000);
    over = true;
    const committed = await publishing;
    const arrivals = await lab.waitForArrivals(Number.POSITIVE_INFINITY, 25);
    const { lost, duplicates, unsigned } = checkDeliveries(committed, endpoints, arrivals);
    const first = Math.max(...done.map(({ at }) => findFirstAfter(arrivals, at)));
    const interrupted = Math.max(...done.map((kill) => findLastInterrupted(arrivals, kill)));
    const bound = done.length * SLOTS;
    const title = `${formatInteger(committed.length * ENDPOINTS)} deliveries, ${WORKER_KILLS} kills of the worker, ${DATABASE_KILLS} of PostgreSQL`;
    return [
      toResultRow(`${title}: lost`, String(lost), '0', lost + unsigned === 0),
      toResultRow(
        'duplicates',
        formatInteger(duplicates),
        `≤ kills × in flight = ${formatInteger(bound)}`,
        duplicates <= bound,
      ),
      toResultRow('after a kill, the first new attempt', formatSeconds(first), '≤ 15 s', first <= 15_000),
      toResultRow(
        'after a kill, the last interrupted one',
        formatSeconds(interrupted),
        '≤ 20 s',
        interrupted <= 20_000,
      ),
    ];
  } finally {
    await lab.close();
  }
}

/** Publishes at least `least` events and continues until `over`, so that there are new deliveries after every kill. */
async function publish(lab: WebhookBench, least: number, over: () => boolean): Promise<CommittedEvents> {
  const committed: CommittedEvents = [];
  const perSecond = PER_SECOND / ENDPOINTS;
  const order = { type: TYPE, events: perSecond * BATCH_SECONDS, atOnce: 8, perSecond };
  for (let last = false; !last;) {
    last = over() && committed.length + order.events >= least;
    committed.push(...(await lab.publish(order)));
  }
  return committed;
}

async function runKills(bench: Bench, lab: WebhookBench, durationMs: number): Promise<ProcessKill[]> {
  const done: ProcessKill[] = [];
  const rounds = WORKER_KILLS + DATABASE_KILLS;
  let worker = await lab.startWorker();
  for (let round = 0; round < rounds; round++) {
    await sleep(durationMs / rounds / 2 + Math.random() * 1_000);
    if (round % 8 === 4) done.push(await killDatabase(bench));
    else {
      done.push(await killWorker(bench, worker));
      worker = await lab.startWorker();
    }
  }
  return done;
}

async function killWorker(bench: Bench, worker: BenchService): Promise<ProcessKill> {
  await worker.kill();
  const at = now();
  const rows = await queryUntilUp<{ key: string }>(
    bench,
    `SELECT d.event_id || ' ' || regexp_replace(e.url, '^.*/', '/') AS key
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.lease_until > now()`,
  );
  return { at, interrupted: rows.map(({ key }) => key) };
}

async function killDatabase(bench: Bench): Promise<ProcessKill> {
  const [row] = await queryUntilUp<{ pid: number }>(bench, 'SELECT pg_backend_pid() AS pid');
  const [, , , postmaster] = readFileSync(`/proc/${row!.pid}/stat`, 'utf8').split(' ');
  process.kill(Number(postmaster), 'SIGKILL');
  return { at: now(), interrupted: [] };
}

/** Repeats the query until the database is available. */
async function queryUntilUp<R extends object>(bench: Bench, text: string): Promise<R[]> {
  for (;;) {
    try {
      return (await bench.sql.query<R>(text)).rows;
    } catch {
      await sleep(50);
    }
  }
}

function findFirstAfter(arrivals: Arrivals, at: number): number {
  const after = arrivals.deliveries.map(([, , time]) => time - at).filter((ms) => ms > 0);
  return after.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
}

/**
 * Returns the longest time from the kill to the next attempt of an interrupted delivery, in milliseconds; 0 if none was
 * interrupted.
 */
function findLastInterrupted(arrivals: Arrivals, { at, interrupted }: ProcessKill): number {
  const keys = new Set(interrupted);
  const next = new Map<string, number>();
  for (const [event, path, time] of arrivals.deliveries) {
    const key = `${event} ${path}`;
    if (keys.has(key) && time > at && !next.has(key)) next.set(key, time - at);
  }
  return Math.max(0, ...next.values());
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
