import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { eventually } from '../../../test/support/eventually.js';
import { Config } from '../../config/config.js';
import { RedisWakeUps } from './redis-wake-ups.js';
import { RedisWakeUpsModule } from './redis-wake-ups.module.js';

const ENV = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

let lines: string[];
beforeEach(() => {
  lines = [];
  for (const level of ['error', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => {
      if (!String(text).endsWith('dependencies initialized')) lines.push(`${level} ${text}`);
    });
});
afterEach(() => void jest.restoreAllMocks());

function createModule(env: Record<string, string>) {
  const config = new Config({ ...ENV, ...env });
  return Test.createTestingModule({ imports: [RedisWakeUpsModule.forRoot(config)] }).compile();
}

it('logs an outage of Redis once and still closes within seconds', async () => {
  const module = await createModule({ REDIS_URL: 'redis://127.0.0.1:1' });
  await module.init();
  const wakeUps = module.get(RedisWakeUps);
  wakeUps.listen('deliveries', () => undefined);
  wakeUps.send('deliveries');
  await eventually(() => lines.length > 0);
  wakeUps.send('deliveries');
  const began = performance.now();
  await module.close();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(lines).toEqual([expect.stringMatching(/^error The queue store failed: .*ECONNREFUSED/)]);
});

it('opens no connection without REDIS_URL', async () => {
  const module = await createModule({});
  const wakeUps = module.get(RedisWakeUps);
  wakeUps.listen('deliveries', () => undefined);
  wakeUps.send('deliveries');
  await module.close();
  expect(lines).toEqual([]);
});
