import { hasRedis, prepareRedis } from '../../test/support/redis.ts';
import type { Bench } from '../support/bench.ts';
import type { Env } from '../support/children.ts';
import { row, verify, type Row } from './figures.ts';
import { openLab, percentile } from './lab.ts';

const TYPE = 'customer.created';
const PER_SECOND = 100;
const SECONDS = 60;

/** From commit to the receiver, at a pace that leaves the worker idle between deliveries. */
export async function latency(bench: Bench, scale: number): Promise<Row[]> {
  const rows = await measure(bench, scale, 'PostgreSQL', {});
  if (!hasRedis()) return [...rows, row('latency on Redis', 'skipped: no redis-server', '', true)];
  const redis = await prepareRedis();
  await redis.start();
  try {
    return [...rows, ...(await measure(bench, scale, 'Redis', { REDIS_URL: redis.url }))];
  } finally {
    await redis.close();
  }
}

async function measure(bench: Bench, scale: number, engine: string, env: Env): Promise<Row[]> {
  const lab = await openLab(bench, env);
  const worker = await lab.worker();
  try {
    const endpoints = await lab.endpoints(1, TYPE, 20);
    const warmUp = await lab.publish({ type: TYPE, events: 100, atOnce: 4, perSecond: PER_SECOND });
    await lab.arrivals(warmUp.length, 20);
    const events = Math.round(PER_SECOND * SECONDS * scale);
    const committed = await lab.publish({ type: TYPE, events, atOnce: 16, perSecond: PER_SECOND });
    const { lost, latencies } = verify(committed, endpoints, await lab.arrivals(events, 20));
    const p50 = percentile(latencies, 0.5);
    const p99 = percentile(latencies, 0.99);
    const name = `commit to receipt, ${PER_SECOND} events/s, ${engine}`;
    return [
      row(`${name}, p50`, `${p50.toFixed(1)} ms`, '≤ 50 ms', p50 <= 50 && lost === 0),
      row(`${name}, p99`, `${p99.toFixed(1)} ms`, '≤ 300 ms', p99 <= 300 && lost === 0),
    ];
  } finally {
    await worker.stop();
    await lab.close();
  }
}
