import { beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '../../../../test/support/eventually.js';
import { AttemptResultWriter } from './attempt-result-writer.js';
import type { AttemptResult, AttemptResultsRepository } from './attempt-results.repository.js';

const REFUSED = new Error('invalid input syntax');
const AWAY = Object.assign(new Error('it shuts down'), { code: '57P01' });

function result(id: number, body = 'thanks'): AttemptResult {
  const outcome = { status: 429, body, error: 'http_status', message: 'no', durationMs: 1, retryAfterMs: 5 };
  return { lease: { id }, outcome, beganMs: 0 } as AttemptResult;
}

/** Writes what `refuse` has no objection to, all of a batch or nothing. */
function repository(refuse: (result: AttemptResult) => Error | undefined) {
  const written: AttemptResult[] = [];
  const write = async (results: AttemptResult[]) => {
    for (const each of results) {
      const objection = refuse(each);
      if (objection) throw objection;
    }
    written.push(...results);
  };
  return { written, results: new AttemptResultWriter({ write } as unknown as AttemptResultsRepository) };
}

beforeAll(() => Logger.overrideLogger(false));

it('one that the database refuses holds up no other, and is written without what the receiver said', async () => {
  const { written, results } = repository(({ outcome }) => (outcome.body === 'bad' ? REFUSED : undefined));
  const done: number[] = [];
  for (let id = 1; id <= 100; id++)
    results.add(result(id, id === 37 ? 'bad' : 'thanks'), () => done.push(id));
  await eventually(() => done.length === 100);
  expect(results.isStuck).toBe(false);
  expect(written).toHaveLength(100);
  const bare = written.find(({ lease: claim }) => claim.id === 37)!;
  expect(bare.outcome).toMatchObject({ status: 429, error: 'http_status', body: null, retryAfterMs: null });
});

it('one that is refused in every form frees its place', async () => {
  const { written, results } = repository(({ lease: claim }) => (claim.id === 1 ? REFUSED : undefined));
  const done: number[] = [];
  for (const id of [1, 2]) results.add(result(id), () => done.push(id));
  await eventually(() => done.length === 2);
  expect(results.isStuck).toBe(false);
  expect(written.map(({ lease: claim }) => claim.id)).toEqual([2]);
});

it('all wait for a database that is away, and are written once', async () => {
  let away = true;
  const { written, results } = repository(() => (away ? AWAY : undefined));
  const done: number[] = [];
  for (const id of [1, 2, 3]) results.add(result(id), () => done.push(id));
  await eventually(() => results.isStuck);
  expect(done).toEqual([]);
  away = false;
  await eventually(() => done.length === 3);
  expect(results.isStuck).toBe(false);
  expect(written.map(({ lease: claim }) => claim.id)).toEqual([1, 2, 3]);
});
