import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { PrintQueue } from './print-queue.js';

const never = new AbortController().signal;

describe('PrintQueue', () => {
  it('takes owners in turn and reserves one page for another owner', async () => {
    const queue = new PrintQueue();
    const ends: ((bytes: number) => void)[] = [];
    const order: string[] = [];
    const want = async (owner: string) => {
      const end = await queue.acquire(owner, never);
      order.push(owner);
      ends.push(end);
    };
    const wanted = [...Array<string>(6).fill('busy'), 'quiet'].map(want);
    await setImmediate();
    expect(order).toEqual(['busy', 'busy', 'quiet']);
    while (ends.length > 0) {
      ends.shift()!(1);
      await setImmediate();
    }
    await Promise.all(wanted);
    expect(order).toHaveLength(7);
    expect(queue).toMatchObject({ waiting: new Map(), busy: new Map(), running: 0 });
  });

  it('limits an owner of large PDFs to one page while other owners print', async () => {
    const queue = new PrintQueue();
    const print = async (owner: string, bytes: number) => (await queue.acquire(owner, never))(bytes);
    await print('large', 700_000);
    for (let paper = 0; paper < 3; paper++) await print('small', 60_000);
    const served: string[] = [];
    for (const owner of ['large', 'large', 'small', 'small'])
      void queue.acquire(owner, never).then(() => served.push(owner));
    await setImmediate();
    expect(served).toEqual(['large', 'small', 'small']);
  });

  it('removes callers that leave', async () => {
    const queue = new PrintQueue();
    const end = await queue.acquire('a', never);
    await queue.acquire('a', never);
    const leaving = new AbortController();
    const left = queue.acquire('a', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(queue.acquire('a', leaving.signal)).rejects.toThrow('gone');
    const next = queue.acquire('a', never);
    end(1);
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});
