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
/** Resolves when a page may open. */
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

describe('PagePool', () => {
  it('reuses released pages except those whose process has crashed', async () => {
    const first = await pages.acquire();
    pages.release(first);
    expect(await pages.acquire()).toBe(first);
    pages.release(first);
    opened[0]!.crash();
    expect(await pages.acquire()).not.toBe(first);
    expect(isOpen()).toEqual([false, true]);
  });

  it('closes a page that opens after its caller has given up', async () => {
    const go = holdBack();
    const taken = pages.acquire().catch((error: unknown) => error);
    await pass(LONG_MS);
    expect(await taken).toBeInstanceOf(PrinterBusyError);
    go();
    await pass(0);
    expect(isOpen()).toEqual([false]);
  });

  it('returns a page that opens while the browser has not passed the health check yet', async () => {
    const go = holdBack();
    answers = new Promise(() => undefined);
    const taken = pages.acquire();
    await pass(5_000);
    go();
    expect(await taken).toBe(opened[0]);
    expect(isOpen()).toEqual([true]);
  });

  it('reports a hung browser if a page does not open and the browser does not respond', async () => {
    holdBack();
    answers = new Promise(() => undefined);
    const taken = pages.acquire().catch((error: unknown) => error);
    await pass(LONG_MS);
    expect(await taken).toBeInstanceOf(PrinterHungError);
  });

  it('replaces a page, and closes a replacement that opens too late', async () => {
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

  it('keeps at most as many idle pages as it prints concurrently', async () => {
    const taken: Page[] = [];
    for (let page = 0; page <= MAX_CONCURRENT_PAGES; page++) taken.push(await pages.acquire());
    for (const page of taken) pages.release(page);
    expect(isOpen()).toEqual([...Array<boolean>(MAX_CONCURRENT_PAGES).fill(true), false]);
  });

  it('discards idle pages together with a failed one', async () => {
    const [one, other] = [await pages.acquire(), await pages.acquire()];
    pages.release(other);
    pages.discardWithIdle(one);
    expect(isOpen()).toEqual([false, false]);
  });
});
