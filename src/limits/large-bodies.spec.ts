import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { LargeBodies } from './large-bodies.js';

const LARGE = { headers: { 'content-length': String(100 * 1_024) } } as Request;
const SMALL = { headers: { 'content-length': '200' } } as Request;

class Answer extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

function asker(bodies: LargeBodies, began: string[]) {
  return (name: string, organizationId: number, request: Request) => {
    const answer = new Answer();
    const turn = bodies.turn({ organizationId, mode: 'test' }, request, answer as unknown as Response);
    void turn.then(
      () => began.push(name),
      () => began.push(`${name} left`),
    );
    return answer;
  };
}

it('reads the large bodies of an organization one after the other, and nothing else waits for them', async () => {
  const began: string[] = [];
  const ask = asker(new LargeBodies(), began);
  const first = ask('first', 1, LARGE);
  const second = ask('second', 1, LARGE);
  ask('small', 1, SMALL);
  ask('other', 2, LARGE);
  ask('of unknown length', 2, { headers: { 'transfer-encoding': 'chunked' } } as Request);
  await setImmediate();
  expect(began.toSorted()).toEqual(['first', 'other', 'small']);
  second.close();
  first.close();
  await setImmediate();
  expect(began).toContain('second left');
});

it('waits for nobody who waits for somebody else', async () => {
  const began: string[] = [];
  const ask = asker(new LargeBodies(), began);
  ask('first', 1, LARGE);
  await new Promise((resolve) => ask('second', 1, LARGE).once('close', resolve) && setTimeout(resolve, 600));
  expect(began).toEqual(['first', 'second']);
});
