import { describe, expect, it } from '@jest/globals';
import { FairPool } from './fair-pool.js';

interface Job {
  lane: string;
  number: number;
  owner: string;
}

/** Works on due jobs in order. Jobs of lane `stuck` hang until the test resolves them. */
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

/** Every job has its own owner by default. */
const jobs = (lane: string, count: number, owner?: string): Job[] =>
  Array.from({ length: count }, (_, number) => ({ lane, number, owner: owner ?? `${lane}${number}` }));
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('FairPool', () => {
  it('works on all due rows within its total limit', async () => {
    const { done, drained, peak } = bench([...jobs('a', 30), ...jobs('b', 5)], { atOnce: 4, inLane: 3 });
    await drained;
    expect(done).toHaveLength(35);
    expect(peak()).toBeLessThanOrEqual(4);
  });

  it('continues with other lanes while one lane hangs', async () => {
    const { done, hanging, drained } = bench([...jobs('stuck', 9), ...jobs('a', 20)], {
      atOnce: 10,
      inLane: 3,
    });
    await turns();
    expect(done).toEqual(jobs('a', 20));
    expect(hanging).toHaveLength(3);
    const releasing = setInterval(() => hanging.splice(0).forEach((resolve) => resolve()), 1);
    await drained;
    clearInterval(releasing);
    expect(done).toHaveLength(29);
  });

  it('keeps the limit of a lane that already has work when more rows of it are due', async () => {
    const mixed = [...jobs('stuck', 1), ...jobs('a', 1), ...jobs('stuck', 9)];
    const { done, hanging, drained } = bench(mixed, { atOnce: 10, inLane: 2 });
    await turns();
    expect(hanging).toHaveLength(2);
    const releasing = setInterval(() => hanging.splice(0).forEach((resolve) => resolve()), 1);
    await drained;
    clearInterval(releasing);
    expect(done).toHaveLength(11);
  });

  it('limits the work of one owner across lanes', async () => {
    const often = [...jobs('stuck', 4, 'busy'), ...jobs('b', 4, 'busy')];
    const { done, hanging, drained } = bench([...often, ...jobs('a', 5)], { atOnce: 10, inLane: 3 });
    await turns();
    expect(done).toEqual(jobs('a', 5));
    const releasing = setInterval(() => hanging.splice(0).forEach((resolve) => resolve()), 1);
    await drained;
    clearInterval(releasing);
    expect(done).toHaveLength(13);
  });
});
