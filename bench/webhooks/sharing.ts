import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchService } from '../support/bench.ts';
import { toResultRow, formatInteger, type ResultRow } from './results.ts';
import { LOCAL_ENV, openWebhookBench, type WebhookBench } from './webhook-bench.ts';

const TYPE = 'customer.created';
const WORKERS = 3;
const PER_SECOND = 50;
const SECONDS = 30;
const ENDPOINTS = 10;

/** Measures how evenly two API processes and three workers share single events at a steady rate, and a burst. */
export async function sharing(bench: Bench, scale: number): Promise<ResultRow[]> {
  const lab = await openWebhookBench(bench);
  const services: BenchService[] = [];
  try {
    const apis = [await start('api'), await start('api')];
    const workers: BenchService[] = [];
    for (let n = 0; n < WORKERS; n++) workers.push(await start('worker'));
    const [lone] = await lab.createEndpoints(1, TYPE, 20);
    const steady = Math.round(PER_SECOND * SECONDS * scale);
    await createCustomersAtRate(apis, lab, PER_SECOND);
    await lab.waitForArrivals(PER_SECOND, 30);
    const paced = await measureDistribution(workers, async () => {
      await createCustomersAtRate(apis, lab, steady);
      return (await lab.waitForArrivals(steady, 30)).deliveries.length === steady;
    });
    await lab.deleteEndpoints([lone!]);
    await lab.createEndpoints(ENDPOINTS, TYPE, 20);
    const events = Math.round(1_000 * scale);
    const burst = await measureDistribution(workers, async () => {
      await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
      return (await lab.waitForArrivals(events * ENDPOINTS, 60)).deliveries.length === events * ENDPOINTS;
    });
    return [
      toDistributionRow(`${formatInteger(PER_SECOND)} events/s of two apis`, paced),
      toDistributionRow(`a burst of ${formatInteger(events * ENDPOINTS)}`, burst),
    ];
  } finally {
    for (const one of services) await one.stop();
    await lab.close();
  }

  async function start(role: string): Promise<BenchService> {
    const service = await bench.startService({ ...LOCAL_ENV, PROCESS_ROLE: role });
    services.push(service);
    return service;
  }
}

/** Creates customers at the two API processes alternately, at the steady rate. */
async function createCustomersAtRate(
  apis: BenchService[],
  { organization: { headers } }: WebhookBench,
  count: number,
): Promise<void> {
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const ahead = began + (n / PER_SECOND) * 1_000 - performance.now();
    if (ahead > 0) await sleep(ahead);
    asked.push(createCustomer(apis[n % apis.length]!, headers, n));
  }
  await Promise.all(asked);
}

async function createCustomer(
  { url }: BenchService,
  headers: Record<string, string>,
  n: number,
): Promise<void> {
  const body = JSON.stringify({ name: `Customer ${n}` });
  const response = await fetch(`${url}/api/v1/customers`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(await response.text());
  await response.text();
}

interface WorkDistribution {
  complete: boolean;
  /** The attempts of each worker. */
  counts: number[];
}

async function measureDistribution(
  workers: BenchService[],
  work: () => Promise<boolean>,
): Promise<WorkDistribution> {
  const before = await Promise.all(workers.map(countAttempts));
  const complete = await work();
  const after = await Promise.all(workers.map(countAttempts));
  return { complete, counts: after.map((count, index) => count - before[index]!) };
}

async function countAttempts({ url }: BenchService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = [...text.matchAll(/^lading_delivery_attempts_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function toDistributionRow(what: string, { complete, counts }: WorkDistribution): ResultRow {
  const most = Math.max(...counts) / Math.min(...counts);
  const name = `${WORKERS} workers, ${what}: the busiest ÷ the idlest`;
  return toResultRow(name, `${most.toFixed(2)} (${counts.join(', ')})`, '≤ 1.2', complete && most <= 1.2);
}
