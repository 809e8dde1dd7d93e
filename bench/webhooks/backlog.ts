import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../support/bench.ts';
import { row, verify, whole, type Row } from './figures.ts';
import { openLab, type Lab } from './lab.ts';

const TYPE = 'customer.created';
const ENDPOINTS = 10;

interface Run {
  rate: number;
  wrong: number;
  /** Megabytes of the worker's memory, one sample a second. */
  memory: number[];
}

/** A worker that starts with 20,000 deliveries waiting, and one that starts with 100,000. */
export async function backlog(bench: Bench, scale: number): Promise<Row[]> {
  const lab = await openLab(bench);
  try {
    const small = await drain(lab, Math.round(20_000 * scale));
    const large = await drain(lab, Math.round(100_000 * scale));
    const ratio = large.rate / small.rate;
    const half = Math.floor(large.memory.length / 2);
    const [early, late] = [Math.max(...large.memory.slice(0, half)), Math.max(...large.memory.slice(half))];
    return [
      row('draining 20,000 that wait, deliveries/s', whole(small.rate), '', small.wrong === 0),
      row('draining 100,000 that wait, deliveries/s', whole(large.rate), '', large.wrong === 0),
      row('100,000 ÷ 20,000', ratio.toFixed(2), '≥ 0.9', ratio >= 0.9),
      row('worker’s memory, first and second half', `${early} / ${late} MB`, '≤ +10 %', late <= early * 1.1),
    ];
  } finally {
    await lab.close();
  }
}

async function drain(lab: Lab, deliveries: number): Promise<Run> {
  const endpoints = await lab.endpoints(ENDPOINTS, TYPE, 20);
  const events = Math.round(deliveries / ENDPOINTS);
  const committed = await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
  const began = Date.now();
  const worker = await lab.worker();
  const memory: number[] = [];
  let draining = true;
  const sampling = (async () => {
    for (; draining; await sleep(1_000)) memory.push(megabytes(worker.pid));
  })();
  const arrivals = await lab.arrivals(deliveries, 300);
  draining = false;
  await sampling;
  await worker.stop();
  await lab.drop(endpoints);
  const { lost, duplicates, unsigned, lastAt } = verify(committed, endpoints, arrivals);
  const firstAt = arrivals.deliveries[0]?.[2] ?? began;
  return { rate: deliveries / ((lastAt - firstAt) / 1_000), wrong: lost + duplicates + unsigned, memory };
}

function megabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
