import { beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '../../../../test/support/eventually.js';
import { AttemptResultWriter } from './attempt-result-writer.js';
import type { AttemptResult, AttemptResultsRepository } from './attempt-results.repository.js';

const REJECTED = new Error('invalid input syntax');
const UNAVAILABLE = Object.assign(new Error('it shuts down'), { code: '57P01' });

function result(id: number, body = 'thanks'): AttemptResult {
  const outcome = { status: 429, body, error: 'http_status', message: 'no', durationMs: 1, retryAfterMs: 5 };
  return { lease: { id }, outcome, beganMs: 0 } as AttemptResult;
}

/** Writes a whole batch, or throws the error that `reject` returns for one of its results. */
function repository(reject: (result: AttemptResult) => Error | undefined) {
  const written: AttemptResult[] = [];
  const write = async (results: AttemptResult[]) => {
    for (const result of results) {
      const error = reject(result);
      if (error) throw error;
    }
    written.push(...results);
  };
  return { written, results: new AttemptResultWriter({ write } as unknown as AttemptResultsRepository) };
}

beforeAll(() => Logger.overrideLogger(false));

it('writes a rejected result without the response and all others unchanged', async () => {
  const { written, results } = repository(({ outcome }) => (outcome.body === 'bad' ? REJECTED : undefined));
  const done: number[] = [];
  for (let id = 1; id <= 100; id++)
    results.add(result(id, id === 37 ? 'bad' : 'thanks'), () => done.push(id));
  await eventually(() => done.length === 100);
  expect(results.isStuck).toBe(false);
  expect(written).toHaveLength(100);
  const shorter = written.find(({ lease }) => lease.id === 37)!;
  expect(shorter.outcome).toMatchObject({
    status: 429,
    error: 'http_status',
    body: null,
    retryAfterMs: null,
  });
});

it('gives up a result that is rejected in every form', async () => {
  const { written, results } = repository(({ lease }) => (lease.id === 1 ? REJECTED : undefined));
  const done: number[] = [];
  for (const id of [1, 2]) results.add(result(id), () => done.push(id));
  await eventually(() => done.length === 2);
  expect(results.isStuck).toBe(false);
  expect(written.map(({ lease }) => lease.id)).toEqual([2]);
});

it('keeps results while the database is unavailable and writes them once', async () => {
  let unavailable = true;
  const { written, results } = repository(() => (unavailable ? UNAVAILABLE : undefined));
  const done: number[] = [];
  for (const id of [1, 2, 3]) results.add(result(id), () => done.push(id));
  await eventually(() => results.isStuck);
  expect(done).toEqual([]);
  unavailable = false;
  await eventually(() => done.length === 3);
  expect(results.isStuck).toBe(false);
  expect(written.map(({ lease }) => lease.id)).toEqual([1, 2, 3]);
});
