import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { PrintQueue } from './print-queue.js';

const never = new AbortController().signal;

describe('the print queue', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('serves owners one after the other, and keeps a page for somebody else', async () => {
    const queue = new PrintQueue();
    const ends: (() => void)[] = [];
    const order: string[] = [];
    const want = async (owner: string) => {
      const end = await queue.take(owner, never);
      order.push(owner);
      ends.push(end);
    };
    const wanted = [...Array<string>(6).fill('busy'), 'quiet'].map(want);
    await setImmediate();
    expect(order).toEqual(['busy', 'busy', 'quiet']);
    while (ends.length > 0) {
      ends.shift()!();
      await setImmediate();
    }
    await Promise.all(wanted);
    expect(order).toHaveLength(7);
    expect(queue).toMatchObject({ waiting: new Map(), busy: new Map(), running: 0 });
  });

  it('gives one page to whose papers are large while others print', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const queue = new PrintQueue();
    const print = async (owner: string, ms: number) => {
      const end = await queue.take(owner, never);
      now += ms;
      end();
    };
    await print('large', 2_000);
    await print('small', 100);
    const served: string[] = [];
    for (const owner of ['large', 'large', 'small', 'small'])
      void queue.take(owner, never).then(() => served.push(owner));
    await setImmediate();
    expect(served).toEqual(['large', 'small', 'small']);
  });

  it('forgets who leaves', async () => {
    const queue = new PrintQueue();
    const end = await queue.take('a', never);
    await queue.take('a', never);
    const leaving = new AbortController();
    const left = queue.take('a', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(queue.take('a', leaving.signal)).rejects.toThrow('gone');
    const next = queue.take('a', never);
    end();
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});
