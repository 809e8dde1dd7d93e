import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench.ts';
import type { Env } from '../support/children.ts';
import { ROOT } from '../support/paths.ts';
import { memoryOf } from '../support/resident.ts';
import { row, verify, whole, type Row } from './figures.ts';
import { openLab, type Lab } from './lab.ts';

const TYPE = 'customer.created';
const ENDPOINTS = 10;
/** Of the smaller run, what is delivered before rates are compared: a process that has just started is slower. */
const WARM_UP = 0.25;

/** Of the worker's resident memory after 100,000 deliveries. */
const MOST_MB = 220;

interface Run {
  rate: number;
  wrong: number;
  /** The worker's resident memory when all was delivered, and the most it ever was. */
  residentMb: number;
  peakMb: number;
}

/**
 * A worker that starts with 20,000 deliveries waiting, and one that starts with 100,000. A third one, with as many, is
 * made to collect every second, which shows what it has in use but changes all the rest.
 */
export async function backlog(bench: Bench, scale: number): Promise<Row[]> {
  const lab = await openLab(bench);
  try {
    const waiting = Math.round(20_000 * scale);
    const skip = Math.round(waiting * WARM_UP);
    const small = await drain(lab, waiting, skip);
    const many = Math.round(100_000 * scale);
    const large = await drain(lab, many, skip);
    const file = join(bench.env.DATA_DIR!, 'memory');
    const sampler = ['--import', join(ROOT, 'bench/webhooks/live-memory.ts')];
    await drain(lab, many, skip, { BENCH_MEMORY_FILE: file }, sampler);
    const inUse = readFileSync(file, 'utf8').trim().split('\n').map(Number);
    const ratio = large.rate / small.rate;
    const half = Math.floor(inUse.length / 2);
    const [early, late] = [Math.max(...inUse.slice(0, half)), Math.max(...inUse.slice(half))];
    return [
      row('draining 20,000 that wait, deliveries/s', whole(small.rate), '', small.wrong === 0),
      row('draining 100,000 that wait, deliveries/s', whole(large.rate), '', large.wrong === 0),
      row('100,000 ÷ 20,000', ratio.toFixed(2), '≥ 0.9', ratio >= 0.9),
      row(
        'worker’s resident memory after 100,000',
        `${whole(large.residentMb)} MB`,
        `≤ ${MOST_MB} MB`,
        large.residentMb <= MOST_MB,
      ),
      row('the most it was', `${whole(large.peakMb)} MB`, '', true),
      row(
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

async function drain(
  lab: Lab,
  deliveries: number,
  skip: number,
  env: Env = {},
  nodeArgs: string[] = [],
): Promise<Run> {
  const endpoints = await lab.endpoints(ENDPOINTS, TYPE, 20);
  const events = Math.round(deliveries / ENDPOINTS);
  const committed = await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
  const worker = await lab.worker(env, nodeArgs);
  const arrivals = await lab.arrivals(deliveries, 300);
  const { residentMb, peakMb } = memoryOf(worker);
  await worker.stop();
  await lab.drop(endpoints);
  const { lost, duplicates, unsigned, lastAt } = verify(committed, endpoints, arrivals);
  const warmAt = arrivals.deliveries[skip]?.[2] ?? Number.NaN;
  return {
    rate: (arrivals.deliveries.length - skip) / ((lastAt - warmAt) / 1_000),
    wrong: lost + duplicates + unsigned,
    residentMb,
    peakMb,
  };
}
