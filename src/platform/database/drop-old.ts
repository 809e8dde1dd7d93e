import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import type { Transactions } from './transactions.js';

/** Ids per partition: partition `n` starts at id `n * PARTITION_IDS`. */
export const PARTITION_IDS = 1_000_000_000;

/** A table that is partitioned by id, and how long its rows are kept, in milliseconds by the database's clock. */
export interface Kept {
  table: string;
  ageMs: number;
  /**
   * Where rows don't go by age alone: in SQL, those that do, and all others, which keep their partition however old they
   * are. Each is the condition of an index.
   */
  only?: { done: string; needed: string };
}

/** A partition is open for this part of the retention: so much longer what is old stays at most. */
const SHARE = 1 / 6;
/** Making and dropping need the table for a moment; who wants it meanwhile waits no longer than this for us to get it. */
const LOCK_MS = 250;
const TRIES = 5;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** In SQL: since when rows are young. */
export function oldest(ageMs: number): string {
  return `now() - ${ageMs} * interval '1 millisecond'`;
}

/** In SQL: not older than that. */
export function young(ageMs: number): string {
  return `created_at > ${oldest(ageMs)}`;
}

/** For the WHERE of what is shown: rows are there a while longer than they are kept. */
export function notOld(ageMs: number): string {
  return ` AND ${young(ageMs)}`;
}

/**
 * Of all tenants: drops the partitions whose rows are all too old, and says how many. Before that the next partition is
 * begun if the open one has lasted long enough. Safe in several processes at once.
 */
export async function dropOld(transactions: Transactions, kept: Kept): Promise<number> {
  await alone(transactions, (manager) => goOn(manager, kept));
  let dropped = 0;
  while (await alone(transactions, (manager) => dropOne(manager, kept))) dropped++;
  return dropped;
}

/**
 * Where `needed` rows keep partitions that would go but for them: the id below which those are, so that the others in them
 * can be deleted one by one; 0 where there are none.
 */
export function keptBelow(transactions: Transactions, kept: Kept): Promise<number> {
  return alone(transactions, async (manager) => {
    let below = 0;
    for (const number of await closedOf(manager, kept.table)) {
      const partition = nameOf(kept.table, number);
      if ((await hasNeeded(manager, partition, kept)) && !(await hasYoung(manager, partition, kept)))
        below = (number + 1) * PARTITION_IDS;
    }
    return below;
  });
}

async function goOn(manager: EntityManager, kept: Kept): Promise<void> {
  const { table } = kept;
  let open = await openOf(manager, table);
  if (
    (await exists(manager, nameOf(table, open + 1))) &&
    (await hasLasted(manager, nameOf(table, open), kept))
  ) {
    open++;
    await forgetEmptiness(manager, table, nameOf(table, open));
    // At once, whatever becomes of the transaction. Who has drawn an id already writes to the partition before.
    await manager.query('SELECT setval($1, $2, false)', [`${table}_id_seq`, open * PARTITION_IDS]);
  }
  const next = nameOf(table, open + 1);
  if (await exists(manager, next)) return;
  const [from, to] = [(open + 1) * PARTITION_IDS, (open + 2) * PARTITION_IDS];
  const settings = await settingsOf(manager, nameOf(table, open));
  // One ahead: at ten million shipments a day rows go on finding a partition for a week or more after the last round.
  await manager.query(
    `CREATE TABLE ${next} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})${settings}`,
  );
}

/** What was vacuumed while it was empty would be planned for as empty, read through again and again, until it is analyzed. */
async function forgetEmptiness(manager: EntityManager, table: string, partition: string): Promise<void> {
  const counted = 'SELECT reltuples = 0 AS empty FROM pg_class WHERE oid = $1::text::regclass';
  const [{ empty }] = await manager.query<[{ empty: boolean }]>(counted, [partition]);
  if (!empty) return;
  await manager.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
  if (!(await has(manager, partition, 'true'))) await manager.query(`TRUNCATE ${partition}`);
}

/** False if there is none. */
async function dropOne(manager: EntityManager, kept: Kept): Promise<boolean> {
  for (const number of await closedOf(manager, kept.table)) {
    const partition = nameOf(kept.table, number);
    if (await stays(manager, partition, kept)) continue;
    await manager.query(`LOCK TABLE ONLY ${kept.table} IN ACCESS EXCLUSIVE MODE`);
    // Who has drawn an id holds the table until its row is there: who did so while the partition was open has ended by now.
    if (await stays(manager, partition, kept)) continue;
    await manager.query(`DROP TABLE ${partition}`);
    return true;
  }
  return false;
}

/** In a transaction that no other process has for partitions, and that waits for tables a few times, not for long. */
async function alone<T>(
  transactions: Transactions,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await transactions.run(async () => {
        const { manager } = transactions;
        await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
        await manager.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        return work(manager);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || left === 1) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

function nameOf(table: string, number: number): string {
  return `${table}_p${number}`;
}

/** The number of the partition that rows go to. */
async function openOf(manager: EntityManager, table: string): Promise<number> {
  const [{ open }] = await manager.query<[{ open: number }]>(
    `SELECT last_value / ${PARTITION_IDS} AS open FROM ${table}_id_seq`,
  );
  return open;
}

/** The numbers of the partitions before that, the oldest first. */
async function closedOf(manager: EntityManager, table: string): Promise<number[]> {
  const open = await openOf(manager, table);
  const partitions = await manager.query<{ number: number }[]>(
    `SELECT substring(relname FROM '_p(\\d+)$')::bigint AS number FROM pg_inherits
     JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::text::regclass ORDER BY 1`,
    [table],
  );
  return partitions.map(({ number }) => number).filter((number) => number < open);
}

async function exists(manager: EntityManager, partition: string): Promise<boolean> {
  const [{ oid }] = await manager.query<[{ oid: string | null }]>('SELECT to_regclass($1) AS oid', [
    partition,
  ]);
  return oid !== null;
}

async function hasLasted(manager: EntityManager, partition: string, kept: Kept): Promise<boolean> {
  return has(manager, partition, `NOT ${young(kept.ageMs * SHARE)}`, kept.only?.done);
}

async function stays(manager: EntityManager, partition: string, kept: Kept): Promise<boolean> {
  return (await hasNeeded(manager, partition, kept)) || hasYoung(manager, partition, kept);
}

async function hasYoung(manager: EntityManager, partition: string, { ageMs, only }: Kept): Promise<boolean> {
  return has(manager, partition, young(ageMs), only?.done);
}

async function hasNeeded(manager: EntityManager, partition: string, { only }: Kept): Promise<boolean> {
  return only !== undefined && has(manager, partition, only.needed);
}

async function has(
  manager: EntityManager,
  partition: string,
  what: string,
  which = 'true',
): Promise<boolean> {
  const [{ found }] = await manager.query<[{ found: boolean }]>(
    `SELECT EXISTS (SELECT FROM ${partition} WHERE ${what} AND ${which}) AS found`,
  );
  return found;
}

/** Returns the storage parameters of a partition as a `WITH` clause. Each partition has its own. */
async function settingsOf(manager: EntityManager, partition: string): Promise<string> {
  const [row] = await manager.query<{ settings: string | null }[]>(
    `SELECT ' WITH (' || array_to_string(reloptions, ', ') || ')' AS settings FROM pg_class WHERE oid = to_regclass($1)`,
    [partition],
  );
  return row?.settings ?? '';
}
