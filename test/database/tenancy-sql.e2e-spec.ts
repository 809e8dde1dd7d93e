import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight, newQuote } from '../support/factories.js';
import { EXCLUDE_PARTITIONS } from '../support/database.js';

interface ForeignKey {
  name: string;
  source: string;
  target: string;
  columns: string[];
  target_columns: string[];
}

const TENANT = ['organization_id', 'mode'];

/** Covers the constraints by which the database rejects rows of a wrong tenant. */
describe('tenancy in SQL', () => {
  let app: TestApp;
  let one: TestOrganization;
  let other: TestOrganization;
  let keys: ForeignKey[];
  let owned: string[];

  beforeAll(async () => {
    app = await startApp();
    [one, other] = [await app.organization(), await app.organization()];
    owned = (
      await app.sql.query<{ name: string }[]>(
        `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name = ANY ($1) AND ${EXCLUDE_PARTITIONS}
         GROUP BY table_name HAVING count(*) = 2 ORDER BY table_name`,
        [TENANT],
      )
    ).map(({ name }) => name);
    keys = await app.sql.query<ForeignKey[]>(
      `SELECT c.conname AS name, c.conrelid::regclass::text AS source, c.confrelid::regclass::text AS target,
         (SELECT array_agg(a.attname::text ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY k (number, place)
            JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number) AS columns,
         (SELECT array_agg(a.attname::text ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY k (number, place)
            JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number) AS target_columns
       FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
    );
  });
  afterAll(() => app.close());

  const between = (): ForeignKey[] =>
    keys.filter(({ source, target }) => owned.includes(source) && owned.includes(target));

  it('every reference between owned tables includes organization and mode', () => {
    expect(between().length).toBeGreaterThan(0);
    for (const { name, columns, target_columns: targets } of between()) {
      const pairs = columns.map((column, index) => [column, targets[index]]);
      for (const column of TENANT)
        expect({ name, pairs }).toEqual({ name, pairs: expect.arrayContaining([[column, column]]) });
    }
  });

  it('every id column is such a reference, except customers (unchecked), carriers (shared), tariffs, events and requests (deleted earlier)', async () => {
    const columns = await app.sql.query<{ source: string; column: string }[]>(
      `SELECT table_name AS source, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = ANY ($1) AND column_name LIKE '%\\_id'
         AND column_name <> 'organization_id' AND data_type = 'bigint'`,
      [owned],
    );
    const referenced = keys.flatMap(({ source, columns: names }) => names.map((name) => `${source}.${name}`));
    const loose = columns
      .map(({ source, column }) => `${source}.${column}`)
      .filter(
        (column) =>
          !referenced.includes(column) &&
          !/\.(customer|carrier|tariff)_id$|^events\.|^api_requests\.(key|member)_id$/.test(column),
      );
    expect(loose).toEqual([]);
  });

  it('every owned table references an organization, directly or indirectly, except those that outlive it', () => {
    const belongs = (table: string): boolean =>
      keys.some(
        ({ source, target }) =>
          source === table &&
          target !== table &&
          (target === 'organizations' || (owned.includes(target) && belongs(target))),
      );
    expect(owned.filter((table) => !belongs(table))).toEqual(['audit_log', 'events', 'webhook_bodies']);
  });

  it('every owned table has an index that begins with organization and mode', async () => {
    const rows = await app.sql.query<{ name: string }[]>(
      `SELECT DISTINCT tablename AS name FROM pg_indexes
       WHERE schemaname = 'public' AND (indexdef LIKE '%(organization_id, mode, %' OR indexdef LIKE '%(organization_id, mode)')`,
    );
    const indexed = rows.map(({ name }) => name);
    expect(owned.filter((table) => !indexed.includes(table))).toEqual([]);
  });

  it('a draft cannot reference a quote of another tenant', async () => {
    const { id } = await newFreight(one.test);
    const theirs = await newQuote(other.test);
    const move = (organizationId: number, mode: string, quoteId: number) =>
      app.sql.query('UPDATE freight SET organization_id = $2, mode = $3, quote_id = $4 WHERE id = $1', [
        id,
        organizationId,
        mode,
        quoteId,
      ]);
    const mine = await newQuote(one.test);
    await expect(move(one.id, 'test', theirs.id)).rejects.toThrow(/foreign key/);
    await expect(move(one.id, 'live', mine.id)).rejects.toThrow(/foreign key/);
    await expect(move(other.id, 'test', mine.id)).rejects.toThrow(/foreign key/);
    await move(one.id, 'test', mine.id);
  });

  it('no row of an owned table can be moved to another tenant', async () => {
    await newFreight(one.test);
    for (const { source, target, name, columns } of between()) {
      const own = columns.find((column) => !TENANT.includes(column))!;
      const [row] = await app.sql.query<{ ctid: string }[]>(
        `SELECT ctid FROM ${source} WHERE organization_id = $1 AND ${own} IS NOT NULL LIMIT 1`,
        [one.id],
      );
      if (!row) continue;
      const moved = app.sql.query(`UPDATE ${source} SET organization_id = $2 WHERE ctid = $1`, [
        row.ctid,
        other.id,
      ]);
      await expect(moved.then(() => `${source} → ${target} (${name}) let go`)).rejects.toThrow(
        /foreign key|unique constraint/,
      );
    }
  });
});
