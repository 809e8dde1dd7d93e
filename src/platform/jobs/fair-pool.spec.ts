import { describe, expect, it } from '@jest/globals';
import { FairPool } from './fair-pool.js';

interface Job {
  lane: string;
  number: number;
  owner: string;
}

/** Jobs that are due, taken in order; those of lane `stuck` hang until they are let go. */
function bench(jobs: Job[], most: { atOnce: number; inLane: number }) {
  const done: Job[] = [];
  const hanging: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  const pool = new FairPool<Job, 'lane' | 'owner'>(
    most,
    { lane: ({ lane }) => lane, owner: ({ owner }) => owner },
    async (job) => {
      peak = Math.max(peak, ++running);
      if (job.lane === 'stuck') await new Promise<void>((resolve) => hanging.push(resolve));
      else await Promise.resolve();
      running--;
      done.push(job);
    },
  );
  const drained = pool.drain(async (limit, full) => {
    const taken = jobs
      .filter(({ lane, owner }) => !full.lane.includes(lane) && !full.owner.includes(owner))
      .slice(0, limit);
    for (const job of taken) jobs.splice(jobs.indexOf(job), 1);
    return taken;
  });
  return { done, hanging, drained, peak: () => peak };
}

/** Each job its own owner's, unless one is named. */
const jobs = (lane: string, count: number, owner?: string): Job[] =>
  Array.from({ length: count }, (_, number) => ({ lane, number, owner: owner ?? `${lane}${number}` }));
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

  it('is not taken up by one owner’s work, whatever lanes it is in', async () => {
    const often = [...jobs('stuck', 4, 'busy'), ...jobs('b', 4, 'busy')];
    const { done, hanging, drained } = bench([...often, ...jobs('a', 5)], { atOnce: 10, inLane: 3 });
    await turns();
    expect(done).toEqual(jobs('a', 5));
    const letGo = setInterval(() => hanging.splice(0).forEach((resolve) => resolve()), 1);
    await drained;
    clearInterval(letGo);
    expect(done).toHaveLength(13);
  });
});
