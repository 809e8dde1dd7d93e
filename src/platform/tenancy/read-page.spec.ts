import { describe, expect, it } from '@jest/globals';
import type { ListSpec } from './list-statement.js';
import { readSizedPage } from './read-page.js';

interface Row {
  id: number;
  text: string;
}

/** Returns a list over rows of these sizes, oldest first, and the bytes that each read returned. */
function table(
  weights: number[],
  query: ListSpec['query'],
): { wanted: ListSpec; read: typeof read; taken: number[] } {
  const rows = weights.map((weight, index): Row => ({ id: index + 1, text: 'x'.repeat(weight) }));
  const taken: number[] = [];
  const read = ({
    query: { limit, starting_after: after, ending_before: before },
  }: ListSpec): Promise<Row[]> => {
    const found =
      before === undefined
        ? rows.toReversed().filter(({ id }) => id < (after ?? Infinity))
        : rows.filter(({ id }) => id > before);
    const read = found.slice(0, limit + 1);
    taken.push(read.reduce((sum, { text }) => sum + text.length, 0));
    return Promise.resolve(read);
  };
  return { wanted: { query, firstRows: 4 } as ListSpec, read, taken };
}

const light = (count: number): number[] => Array.from({ length: count }, () => 100);
const heavy = (count: number): number[] => Array.from({ length: count }, () => 400_000);
/** Newest first. */
const ids = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe('readSizedPage', () => {
  it.each<[string, number[], ListSpec['query'], number[], boolean]>([
    ['as many as wanted of light rows', light(200), { limit: 100 }, ids(200, 101), true],
    ['all there are', light(7), { limit: 100 }, ids(7, 1), false],
    ['no more than wanted where that is less than the first', light(7), { limit: 3 }, ids(7, 5), true],
    ['from a cursor on', light(50), { limit: 100, starting_after: 31 }, ids(30, 1), false],
    ['up to a cursor', light(50), { limit: 10, ending_before: 31 }, ids(41, 32).toReversed(), true],
  ])('reads %s', async (_, weights, query, expected, more) => {
    const { wanted, read } = table(weights, query);
    const { data, hasMore } = await readSizedPage<Row>(wanted, read);
    expect(data.map(({ id }) => id)).toEqual(expected);
    expect(hasMore).toBe(more);
  });

  it('reads once if the first rows fill the page', async () => {
    const { wanted, read, taken } = table(heavy(100), { limit: 100 });
    const { data, hasMore } = await readSizedPage<Row>(wanted, read);
    expect([data.length, hasMore, taken.length]).toEqual([4, true, 1]);
  });

  it('reads only as many large rows after small ones as the page can hold', async () => {
    const { wanted, read, taken } = table([...heavy(100), ...light(4)], { limit: 100 });
    const { data, hasMore } = await readSizedPage<Row>(wanted, read);
    expect([data.length, hasMore, taken.length]).toEqual([20, true, 2]);
    expect(Math.max(...taken)).toBeLessThanOrEqual(17 * 400_000);
  });
});
