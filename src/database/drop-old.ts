import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import type { Transactions } from './transactions.js';

/** A table that is partitioned by id, and how long its rows are kept, in milliseconds by the database's clock. */
export interface Kept {
  table: string;
  ageMs: number;
}

/**
 * How many ids a partition has; the n-th begins at n times as many. The one after the open one is always there: at ten
 * million shipments a day rows go on finding a partition for a week or more after the last round.
 */
export const PARTITION_IDS = 1_000_000_000;
/** A partition is open for this part of the retention: so much longer what is old stays at most. */
const SHARE = 1 / 6;
/** Making and dropping need the table for a moment; who wants it meanwhile waits no longer than this for us to get it. */
const LOCK_MS = 250;
const TRIES = 5;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** For the WHERE of what is shown: rows are there a while longer than they are kept. */
export function notOld(ageMs: number): string {
  return ` AND created_at > now() - ${ageMs} * interval '1 millisecond'`;
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

async function goOn(manager: EntityManager, { table, ageMs }: Kept): Promise<void> {
  let open = await openOf(manager, table);
  if (
    (await exists(manager, nameOf(table, open + 1))) &&
    (await hasLasted(manager, nameOf(table, open), ageMs))
  ) {
    open++;
    // At once, whatever becomes of the transaction. Who has drawn an id already writes to the partition before.
    await manager.query('SELECT setval($1, $2, false)', [`${table}_id_seq`, open * PARTITION_IDS]);
  }
  const next = nameOf(table, open + 1);
  if (await exists(manager, next)) return;
  const [from, to] = [(open + 1) * PARTITION_IDS, (open + 2) * PARTITION_IDS];
  await manager.query(`CREATE TABLE ${next} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})`);
}

/** False if there is none. */
async function dropOne(manager: EntityManager, kept: Kept): Promise<boolean> {
  for (const partition of await closedOf(manager, kept.table)) {
    if (await hasYoung(manager, partition, kept)) continue;
    await manager.query(`LOCK TABLE ONLY ${kept.table} IN ACCESS EXCLUSIVE MODE`);
    // Who has drawn an id holds the table until its row is there: who did so while the partition was open has ended by now.
    if (await hasYoung(manager, partition, kept)) continue;
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

/** The partitions before that, the oldest first. */
async function closedOf(manager: EntityManager, table: string): Promise<string[]> {
  const open = await openOf(manager, table);
  const partitions = await manager.query<{ number: number }[]>(
    `SELECT substring(relname FROM '_p(\\d+)$')::bigint AS number FROM pg_inherits
     JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::text::regclass ORDER BY 1`,
    [table],
  );
  return partitions.filter(({ number }) => number < open).map(({ number }) => nameOf(table, number));
}

async function exists(manager: EntityManager, partition: string): Promise<boolean> {
  const [{ oid }] = await manager.query<[{ oid: string | null }]>('SELECT to_regclass($1) AS oid', [
    partition,
  ]);
  return oid !== null;
}

async function hasLasted(manager: EntityManager, partition: string, ageMs: number): Promise<boolean> {
  return has(manager, partition, '<=', ageMs * SHARE);
}

async function hasYoung(manager: EntityManager, partition: string, { ageMs }: Kept): Promise<boolean> {
  return has(manager, partition, '>', ageMs);
}

async function has(
  manager: EntityManager,
  partition: string,
  comparison: '<=' | '>',
  ageMs: number,
): Promise<boolean> {
  const [{ found }] = await manager.query<[{ found: boolean }]>(
    `SELECT EXISTS (SELECT FROM ${partition} WHERE created_at ${comparison} now() - $1 * interval '1 millisecond') AS found`,
    [ageMs],
  );
  return found;
}
