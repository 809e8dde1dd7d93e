import { hasRedis, prepareRedis } from '../../test/support/redis.ts';
import type { Bench } from '../support/bench.ts';
import type { Env } from '../support/children.ts';
import { row, verify, type Row } from './figures.ts';
import type { BareOrder } from './bare-publisher.ts';
import { openLab, Partner, percentile, type Lab, type RegisteredEndpoint } from './lab.ts';
import type { Committed } from './publisher.ts';

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

interface Latencies {
  p50: number;
  p99: number;
  lost: number;
}

async function measure(bench: Bench, scale: number, engine: string, env: Env): Promise<Row[]> {
  const lab = await openLab(bench, env);
  const worker = await lab.worker();
  try {
    const events = Math.round(PER_SECOND * SECONDS * scale);
    const [endpoint] = await lab.endpoints(1, TYPE, 20);
    const publish = (count: number): Promise<Committed> =>
      lab.publish({ type: TYPE, events: count, atOnce: 16, perSecond: PER_SECOND });
    const ours = await latencies(lab, endpoint!, events, publish);
    await worker.stop();
    const bare = await bareLatencies(bench, lab, endpoint!, events);
    const name = `commit to receipt, ${PER_SECOND} events/s, ${engine}`;
    return [
      row(`${name}, p50`, `${ours.p50.toFixed(1)} ms`, '≤ 4 ms', ours.p50 <= 4 && ours.lost === 0),
      row(`${name}, p99`, `${ours.p99.toFixed(1)} ms`, '≤ 12 ms', ours.p99 <= 12 && ours.lost === 0),
      row(
        `a bare LISTEN, NOTIFY and POST (${engine}’s turn), p50 / p99`,
        `${bare.p50.toFixed(1)} / ${bare.p99.toFixed(1)} ms`,
        '',
        bare.lost === 0,
      ),
      row(
        `the one ÷ the other (${engine})`,
        `${(ours.p50 / bare.p50).toFixed(1)} / ${(ours.p99 / bare.p99).toFixed(1)}`,
        '',
        true,
      ),
    ];
  } finally {
    await worker.stop();
    await lab.close();
  }
}

/** A second of it first, so that nobody is measured as he starts. */
async function latencies(
  lab: Lab,
  endpoint: RegisteredEndpoint,
  events: number,
  publish: (count: number) => Promise<Committed>,
): Promise<Latencies> {
  await publish(PER_SECOND);
  await lab.arrivals(PER_SECOND, 20);
  const committed = await publish(events);
  const { lost, latencies: all } = verify(committed, [endpoint], await lab.arrivals(events, 20));
  return { p50: percentile(all, 0.5), p99: percentile(all, 0.99), lost };
}

/** What the machine makes of it: a row and NOTIFY in a transaction, a process that reads the row and posts it to the same receiver. */
async function bareLatencies(
  bench: Bench,
  lab: Lab,
  endpoint: RegisteredEndpoint,
  events: number,
): Promise<Latencies> {
  const publisher = new Partner('bare-publisher.ts', bench.env);
  await publisher.ask();
  const sender = new Partner('bare-sender.ts', bench.env);
  await sender.ask();
  try {
    return await latencies(lab, endpoint, events, async (count) => {
      const order = { endpoint, events: count, atOnce: 16, perSecond: PER_SECOND } satisfies BareOrder;
      return (await publisher.ask<{ committed: Committed }>(order)).committed;
    });
  } finally {
    await sender.stop();
    await publisher.stop();
  }
}
