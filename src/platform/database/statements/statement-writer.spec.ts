import { describe, expect, it } from '@jest/globals';
import type { EntityMetadata } from 'typeorm';
import { StatementWriter } from './statement-writer.js';

const column = (propertyName: string, databaseName: string, type = 'varchar') => ({
  propertyName,
  databaseName,
  type,
  isSelect: true,
});
const notes = {
  tableName: 'notes',
  columns: [
    column('mode', 'mode'),
    column('text', 'text'),
    column('place', 'place', 'jsonb'),
    column('endsAt', 'ends_at', 'timestamptz'),
  ],
} as unknown as EntityMetadata;
const writer = new StatementWriter(notes);

const place = { city: 'Reno' };
const insert = (...rows: Record<string, unknown>[]) => writer.insertMany(rows, { mode: 'test' });

describe('insertMany', () => {
  it('has the same text for any number of rows, so that it can be prepared', () => {
    const one = insert({ text: 'a', place });
    const three = insert({ text: 'a', place }, { text: 'b', place }, { text: 'c', place });
    expect(three.text).toBe(one.text);
    expect(JSON.parse(three.values[0] as string)).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  });

  it('sends shared values once and omits columns that no row sets', () => {
    const { text, values } = insert({ text: 'a', place }, { text: 'b', place });
    expect(text).toContain('INSERT INTO notes (mode, text, place) SELECT $2, given.text, $3');
    expect(values.slice(1)).toEqual(['test', JSON.stringify(place)]);
  });

  it('counts the bytes of shared values once for each row', () => {
    const [one, two] = [insert({ text: 'ü', place }), insert({ text: 'ü', place }, { text: 'ü', place })];
    expect(one.bytes).toBe('[{"text":"ü"}]'.length + 1 + 'test{"city":"Reno"}'.length);
    expect(two.bytes).toBe('[{"text":"ü"},{"text":"ü"}]'.length + 2 + 2 * 'test{"city":"Reno"}'.length);
  });

  it('computes a column in the database from parameters and the value of the row', () => {
    const endsAt = {
      values: [7],
      text: ([days]: string[], given: string) => `LEAST(${given}, now() + ${days} * interval '1 day')`,
    };
    const rows = [{ text: 'a' }, { text: 'b', endsAt: '2026-01-01T00:00:00Z' }];
    const { text, values } = writer.insertMany(rows, { mode: 'test' }, { endsAt });
    expect(text).toContain("SELECT $2, given.text, LEAST(given.ends_at, now() + $3 * interval '1 day')");
    expect(values.slice(1)).toEqual(['test', 7]);
    expect(JSON.parse(values[0] as string)[1]).toEqual({ text: 'b', ends_at: '2026-01-01T00:00:00Z' });
  });

  it('replaces half a surrogate pair, which would make the JSON of all rows invalid', () => {
    const { values } = insert({ text: '🚚'.slice(0, 1) }, { text: 'b' });
    expect(JSON.parse(values[0] as string)).toEqual([{ text: '\uFFFD' }, { text: 'b' }]);
  });
});
