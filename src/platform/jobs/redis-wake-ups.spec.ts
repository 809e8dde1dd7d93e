import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '../../../test/support/eventually.js';
import { Config } from '../../config/config.js';
import { RedisWakeUps } from './redis-wake-ups.js';

const ENV = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

let lines: string[];
beforeEach(() => {
  lines = [];
  for (const level of ['error', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void lines.push(`${level} ${text}`));
});
afterEach(() => void jest.restoreAllMocks());

it('logs an outage of Redis once and still closes within seconds', async () => {
  const wakeUps = new RedisWakeUps(new Config({ ...ENV, REDIS_URL: 'redis://127.0.0.1:1' }));
  wakeUps.listen('deliveries', () => undefined);
  wakeUps.send('deliveries');
  await eventually(() => lines.length > 0);
  wakeUps.send('deliveries');
  const began = performance.now();
  await wakeUps.onApplicationShutdown();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(lines).toEqual([expect.stringMatching(/^error The queue store failed: .*ECONNREFUSED/)]);
});

it('opens no connection without REDIS_URL', async () => {
  const wakeUps = new RedisWakeUps(new Config(ENV));
  wakeUps.listen('deliveries', () => undefined);
  wakeUps.send('deliveries');
  await wakeUps.onApplicationShutdown();
  expect(lines).toEqual([]);
});
