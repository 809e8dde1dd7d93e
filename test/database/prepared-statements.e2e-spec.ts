import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventEmitter } from 'node:events';
import type { Client, QueryConfig } from 'pg';
import { runQuery } from '../../src/platform/database/statements/run-query.js';
import { AppPgClient } from '../../src/platform/database/statements/app-pg-client.js';

const LINE = `SELECT $1::int AS number, $2::text AS text, now() AS at, '{"a": [1]}'::jsonb AS json, NULL::text AS nothing`;

describe('a prepared statement', () => {
  let client: AppPgClient;
  /** The names of the messages from PostgreSQL. */
  let said: string[] = [];

  const names = new Map<string, string>();
  /** Builds a prepared query with a name for its text. */
  const prepared = (text: string, values: unknown[] = []): QueryConfig => {
    if (!names.has(text)) names.set(text, `statement_${names.size}`);
    return { name: names.get(text)!, text, values };
  };
  const ask = (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
    runQuery(client, prepared(text, values));
  /** Returns true if the connection is in a transaction, also in a failed one. */
  const inTransaction = async (): Promise<boolean> => {
    const [row] = await runQuery<{ same: boolean }>(client, {
      text: 'SELECT now() <> statement_timestamp() AS same',
    });
    return row!.same;
  };

  async function saidDuring(work: () => Promise<unknown>): Promise<string[]> {
    said = [];
    await work();
    return said;
  }

  beforeAll(async () => {
    client = new AppPgClient({ connectionString: process.env.TEST_DATABASE_URL });
    await client.connect();
    await client.query('CREATE TEMP TABLE lines (id int PRIMARY KEY)');
    const { connection } = client as unknown as { connection: EventEmitter };
    for (const name of ['rowDescription', 'readyForQuery', 'parseComplete'])
      connection.on(name, () => said.push(name));
  });
  afterAll(() => client.end());

  it('is parsed and described once per connection and returns the same rows each time', async () => {
    const first = await saidDuring(() => ask(LINE, [1, 'one']));
    expect(first).toEqual(['parseComplete', 'rowDescription', 'readyForQuery']);
    const again = await saidDuring(() => ask(LINE, [1, 'one']));
    expect(again).toEqual(['readyForQuery']);
  });

  it('returns rows of the same types as pg', async () => {
    await client.query('BEGIN');
    const ours = [await ask(LINE, [2, 'two']), await ask(LINE, [2, 'two'])];
    const { rows } = await (client as Client).query<Record<string, unknown>>(LINE, [2, 'two']);
    await client.query('COMMIT');
    expect(ours).toEqual([rows, rows]);
    expect(ours[1]![0]).toStrictEqual(rows[0]);
  });

  it('can return no rows', async () => {
    for (const id of [1, 2]) expect(await ask('INSERT INTO lines VALUES ($1)', [id])).toEqual([]);
    expect(await ask('SELECT count(*)::int AS count FROM lines')).toEqual([{ count: 2 }]);
  });

  it('that fails can be executed again', async () => {
    const divide = 'SELECT 1 / $1::int AS share';
    for (let time = 0; time < 2; time++) {
      await expect(ask(divide, [0])).rejects.toMatchObject({ code: '22012' });
      expect(await ask(divide, [1])).toEqual([{ share: 1 }]);
    }
  });

  it('that fails has the caller in its stack trace', async () => {
    const thrown = (await ask('SELECT 1 / 0').catch((error: unknown) => error)) as Error;
    expect(thrown.stack).toContain('prepared-statements.e2e-spec');
  });

  it('that cannot be parsed does not affect later statements', async () => {
    for (let time = 0; time < 2; time++)
      await expect(ask('SELECT nothing FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
    expect(await ask(LINE, [3, 'three'])).toHaveLength(1);
  });

  it('fails if the columns of its result have changed', async () => {
    await client.query('CREATE TEMP TABLE changing (a int)');
    await client.query('INSERT INTO changing VALUES (1)');
    const all = 'SELECT * FROM changing';
    expect(await ask(all)).toEqual([{ a: 1 }]);
    await client.query('ALTER TABLE changing ADD b int');
    await expect(ask(all)).rejects.toMatchObject({ code: '0A000' });
  });

  describe('after the start of a transaction', () => {
    it('is sent in the same round trip', async () => {
      await ask(LINE, [1, 'one']);
      const messages = await saidDuring(async () => {
        await client.query('START TRANSACTION');
        await ask(LINE, [1, 'one']);
      });
      expect(messages.filter((name) => name === 'readyForQuery')).toHaveLength(1);
      expect(await inTransaction()).toBe(true);
      await client.query('COMMIT');
      expect(await inTransaction()).toBe(false);
    });

    it.each([
      ['new to the connection', () => ask('SELECT 4 AS four')],
      ['unnamed', () => client.query('SELECT 5')],
      ['the end of the transaction', () => client.query('COMMIT')],
    ])('is sent in a second round trip if it is %s', async (_first, first) => {
      const messages = await saidDuring(async () => {
        await client.query('START TRANSACTION');
        await first();
      });
      expect(messages.filter((name) => name === 'readyForQuery')).toHaveLength(2);
      if (!_first.includes('end')) expect(await inTransaction()).toBe(true);
      await client.query('ROLLBACK');
      expect(await inTransaction()).toBe(false);
    });

    it('changes nothing if it fails, as do the statements after it', async () => {
      await ask('INSERT INTO lines VALUES ($1)', [10]);
      await client.query('START TRANSACTION');
      await expect(ask('INSERT INTO lines VALUES ($1)', [10])).rejects.toMatchObject({ code: '23505' });
      await expect(ask('INSERT INTO lines VALUES ($1)', [11])).rejects.toMatchObject({ code: '25P02' });
      await client.query('ROLLBACK');
      expect(await ask('SELECT id FROM lines WHERE id > 9')).toEqual([{ id: 10 }]);
    });
  });
});
