import type { Bench } from '../support/bench.ts';
import { row, verify, whole, type Row } from './figures.ts';
import { openLab, percentile } from './lab.ts';

const SLOW = 'bill.created';
const HEALTHY = 'bill.updated';
const PENDING = 10_000;
const SLOW_MS = 9_000;

/** A healthy endpoint beside one that takes nine seconds for each answer and has 10,000 deliveries waiting. */
export async function fairness(bench: Bench, scale: number): Promise<Row[]> {
  const lab = await openLab(bench);
  await lab.endpoints(1, SLOW, SLOW_MS);
  const pending = Math.round(PENDING * scale);
  await lab.publish({ type: SLOW, events: pending, atOnce: 8, perSecond: 100_000 });
  const worker = await lab.worker();
  try {
    const healthy = await lab.endpoints(1, HEALTHY, 20);
    const committed = await lab.publish({ type: HEALTHY, events: 300, atOnce: 8, perSecond: 10 });
    const { lost, latencies } = verify(committed, healthy, await lab.arrivals(300, 5));
    const p95 = percentile(latencies, 0.95);
    const name = `p95 of a healthy endpoint beside a 9 s one with ${whole(pending)} pending`;
    return [row(name, `${p95.toFixed(0)} ms`, '< 2,000 ms', p95 < 2_000 && lost === 0)];
  } finally {
    await worker.kill();
    await lab.close();
  }
}
