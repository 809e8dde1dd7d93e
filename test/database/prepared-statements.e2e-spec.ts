import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventEmitter } from 'node:events';
import type { Client, QueryConfig } from 'pg';
import { runQuery } from '../../src/platform/database/statements/run-query.js';
import { AppPgClient } from '../../src/platform/database/statements/app-pg-client.js';

const LINE = `SELECT $1::int AS number, $2::text AS text, now() AS at, '{"a": [1]}'::jsonb AS json, NULL::text AS nothing`;

describe('a prepared statement', () => {
  let client: AppPgClient;
  /** Messages of PostgreSQL's by their names. */
  let said: string[] = [];

  const names = new Map<string, string>();
  /** Each text under a name of its own. */
  const prepared = (text: string, values: unknown[] = []): QueryConfig => {
    if (!names.has(text)) names.set(text, `statement_${names.size}`);
    return { name: names.get(text)!, text, values };
  };
  const ask = (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
    runQuery(client, prepared(text, values));
  /** Whether the connection is in a transaction that failed, or is in one at all. */
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

  it('is parsed and described once a connection, and answers the same each time', async () => {
    const first = await saidDuring(() => ask(LINE, [1, 'one']));
    expect(first).toEqual(['parseComplete', 'rowDescription', 'readyForQuery']);
    const again = await saidDuring(() => ask(LINE, [1, 'one']));
    expect(again).toEqual(['readyForQuery']);
  });

  it('has rows as pg makes them', async () => {
    await client.query('BEGIN');
    const ours = [await ask(LINE, [2, 'two']), await ask(LINE, [2, 'two'])];
    const { rows } = await (client as Client).query<Record<string, unknown>>(LINE, [2, 'two']);
    await client.query('COMMIT');
    expect(ours).toEqual([rows, rows]);
    expect(ours[1]![0]).toStrictEqual(rows[0]);
  });

  it('may answer no rows at all', async () => {
    for (const id of [1, 2]) expect(await ask('INSERT INTO lines VALUES ($1)', [id])).toEqual([]);
    expect(await ask('SELECT count(*)::int AS count FROM lines')).toEqual([{ count: 2 }]);
  });

  it('that fails is asked again as if nothing had been', async () => {
    const divide = 'SELECT 1 / $1::int AS share';
    for (let time = 0; time < 2; time++) {
      await expect(ask(divide, [0])).rejects.toMatchObject({ code: '22012' });
      expect(await ask(divide, [1])).toEqual([{ share: 1 }]);
    }
  });

  it('that fails says who asked', async () => {
    const thrown = (await ask('SELECT 1 / 0').catch((error: unknown) => error)) as Error;
    expect(thrown.stack).toContain('prepared-statements.e2e-spec');
  });

  it('that does not parse leaves nothing behind', async () => {
    for (let time = 0; time < 2; time++)
      await expect(ask('SELECT nothing FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
    expect(await ask(LINE, [3, 'three'])).toHaveLength(1);
  });

  it('whose answer has other columns now is refused by PostgreSQL', async () => {
    await client.query('CREATE TEMP TABLE changing (a int)');
    await client.query('INSERT INTO changing VALUES (1)');
    const all = 'SELECT * FROM changing';
    expect(await ask(all)).toEqual([{ a: 1 }]);
    await client.query('ALTER TABLE changing ADD b int');
    await expect(ask(all)).rejects.toMatchObject({ code: '0A000' });
  });

  describe('that begins a transaction', () => {
    it('does so in one round trip with it', async () => {
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
      ['one that the connection does not know yet', () => ask('SELECT 4 AS four')],
      ['one without a name', () => client.query('SELECT 5')],
      ['its end', () => client.query('COMMIT')],
    ])('also where the first is %s', async (_first, first) => {
      const messages = await saidDuring(async () => {
        await client.query('START TRANSACTION');
        await first();
      });
      expect(messages.filter((name) => name === 'readyForQuery')).toHaveLength(2);
      if (!_first.includes('end')) expect(await inTransaction()).toBe(true);
      await client.query('ROLLBACK');
      expect(await inTransaction()).toBe(false);
    });

    it('and fails has changed nothing, nor has what follows', async () => {
      await ask('INSERT INTO lines VALUES ($1)', [10]);
      await client.query('START TRANSACTION');
      await expect(ask('INSERT INTO lines VALUES ($1)', [10])).rejects.toMatchObject({ code: '23505' });
      await expect(ask('INSERT INTO lines VALUES ($1)', [11])).rejects.toMatchObject({ code: '25P02' });
      await client.query('ROLLBACK');
      expect(await ask('SELECT id FROM lines WHERE id > 9')).toEqual([{ id: 10 }]);
    });
  });
});
