import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Service } from '../support/bench.ts';
import { row, verify, whole, type Row } from './figures.ts';
import { openLab, type Lab } from './lab.ts';
import type { Committed } from './publisher.ts';
import type { Arrivals } from './receiver.ts';

const TYPE = 'customer.updated';
const DELIVERIES = 20_000;
const ENDPOINTS = 10;
const PER_SECOND = 400;
const WORKER_KILLS = 20;
const DATABASE_KILLS = 3;
const SLOTS = 200;
const BATCH_SECONDS = 2;

interface Kill {
  at: number;
  /** The deliveries that were under way: event id and path. */
  interrupted: string[];
}

/** Twenty thousand deliveries or more: as long as it takes to kill the worker twenty times and PostgreSQL three times. */
export async function kills(bench: Bench, scale: number): Promise<Row[]> {
  const lab = await openLab(bench);
  try {
    const endpoints = await lab.endpoints(ENDPOINTS, TYPE, 20);
    const events = Math.round((DELIVERIES / ENDPOINTS) * scale);
    let over = false;
    const publishing = publish(lab, events, () => over);
    const done = await killing(bench, lab, ((events * ENDPOINTS) / PER_SECOND) * 1_000);
    over = true;
    const committed = await publishing;
    const arrivals = await lab.arrivals(Number.POSITIVE_INFINITY, 25);
    const { lost, duplicates, unsigned } = verify(committed, endpoints, arrivals);
    const first = Math.max(...done.map(({ at }) => firstAfter(arrivals, at)));
    const interrupted = Math.max(...done.map((kill) => lastInterrupted(arrivals, kill)));
    const bound = done.length * SLOTS;
    const title = `${whole(committed.length * ENDPOINTS)} deliveries, ${WORKER_KILLS} kills of the worker, ${DATABASE_KILLS} of PostgreSQL`;
    return [
      row(`${title}: lost`, String(lost), '0', lost + unsigned === 0),
      row('duplicates', whole(duplicates), `≤ kills × in flight = ${whole(bound)}`, duplicates <= bound),
      row('after a kill, the first new attempt', seconds(first), '≤ 15 s', first <= 15_000),
      row('after a kill, the last interrupted one', seconds(interrupted), '≤ 20 s', interrupted <= 20_000),
    ];
  } finally {
    await lab.close();
  }
}

/** At least `least` events, and on until `over`, so that after every kill there is something new to deliver. */
async function publish(lab: Lab, least: number, over: () => boolean): Promise<Committed> {
  const committed: Committed = [];
  const perSecond = PER_SECOND / ENDPOINTS;
  const order = { type: TYPE, events: perSecond * BATCH_SECONDS, atOnce: 8, perSecond };
  for (let last = false; !last;) {
    last = over() && committed.length + order.events >= least;
    committed.push(...(await lab.publish(order)));
  }
  return committed;
}

async function killing(bench: Bench, lab: Lab, durationMs: number): Promise<Kill[]> {
  const done: Kill[] = [];
  const rounds = WORKER_KILLS + DATABASE_KILLS;
  let worker = await lab.worker();
  for (let round = 0; round < rounds; round++) {
    await sleep(durationMs / rounds / 2 + Math.random() * 1_000);
    if (round % 8 === 4) done.push(await killDatabase(bench));
    else {
      done.push(await killWorker(bench, worker));
      worker = await lab.worker();
    }
  }
  return done;
}

async function killWorker(bench: Bench, worker: Service): Promise<Kill> {
  await worker.kill();
  const at = now();
  const rows = await ask<{ key: string }>(
    bench,
    `SELECT d.event_id || ' ' || regexp_replace(e.url, '^.*/', '/') AS key
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.lease_until > now()`,
  );
  return { at, interrupted: rows.map(({ key }) => key) };
}

async function killDatabase(bench: Bench): Promise<Kill> {
  const [row] = await ask<{ pid: number }>(bench, 'SELECT pg_backend_pid() AS pid');
  const [, , , postmaster] = readFileSync(`/proc/${row!.pid}/stat`, 'utf8').split(' ');
  process.kill(Number(postmaster), 'SIGKILL');
  return { at: now(), interrupted: [] };
}

/** Again until the database is back. */
async function ask<R extends object>(bench: Bench, text: string): Promise<R[]> {
  for (;;) {
    try {
      return (await bench.sql.query<R>(text)).rows;
    } catch {
      await sleep(50);
    }
  }
}

function firstAfter(arrivals: Arrivals, at: number): number {
  const after = arrivals.deliveries.map(([, , time]) => time - at).filter((ms) => ms > 0);
  return after.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
}

/** Of the deliveries that were under way, the one whose next attempt came last; 0 when there were none. */
function lastInterrupted(arrivals: Arrivals, { at, interrupted }: Kill): number {
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

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
