import { setTimeout } from 'node:timers/promises';
import type { EntityManager, QueryRunner } from 'typeorm';

/** How many ids a partition has; the n-th begins at n times as many. */
export const PARTITION_IDS = 1_000_000_000;
/** A minute and some, while whoever uses the table is only ever held up for a moment. */
const TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * For migrations: makes a table one that is partitioned by id, with its rows as the first partition, while others read and
 * write it. Outside of any transaction (`transaction = false` of the migration); begun again it goes on.
 */
export async function partById(queryRunner: QueryRunner, table: string): Promise<void> {
  if (await isPartitioned(queryRunner, table)) return;
  const bound = (await partitionOf(queryRunner, table)) * PARTITION_IDS + PARTITION_IDS;
  await patiently(queryRunner, table, async () => {
    await queryRunner.query(`ALTER TABLE "${table}" DROP CONSTRAINT IF EXISTS "${table}_bound"`);
    await queryRunner.query(
      `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_bound" CHECK (id < ${bound}) NOT VALID`,
    );
  });
  await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${table}_bound"`);
  await patiently(queryRunner, table, () => part(queryRunner, table, bound));
}

/** What a new partition is made with, for the end of its statement: each has its own, and as one before it. */
export async function settingsOf(database: EntityManager | QueryRunner, partition: string): Promise<string> {
  const [row] = (await database.query(
    `SELECT ' WITH (' || array_to_string(reloptions, ', ') || ')' AS settings FROM pg_class WHERE oid = to_regclass($1)`,
    [partition],
  )) as { settings: string | null }[];
  return row?.settings ?? '';
}

/** Puts a partitioned table in the place of one that becomes its first partition; whose ids are known is not read again. */
async function part(queryRunner: QueryRunner, table: string, bound: number): Promise<void> {
  const first = `${table}_p${bound / PARTITION_IDS - 1}`;
  const keys = await keysOf(queryRunner, table);
  const last = await sequenceOf(queryRunner, table);
  await queryRunner.query(`ALTER TABLE "${table}" ALTER "id" DROP IDENTITY`);
  await queryRunner.query(`ALTER TABLE "${table}" RENAME TO "${first}"`);
  for (const { index } of keys)
    if (index) await queryRunner.query(`ALTER INDEX "${index}" RENAME TO "${first}_${index}"`);
  await queryRunner.query(
    `CREATE TABLE "${table}" (LIKE "${first}" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (id)`,
  );
  await identify(queryRunner, table, last);
  for (const { definition } of keys) await queryRunner.query(definition);
  await queryRunner.query(
    `ALTER TABLE "${table}" ATTACH PARTITION "${first}" FOR VALUES FROM (MINVALUE) TO (${bound})`,
  );
  await queryRunner.query(`ALTER TABLE "${first}" DROP CONSTRAINT "${table}_bound"`);
  await queryRunner.query(
    `CREATE TABLE "${table}_p${bound / PARTITION_IDS}" PARTITION OF "${table}"
     FOR VALUES FROM (${bound}) TO (${bound + PARTITION_IDS})${await settingsOf(queryRunner, first)}`,
  );
  await grantAlike(queryRunner, first, table);
}

/** The reverse: one table with the rows of all partitions. */
export async function unite(queryRunner: QueryRunner, table: string): Promise<void> {
  const keys = await keysOf(queryRunner, table);
  const last = await sequenceOf(queryRunner, table);
  const settings = await settingsOf(queryRunner, `${table}_p${await partitionOf(queryRunner, table)}`);
  await queryRunner.query(
    `CREATE TABLE "${table}_whole" (LIKE "${table}" INCLUDING DEFAULTS INCLUDING STORAGE)${settings}`,
  );
  await queryRunner.query(`INSERT INTO "${table}_whole" SELECT * FROM "${table}"`);
  await grantAlike(queryRunner, table, `${table}_whole`);
  await queryRunner.query(`DROP TABLE "${table}"`);
  await queryRunner.query(`ALTER TABLE "${table}_whole" RENAME TO "${table}"`);
  await identify(queryRunner, table, last);
  for (const { definition } of keys) await queryRunner.query(definition);
}

interface Key {
  /** The name of its index; null for a foreign key and a check. */
  index: string | null;
  definition: string;
}

/** The statements that make a table's keys, checks and indexes, by the names that they have, in their order: of two that cost the same PostgreSQL takes the later one. */
async function keysOf(queryRunner: QueryRunner, table: string): Promise<Key[]> {
  const keys = (await queryRunner.query(
    `SELECT CASE WHEN contype IN ('p', 'u') THEN conname::text END AS index,
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1::text, conname, pg_get_constraintdef(oid)) AS definition,
       CASE WHEN contype IN ('p', 'u') THEN conindid END AS oid
     FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype IN ('p', 'u', 'f', 'c') AND conname <> $1::text || '_bound'
     UNION ALL
     SELECT relname::text, pg_get_indexdef(indexrelid), indexrelid FROM pg_index JOIN pg_class i ON i.oid = indexrelid
     WHERE indrelid = $1::text::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     ORDER BY oid`,
    [table],
  )) as Key[];
  return keys.map(({ index, definition }) => ({ index, definition: asWritten(definition) }));
}

/** How PostgreSQL says `status IN ('a')` makes another condition when it is read again: an index of it would be built anew. */
function asWritten(definition: string): string {
  return definition.replaceAll(
    /\(\((\w+)\)::text = ANY \(\(ARRAY\[([^\]]*)\]\)::text\[\]\)\)/g,
    '$1 IN ($2)',
  );
}

/** The last id that was drawn, or the first one where none was. */
async function sequenceOf(queryRunner: QueryRunner, table: string): Promise<{ id: number; drawn: boolean }> {
  const [last] = (await queryRunner.query(
    `SELECT last_value::float8 AS id, is_called AS drawn FROM "${table}_id_seq"`,
  )) as [{ id: number; drawn: boolean }];
  return last;
}

async function partitionOf(queryRunner: QueryRunner, table: string): Promise<number> {
  return Math.floor((await sequenceOf(queryRunner, table)).id / PARTITION_IDS);
}

async function identify(
  queryRunner: QueryRunner,
  table: string,
  last: { id: number; drawn: boolean },
): Promise<void> {
  await queryRunner.query(
    `ALTER TABLE "${table}" ALTER "id" ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "${table}_id_seq")`,
  );
  await queryRunner.query(`SELECT setval($1, $2, $3)`, [`${table}_id_seq`, last.id, last.drawn]);
}

/** Whoever was let read the one may read the other. */
async function grantAlike(queryRunner: QueryRunner, from: string, to: string): Promise<void> {
  const grants = (await queryRunner.query(
    `SELECT format('GRANT %s ON %I TO %s', privilege_type, $2::text,
              CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE grantee::regrole::text END) AS statement
     FROM pg_class, aclexplode(relacl) WHERE oid = $1::text::regclass AND grantee <> relowner`,
    [from, to],
  )) as { statement: string }[];
  for (const { statement } of grants) await queryRunner.query(statement);
}

async function isPartitioned(queryRunner: QueryRunner, table: string): Promise<boolean> {
  const [{ partitioned }] = (await queryRunner.query(
    `SELECT relkind = 'p' AS partitioned FROM pg_class WHERE oid = $1::text::regclass`,
    [table],
  )) as [{ partitioned: boolean }];
  return partitioned;
}

/** In a transaction with the table to itself. Who wants it while somebody else holds it waits for us a quarter of a second at a time. */
async function patiently(queryRunner: QueryRunner, table: string, work: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left--) {
    await queryRunner.startTransaction();
    try {
      await queryRunner.query(`SET LOCAL lock_timeout = '250ms'`);
      await queryRunner.query(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
      await work();
      await queryRunner.commitTransaction();
      return;
    } catch (error) {
      await queryRunner.rollbackTransaction();
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || left === 1) throw error;
      await setTimeout(1_000);
    }
  }
}
