import { hasRedis, createRedisServer } from '../../test/support/redis.ts';
import type { Bench } from '../support/bench.ts';
import type { Env } from '../support/child-processes.ts';
import { toResultRow, checkDeliveries, type ResultRow } from './results.ts';
import type { BaselineOrder } from './baseline-publisher.ts';
import {
  openWebhookBench,
  ChildProcessClient,
  computePercentile,
  type WebhookBench,
  type RegisteredEndpoint,
} from './webhook-bench.ts';
import type { CommittedEvents } from './publisher.ts';

const TYPE = 'customer.created';
const PER_SECOND = 100;
const SECONDS = 60;

/** Measures the time from commit to receiver, at a rate that leaves the worker idle between deliveries. */
export async function latency(bench: Bench, scale: number): Promise<ResultRow[]> {
  const rows = await measureEngine(bench, scale, 'PostgreSQL', {});
  if (!hasRedis()) return [...rows, toResultRow('latency on Redis', 'skipped: no redis-server', '', true)];
  const redis = await createRedisServer();
  await redis.start();
  try {
    return [...rows, ...(await measureEngine(bench, scale, 'Redis', { REDIS_URL: redis.url }))];
  } finally {
    await redis.close();
  }
}

interface LatencySummary {
  p50: number;
  p99: number;
  lost: number;
}

async function measureEngine(bench: Bench, scale: number, engine: string, env: Env): Promise<ResultRow[]> {
  const lab = await openWebhookBench(bench, env);
  const worker = await lab.startWorker();
  try {
    const events = Math.round(PER_SECOND * SECONDS * scale);
    const [endpoint] = await lab.createEndpoints(1, TYPE, 20);
    const publish = (count: number): Promise<CommittedEvents> =>
      lab.publish({ type: TYPE, events: count, atOnce: 16, perSecond: PER_SECOND });
    const ours = await measureLatencies(lab, endpoint!, events, publish);
    await worker.stop();
    const bare = await measureBaselineLatencies(bench, lab, endpoint!, events);
    const name = `commit to receipt, ${PER_SECOND} events/s, ${engine}`;
    return [
      toResultRow(`${name}, p50`, `${ours.p50.toFixed(1)} ms`, '≤ 4 ms', ours.p50 <= 4 && ours.lost === 0),
      toResultRow(`${name}, p99`, `${ours.p99.toFixed(1)} ms`, '≤ 12 ms', ours.p99 <= 12 && ours.lost === 0),
      toResultRow(
        `a bare LISTEN, NOTIFY and POST (${engine}’s turn), p50 / p99`,
        `${bare.p50.toFixed(1)} / ${bare.p99.toFixed(1)} ms`,
        '',
        bare.lost === 0,
      ),
      toResultRow(
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

/** Warms up for a second. */
async function measureLatencies(
  lab: WebhookBench,
  endpoint: RegisteredEndpoint,
  events: number,
  publish: (count: number) => Promise<CommittedEvents>,
): Promise<LatencySummary> {
  await publish(PER_SECOND);
  await lab.waitForArrivals(PER_SECOND, 20);
  const committed = await publish(events);
  const { lost, latencies: all } = checkDeliveries(
    committed,
    [endpoint],
    await lab.waitForArrivals(events, 20),
  );
  return { p50: computePercentile(all, 0.5), p99: computePercentile(all, 0.99), lost };
}

/**
 * Measures the machine's own latency: a transaction with a row and NOTIFY, and a process that reads the row and posts
 * it to the same receiver.
 */
async function measureBaselineLatencies(
  bench: Bench,
  lab: WebhookBench,
  endpoint: RegisteredEndpoint,
  events: number,
): Promise<LatencySummary> {
  const publisher = new ChildProcessClient('baseline-publisher.ts', bench.env);
  await publisher.request();
  const sender = new ChildProcessClient('baseline-sender.ts', bench.env);
  await sender.request();
  try {
    return await measureLatencies(lab, endpoint, events, async (count) => {
      const order = { endpoint, events: count, atOnce: 16, perSecond: PER_SECOND } satisfies BaselineOrder;
      return (await publisher.request<{ committed: CommittedEvents }>(order)).committed;
    });
  } finally {
    await sender.stop();
    await publisher.stop();
  }
}
