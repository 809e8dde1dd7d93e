import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { createRequestContextMiddleware, getRequestContext } from '../http/pipeline/request-context.js';
import { LargeRequestQueue } from './large-request-queue.js';

const LARGE = { method: 'POST', headers: { 'content-length': String(100 * 1_024) } } as Request;
const SMALL = { method: 'POST', headers: { 'content-length': '200' } } as Request;

class Answer extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

function asker(turns: LargeRequestQueue, began: string[]) {
  return (name: string, organizationId: number, request: Request) => {
    const answer = new Answer();
    const turn = turns.waitForTurn({ organizationId, mode: 'test' }, request, answer as unknown as Response);
    void turn.then(
      () => began.push(name),
      () => began.push(`${name} left`),
    );
    return answer;
  };
}

it('runs the large bodies of an organization one after the other without delaying other requests', async () => {
  const began: string[] = [];
  const ask = asker(new LargeRequestQueue(), began);
  const first = ask('first', 1, LARGE);
  const second = ask('second', 1, LARGE);
  ask('small', 1, SMALL);
  ask('other', 2, LARGE);
  ask('of unknown length', 2, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } } as Request);
  await setImmediate();
  expect(began.toSorted()).toEqual(['first', 'other', 'small']);
  second.close();
  first.close();
  await setImmediate();
  expect(began).toContain('second left');
});

it('starts the next large request although the previous one takes longer than its turn', async () => {
  const began: string[] = [];
  const ask = asker(new LargeRequestQueue(), began);
  ask('first', 1, LARGE);
  await new Promise((resolve) => ask('second', 1, LARGE).once('close', resolve) && setTimeout(resolve, 600));
  expect(began).toEqual(['first', 'second']);
});

it('runs requests for a list with a large last response one after the other, and other lists at once', async () => {
  const began: string[] = [];
  const ask = asker(new LargeRequestQueue(), began);
  const list = (path: string): Request => ({ method: 'GET', path, headers: {} }) as Request;
  const inContext = (work: () => void): unknown =>
    createRequestContextMiddleware(() => 'http://x')(
      { get: () => undefined } as unknown as Request,
      { setHeader: () => undefined } as unknown as Response,
      work,
    );
  inContext(() => {
    ask('unknown', 1, list('/quotes'));
    getRequestContext()!.onLargeResponse!();
  });
  const first = ask('first', 1, list('/quotes'));
  ask('second', 1, list('/quotes'));
  ask('other list', 1, list('/shipments'));
  ask('other organization', 2, list('/quotes'));
  await setImmediate();
  expect(began.toSorted()).toEqual(['first', 'other list', 'other organization', 'unknown']);
  first.close();
  await setImmediate();
  await setImmediate();
  expect(began).toContain('second');
});
