import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench.ts';
import { ROOT } from '../support/paths.ts';
import { row, verify, whole, type Row } from './figures.ts';
import { openLab, type Lab } from './lab.ts';

const TYPE = 'customer.created';
const ENDPOINTS = 10;
/** Of the smaller run, what is delivered before rates are compared: a process that has just started is slower. */
const WARM_UP = 0.25;

interface Run {
  rate: number;
  wrong: number;
  /** Megabytes that the worker has in use, one sample a second. */
  memory: number[];
}

/** A worker that starts with 20,000 deliveries waiting, and one that starts with 100,000. */
export async function backlog(bench: Bench, scale: number): Promise<Row[]> {
  const lab = await openLab(bench);
  try {
    const waiting = Math.round(20_000 * scale);
    const skip = Math.round(waiting * WARM_UP);
    const small = await drain(bench, lab, waiting, skip);
    const large = await drain(bench, lab, Math.round(100_000 * scale), skip);
    const ratio = large.rate / small.rate;
    const half = Math.floor(large.memory.length / 2);
    const [early, late] = [Math.max(...large.memory.slice(0, half)), Math.max(...large.memory.slice(half))];
    return [
      row('draining 20,000 that wait, deliveries/s', whole(small.rate), '', small.wrong === 0),
      row('draining 100,000 that wait, deliveries/s', whole(large.rate), '', large.wrong === 0),
      row('100,000 ÷ 20,000', ratio.toFixed(2), '≥ 0.9', ratio >= 0.9),
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

async function drain(bench: Bench, lab: Lab, deliveries: number, skip: number): Promise<Run> {
  const endpoints = await lab.endpoints(ENDPOINTS, TYPE, 20);
  const events = Math.round(deliveries / ENDPOINTS);
  const committed = await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
  const file = join(bench.env.DATA_DIR!, `memory-${deliveries}`);
  const sampler = ['--import', join(ROOT, 'bench/webhooks/live-memory.ts')];
  const worker = await lab.worker({ BENCH_MEMORY_FILE: file }, sampler);
  const arrivals = await lab.arrivals(deliveries, 300);
  await worker.stop();
  await lab.drop(endpoints);
  const { lost, duplicates, unsigned, lastAt } = verify(committed, endpoints, arrivals);
  const warmAt = arrivals.deliveries[skip]?.[2] ?? Number.NaN;
  return {
    rate: (arrivals.deliveries.length - skip) / ((lastAt - warmAt) / 1_000),
    wrong: lost + duplicates + unsigned,
    memory: readFileSync(file, 'utf8').trim().split('\n').map(Number),
  };
}
