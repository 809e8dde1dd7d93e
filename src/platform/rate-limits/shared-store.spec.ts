import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { rateLimitStoreUp } from '../metrics.js';
import { SharedStore, type LimiterOptions } from './shared-store.js';

/** A store that is away for as long as it is told to. */
class Store extends SharedStore {
  broken = false;

  override createLimiter(options: LimiterOptions): RateLimiterAbstract {
    const limiter = new RateLimiterMemory(options);
    const consume = limiter.consume.bind(limiter);
    limiter.consume = (key) => (this.broken ? Promise.reject(new Error('gone')) : consume(key));
    return limiter;
  }
}

let store: Store;
const said: string[] = [];

async function up(): Promise<number | undefined> {
  return (await rateLimitStoreUp.get()).values[0]?.value;
}

beforeEach(async () => {
  jest.useFakeTimers();
  Logger.overrideLogger({
    log: (message: string) => void said.push(message),
    warn: (message: string) => void said.push(message),
    error: (message: string) => void said.push(message),
  });
  store = new Store();
  await store.open();
});

afterEach(() => {
  store.close();
  said.length = 0;
  Logger.overrideLogger(false);
  jest.useRealTimers();
});

it('a process without requests detects that the store is available again', async () => {
  store.broken = true;
  store.recordFailure(new Error('gone'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await up()).toBe(0);
  store.broken = false;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await up()).toBe(1);
  expect(said).toEqual([
    expect.stringMatching(/unavailable: gone/),
    expect.stringMatching(/available again/),
  ]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(jest.getTimerCount()).toBe(0);
});

it('a closed store is not probed', () => {
  store.recordFailure(new Error('gone'));
  store.close();
  expect(jest.getTimerCount()).toBe(0);
});
