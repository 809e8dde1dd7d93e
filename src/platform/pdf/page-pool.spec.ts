import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'puppeteer';
import type { Chromium } from './chromium.js';
import { PagePool } from './page-pool.js';
import { PrinterBusyError, PrinterHungError } from './printer.js';
import { MAX_CONCURRENT_PAGES } from './print-queue.js';

/** Longer than anything is waited for. */
const LONG_MS = 60_000;

/** A page as far as the pool uses one. */
class FakePage {
  closed = false;
  crash = (): void => undefined;

  once(_event: 'error', crash: () => void): void {
    this.crash = crash;
  }

  on(): void {}

  setJavaScriptEnabled(): Promise<void> {
    return Promise.resolve();
  }

  setRequestInterception(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}

let opened: FakePage[];
/** What opening a page waits for. */
let opens: Promise<void>;
let answers: Promise<unknown>;
let pages: PagePool;

const open = async () => {
  await opens;
  opened.push(new FakePage());
  return opened.at(-1);
};
const isOpen = () => opened.map(({ closed }) => !closed);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** No page opens until it is called. */
function holdBack(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  opens = promise;
  return resolve;
}

beforeEach(() => {
  jest.useFakeTimers();
  opened = [];
  opens = answers = Promise.resolve();
  const browser = { newPage: open, cookies: () => answers };
  pages = new PagePool({ browser } as unknown as Chromium);
});
afterEach(() => void jest.useRealTimers());

describe('the pages of a Chromium', () => {
  it('are used again, but for one whose process ended while it waited', async () => {
    const first = await pages.acquire();
    pages.release(first);
    expect(await pages.acquire()).toBe(first);
    pages.release(first);
    opened[0]!.crash();
    expect(await pages.acquire()).not.toBe(first);
    expect(isOpen()).toEqual([false, true]);
  });

  it('are closed when they open later than somebody waits', async () => {
    const go = holdBack();
    const taken = pages.acquire().catch((error: unknown) => error);
    await pass(LONG_MS);
    expect(await taken).toBeInstanceOf(PrinterBusyError);
    go();
    await pass(0);
    expect(isOpen()).toEqual([false]);
  });

  it('are in time while the browser is still asked whether it answers', async () => {
    const go = holdBack();
    answers = new Promise(() => undefined);
    const taken = pages.acquire();
    await pass(5_000);
    go();
    expect(await taken).toBe(opened[0]);
    expect(isOpen()).toEqual([true]);
  });

  it('that do not open in a browser that answers nothing are a browser that hangs', async () => {
    holdBack();
    answers = new Promise(() => undefined);
    const taken = pages.acquire().catch((error: unknown) => error);
    await pass(LONG_MS);
    expect(await taken).toBeInstanceOf(PrinterHungError);
  });

  it('are replaced, and a replacement that opens too late is closed', async () => {
    const first = await pages.acquire();
    await pages.replace(first);
    expect(isOpen()).toEqual([false, true]);
    const second = await pages.acquire();
    const go = holdBack();
    const replaced = pages.replace(second);
    await pass(LONG_MS);
    await replaced;
    go();
    await pass(0);
    expect(isOpen()).toEqual([false, false, false]);
    expect(await pages.acquire()).toBe(opened[3]);
  });

  it('wait in no greater number than print at once', async () => {
    const taken: Page[] = [];
    for (let page = 0; page <= MAX_CONCURRENT_PAGES; page++) taken.push(await pages.acquire());
    for (const page of taken) pages.release(page);
    expect(isOpen()).toEqual([...Array<boolean>(MAX_CONCURRENT_PAGES).fill(true), false]);
  });

  it('that wait are given up with one that failed', async () => {
    const [one, other] = [await pages.acquire(), await pages.acquire()];
    pages.release(other);
    pages.discardWithIdle(one);
    expect(isOpen()).toEqual([false, false]);
  });
});
