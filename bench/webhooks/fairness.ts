import type { Bench } from '../support/bench.ts';
import { toResultRow, checkDeliveries, formatInteger, type ResultRow } from './results.ts';
import { openWebhookBench, computePercentile } from './webhook-bench.ts';

const SLOW = 'bill.created';
const HEALTHY = 'bill.updated';
const PENDING = 10_000;
const SLOW_MS = 9_000;

/** Measures a healthy endpoint beside one that responds after nine seconds and has a backlog of 10,000 deliveries. */
export async function fairness(bench: Bench, scale: number): Promise<ResultRow[]> {
  const lab = await openWebhookBench(bench);
  await lab.createEndpoints(1, SLOW, SLOW_MS);
  const pending = Math.round(PENDING * scale);
  await lab.publish({ type: SLOW, events: pending, atOnce: 8, perSecond: 100_000 });
  const worker = await lab.startWorker();
  try {
    const healthy = await lab.createEndpoints(1, HEALTHY, 20);
    const committed = await lab.publish({ type: HEALTHY, events: 300, atOnce: 8, perSecond: 10 });
    const { lost, latencies } = checkDeliveries(committed, healthy, await lab.waitForArrivals(300, 5));
    const p95 = computePercentile(latencies, 0.95);
    const name = `p95 of a healthy endpoint beside a 9 s one with ${formatInteger(pending)} pending`;
    return [toResultRow(name, `${p95.toFixed(0)} ms`, '< 2,000 ms', p95 < 2_000 && lost === 0)];
  } finally {
    await worker.kill();
    await lab.close();
  }
}
