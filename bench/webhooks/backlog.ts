import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench.ts';
import type { Env } from '../support/child-processes.ts';
import { ROOT } from '../support/paths.ts';
import { readProcessMemory } from '../support/process-memory.ts';
import { toResultRow, checkDeliveries, formatInteger, type ResultRow } from './results.ts';
import { openWebhookBench, type WebhookBench } from './webhook-bench.ts';

const TYPE = 'customer.created';
const ENDPOINTS = 10;
/** The share of the smaller run that is delivered before rates are compared: a new process is slower. */
const WARM_UP_SHARE = 0.25;

/** The limit of the worker's resident memory after 100,000 deliveries. */
const MAX_MB = 220;

interface BacklogRun {
  rate: number;
  failed: number;
  /** The worker's resident memory after all deliveries, and its maximum. */
  residentMb: number;
  peakMb: number;
}

/**
 * Measures a worker that starts with a backlog of 20,000 deliveries, and one with 100,000. A third one, also with
 * 100,000, collects garbage every second, which shows its memory in use but changes the other figures.
 */
export async function backlog(bench: Bench, scale: number): Promise<ResultRow[]> {
  const lab = await openWebhookBench(bench);
  try {
    const waiting = Math.round(20_000 * scale);
    const skip = Math.round(waiting * WARM_UP_SHARE);
    const small = await drainBacklog(lab, waiting, skip);
    const many = Math.round(100_000 * scale);
    const large = await drainBacklog(lab, many, skip);
    const file = join(bench.env.DATA_DIR!, 'memory');
    const sampler = ['--import', join(ROOT, 'bench/webhooks/heap-sampler.ts')];
    await drainBacklog(lab, many, skip, { BENCH_MEMORY_FILE: file }, sampler);
    const inUse = readFileSync(file, 'utf8').trim().split('\n').map(Number);
    const ratio = large.rate / small.rate;
    const half = Math.floor(inUse.length / 2);
    const [early, late] = [Math.max(...inUse.slice(0, half)), Math.max(...inUse.slice(half))];
    return [
      toResultRow(
        'draining 20,000 that wait, deliveries/s',
        formatInteger(small.rate),
        '',
        small.failed === 0,
      ),
      toResultRow(
        'draining 100,000 that wait, deliveries/s',
        formatInteger(large.rate),
        '',
        large.failed === 0,
      ),
      toResultRow('100,000 ÷ 20,000', ratio.toFixed(2), '≥ 0.9', ratio >= 0.9),
      toResultRow(
        'worker’s resident memory after 100,000',
        `${formatInteger(large.residentMb)} MB`,
        `≤ ${MAX_MB} MB`,
        large.residentMb <= MAX_MB,
      ),
      toResultRow('the most it was', `${formatInteger(large.peakMb)} MB`, '', true),
      toResultRow(
        'worker’s memory in use, first and second half',
        `${early} / ${late} MB`,
        '≤ +10 %',
        late <= early * 1.1,
      ),
    ];
  } finally {
    await lab.close();
  }
}

async function drainBacklog(
  lab: WebhookBench,
  deliveries: number,
  skip: number,
  env: Env = {},
  nodeArgs: string[] = [],
): Promise<BacklogRun> {
  const endpoints = await lab.createEndpoints(ENDPOINTS, TYPE, 20);
  const events = Math.round(deliveries / ENDPOINTS);
  const committed = await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
  const worker = await lab.startWorker(env, nodeArgs);
  const arrivals = await lab.waitForArrivals(deliveries, 300);
  const { residentMb, peakMb } = readProcessMemory(worker);
  await worker.stop();
  await lab.deleteEndpoints(endpoints);
  const { lost, duplicates, unsigned, lastAt } = checkDeliveries(committed, endpoints, arrivals);
  const warmAt = arrivals.deliveries[skip]?.[2] ?? Number.NaN;
  return {
    rate: (arrivals.deliveries.length - skip) / ((lastAt - warmAt) / 1_000),
    failed: lost + duplicates + unsigned,
    residentMb,
    peakMb,
  };
}
