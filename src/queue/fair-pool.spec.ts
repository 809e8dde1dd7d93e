import { describe, expect, it } from '@jest/globals';
import { FairPool } from './fair-pool.js';

interface Job {
  lane: string;
  number: number;
}

/** Jobs that are due, taken in order; those of lane `stuck` hang until they are let go. */
function bench(jobs: Job[], most: { atOnce: number; inLane: number }) {
  const done: Job[] = [];
  const hanging: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  const pool = new FairPool<Job>(
    most,
    ({ lane }) => lane,
    async (job) => {
      peak = Math.max(peak, ++running);
      if (job.lane === 'stuck') await new Promise<void>((resolve) => hanging.push(resolve));
      else await Promise.resolve();
      running--;
      done.push(job);
    },
  );
  const drained = pool.drain(async (limit, full) => {
    const taken = jobs.filter(({ lane }) => !full.includes(lane)).slice(0, limit);
    for (const job of taken) jobs.splice(jobs.indexOf(job), 1);
    return taken;
  });
  return { done, hanging, drained, peak: () => peak };
}

const jobs = (lane: string, count: number): Job[] =>
  Array.from({ length: count }, (_, number) => ({ lane, number }));
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a pool of fair shares', () => {
  it('does what is due, and no more at once than it may', async () => {
    const { done, drained, peak } = bench([...jobs('a', 30), ...jobs('b', 5)], { atOnce: 4, inLane: 3 });
    await drained;
    expect(done).toHaveLength(35);
    expect(peak()).toBeLessThanOrEqual(4);
  });

  it('is not held up by a lane that hangs, which holds its own places only', async () => {
    const { done, hanging, drained } = bench([...jobs('stuck', 9), ...jobs('a', 20)], {
      atOnce: 10,
      inLane: 3,
    });
    await turns();
    expect(done).toEqual(jobs('a', 20));
    expect(hanging).toHaveLength(3);
    const letGo = setInterval(() => hanging.splice(0).forEach((resolve) => resolve()), 1);
    await drained;
    clearInterval(letGo);
    expect(done).toHaveLength(29);
  });
});
