import { expect, it } from '@jest/globals';
import { formatCsvRow } from '../contract/csv-text.js';
import { formatCsvLines } from './csv-lines.js';

const records = (count: number, text: string): object[] =>
  Array.from({ length: count }, (_, id) => ({ id, lines: [{ text }], to: { city: 'a;=1' } }));

/** How often others have a turn while the work is done. */
async function turnsOfOthers<T>(work: Promise<T>): Promise<[number, T]> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const result = await work;
  clearImmediate(next);
  return [turns, result];
}

it('formats the same bytes in chunks as row by row', async () => {
  const heavy = records(7, `;"x" ${'y'.repeat(150_000)}`);
  const rows = heavy.map((record) =>
    formatCsvRow([(record as { id: number }).id, (record as { lines: object[] }).lines, 'a;=1']),
  );
  expect(await formatCsvLines(heavy, ['id', 'lines', 'to.city'])).toBe(rows.join(''));
});

it('yields to the event loop between heavy records and not between light ones', async () => {
  const [between] = await turnsOfOthers(formatCsvLines(records(7, 'y'.repeat(150_000)), ['lines']));
  expect(between).toBeGreaterThanOrEqual(5);
  const [none] = await turnsOfOthers(formatCsvLines(records(100, 'y'), ['lines']));
  expect(none).toBe(0);
});
