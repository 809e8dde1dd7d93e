import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { FixedWindowLimiter, WINDOW_SECONDS } from './fixed-window-limiter.js';

const PER_SECOND = 10;

it('reports an id that ignores rejections, whether it calls in sequence or in parallel', async () => {
  const limiter = new FixedWindowLimiter('spec', PER_SECOND, null);
  const more = 3 * limiter.limit;
  for (let n = 0; n < more; n++) await limiter.consume('patient');
  await Promise.all(Array.from({ length: more }, () => limiter.consume('hasty')));
  expect([limiter.hasTooManyRejections('patient'), limiter.hasTooManyRejections('hasty')]).toEqual([
    true,
    true,
  ]);
});

it('has no exhausted id once the last exhausted window has ended', async () => {
  const limiter = new FixedWindowLimiter('spec', PER_SECOND, null);
  expect(limiter.hasExhausted).toBe(false);
  for (let n = 0; n <= limiter.limit; n++) await limiter.consume('loud');
  expect(limiter.hasExhausted).toBe(true);
  await sleep(WINDOW_SECONDS * 1_000 + 100);
  expect(limiter.hasExhausted).toBe(false);
});
