import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Store } from './store.js';

afterEach(() => void jest.restoreAllMocks());

it('a queue store that fails is told of once, and once that it works again', async () => {
  const said: string[] = [];
  for (const level of ['error', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void said.push(`${level} ${text}`));
  const env = {
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  };
  const store = new Store(new Config(env));
  for (const message of ['gone', 'gone', '']) store.failed(new Error(message));
  store.works();
  store.works();
  await store.close();
  store.failed(new Error('it is closed'));
  expect(said).toEqual([
    'error The queue store failed: gone',
    expect.stringMatching(/^log The queue store failed: works again after \d+ s, failures: 3$/),
  ]);
});
