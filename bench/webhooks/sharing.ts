import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Service } from '../support/bench.ts';
import { row, whole, type Row } from './figures.ts';
import { LOCAL, openLab, type Lab } from './lab.ts';

const TYPE = 'customer.created';
const WORKERS = 3;
const PER_SECOND = 50;
const SECONDS = 30;
const ENDPOINTS = 10;

/** Two apis and three workers: how evenly these share single events at a steady pace, and a burst. */
export async function sharing(bench: Bench, scale: number): Promise<Row[]> {
  const lab = await openLab(bench);
  const services: Service[] = [];
  try {
    const apis = [await start('api'), await start('api')];
    const workers: Service[] = [];
    for (let n = 0; n < WORKERS; n++) workers.push(await start('worker'));
    const [lone] = await lab.endpoints(1, TYPE, 20);
    const steady = Math.round(PER_SECOND * SECONDS * scale);
    await pace(apis, lab, PER_SECOND);
    await lab.arrivals(PER_SECOND, 30);
    const paced = await shares(workers, async () => {
      await pace(apis, lab, steady);
      return (await lab.arrivals(steady, 30)).deliveries.length === steady;
    });
    await lab.drop([lone!]);
    await lab.endpoints(ENDPOINTS, TYPE, 20);
    const events = Math.round(1_000 * scale);
    const burst = await shares(workers, async () => {
      await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
      return (await lab.arrivals(events * ENDPOINTS, 60)).deliveries.length === events * ENDPOINTS;
    });
    return [
      told(`${whole(PER_SECOND)} events/s of two apis`, paced),
      told(`a burst of ${whole(events * ENDPOINTS)}`, burst),
    ];
  } finally {
    for (const one of services) await one.stop();
    await lab.close();
  }

  async function start(role: string): Promise<Service> {
    const service = await bench.service({ ...LOCAL, PROCESS_ROLE: role });
    services.push(service);
    return service;
  }
}

/** Customers made at the two in turns, at the steady pace. */
async function pace(apis: Service[], { organization: { headers } }: Lab, count: number): Promise<void> {
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const ahead = began + (n / PER_SECOND) * 1_000 - performance.now();
    if (ahead > 0) await sleep(ahead);
    asked.push(create(apis[n % apis.length]!, headers, n));
  }
  await Promise.all(asked);
}

async function create({ url }: Service, headers: Record<string, string>, n: number): Promise<void> {
  const body = JSON.stringify({ name: `Customer ${n}` });
  const response = await fetch(`${url}/api/v1/customers`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(await response.text());
  await response.text();
}

interface Shared {
  complete: boolean;
  /** Attempts of each worker. */
  counts: number[];
}

async function shares(workers: Service[], work: () => Promise<boolean>): Promise<Shared> {
  const before = await Promise.all(workers.map(attempts));
  const complete = await work();
  const after = await Promise.all(workers.map(attempts));
  return { complete, counts: after.map((count, index) => count - before[index]!) };
}

async function attempts({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = [...text.matchAll(/^lading_delivery_attempts_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function told(what: string, { complete, counts }: Shared): Row {
  const most = Math.max(...counts) / Math.min(...counts);
  const name = `${WORKERS} workers, ${what}: the busiest ÷ the idlest`;
  return row(name, `${most.toFixed(2)} (${counts.join(', ')})`, '≤ 1.2', complete && most <= 1.2);
}
