import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { QueueStore } from './queue-store.js';

afterEach(() => void jest.restoreAllMocks());

it('a queue store that fails is told of once, and once that it works again', async () => {
  const said: string[] = [];
  for (const level of ['error', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void said.push(`${level} ${text}`));
  const env = {
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  };
  const store = new QueueStore(new Config(env));
  for (const message of ['gone', 'gone', '']) store.recordFailure(new Error(message));
  store.recordSuccess();
  store.recordSuccess();
  await store.close();
  store.recordFailure(new Error('it is closed'));
  expect(said).toEqual([
    'error The queue store failed: gone',
    expect.stringMatching(/^log The queue store failed: works again after \d+ s, failures: 3$/),
  ]);
});
