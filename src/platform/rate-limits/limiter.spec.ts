import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Limiter, WINDOW_SECONDS } from './limiter.js';

const PER_SECOND = 10;

it('knows who insists, whether it asks one after the other or all at once', async () => {
  const limiter = new Limiter('spec', PER_SECOND, null);
  const more = 3 * limiter.limit;
  for (let n = 0; n < more; n++) await limiter.take('patient');
  await Promise.all(Array.from({ length: more }, () => limiter.take('hasty')));
  expect([limiter.insists('patient'), limiter.insists('hasty')]).toEqual([true, true]);
});

it('refuses nobody any more once the window of the last one has ended', async () => {
  const limiter = new Limiter('spec', PER_SECOND, null);
  expect(limiter.refuses).toBe(false);
  for (let n = 0; n <= limiter.limit; n++) await limiter.take('loud');
  expect(limiter.refuses).toBe(true);
  await sleep(WINDOW_SECONDS * 1_000 + 100);
  expect(limiter.refuses).toBe(false);
});
