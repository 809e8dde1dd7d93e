import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import type { Transactions } from './transactions.js';

/**
 * Retention of tables that are partitioned by id (docs/adr/0014-partitions.md). Partition `n` holds the ids from
 * `n * IDS_PER_PARTITION` on. New rows go to the open partition, the one of the id sequence. The next one always exists.
 */
export const IDS_PER_PARTITION = 1_000_000_000;

export interface PartitionRetention {
  table: string;
  /** Milliseconds by the database's clock. */
  ageMs: number;
  /**
   * SQL conditions of the rows that expire by age, and of the rows that keep their partition at any age. Each is the
   * condition of an index. By default all rows expire.
   */
  conditions?: { done: string; needed: string };
}

/** A partition stays open for this part of the retention, and an expired row stays at most that much longer. */
const OPEN_FRACTION = 1 / 6;
/** Every statement on the table waits while this process waits for its lock, so it waits briefly and retries. */
const LOCK_TIMEOUT_MS = 250;
const LOCK_ATTEMPTS = 5;
const RETRY_DELAY_MS = 1_000;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns SQL for the creation time at which a row expires. */
export function buildAgeCutoff(ageMs: number): string {
  return `now() - ${ageMs} * interval '1 millisecond'`;
}

export function buildNotExpiredCondition(ageMs: number): string {
  return `created_at > ${buildAgeCutoff(ageMs)}`;
}

/** Returns SQL for the end of a WHERE clause that hides expired rows, which exist until their partition is dropped. */
export function buildNotExpiredClause(ageMs: number): string {
  return ` AND ${buildNotExpiredCondition(ageMs)}`;
}

/**
 * Opens the next partition if the open one is old enough, then drops the closed partitions without unexpired or needed
 * rows, of all tenants. Returns the number of dropped partitions. Processes can run it concurrently.
 */
export async function dropOldPartitions(
  transactions: Transactions,
  retention: PartitionRetention,
): Promise<number> {
  await withPartitionLock(transactions, (manager) => advanceOpenPartition(manager, retention));
  let dropped = 0;
  while (await withPartitionLock(transactions, (manager) => dropOnePartition(manager, retention))) dropped++;
  return dropped;
}

/**
 * Returns the id below which only needed rows keep partitions from being dropped, and 0 if there are none. The expired
 * rows below that id can be deleted one by one.
 */
export function findRetainedBelowId(
  transactions: Transactions,
  retention: PartitionRetention,
): Promise<number> {
  return withPartitionLock(transactions, async (manager) => {
    let below = 0;
    for (const number of (await listPartitions(manager, retention.table)).closed) {
      const { needed, unexpired } = await findRetainedRows(manager, number, retention);
      if (needed && !unexpired) below = (number + 1) * IDS_PER_PARTITION;
    }
    return below;
  });
}

async function advanceOpenPartition(manager: EntityManager, retention: PartitionRetention): Promise<void> {
  const { table, ageMs, conditions } = retention;
  const partitions = await listPartitions(manager, table);
  let { open } = partitions;
  const hasNext = (): boolean => partitions.numbers.includes(open + 1);
  const isOldEnough = `NOT ${buildNotExpiredCondition(ageMs * OPEN_FRACTION)} AND ${conditions?.done ?? 'true'}`;
  if (hasNext() && (await hasRows(manager, toPartitionName(table, open), isOldEnough))) {
    open++;
    await resetEmptyStatistics(manager, table, toPartitionName(table, open));
    // Takes effect before the commit. A transaction that has drawn its id writes to the previous partition.
    await manager.query('SELECT setval($1, $2, false)', [`${table}_id_seq`, open * IDS_PER_PARTITION]);
  }
  if (hasNext()) return;
  const [openPartition] = await manager.query<{ settings: string | null }[]>(
    `SELECT ' WITH (' || array_to_string(reloptions, ', ') || ')' AS settings FROM pg_class WHERE oid = to_regclass($1)`,
    [toPartitionName(table, open)],
  );
  const [from, to] = [(open + 1) * IDS_PER_PARTITION, (open + 2) * IDS_PER_PARTITION];
  await manager.query(
    `CREATE TABLE ${toPartitionName(table, open + 1)} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})${openPartition?.settings ?? ''}`,
  );
}

/** PostgreSQL would plan sequential scans for a partition that was vacuumed while empty, until it is analyzed. */
async function resetEmptyStatistics(manager: EntityManager, table: string, partition: string): Promise<void> {
  const countedRows = 'SELECT reltuples = 0 AS empty FROM pg_class WHERE oid = $1::text::regclass';
  const [{ empty }] = await manager.query<[{ empty: boolean }]>(countedRows, [partition]);
  if (!empty) return;
  await manager.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
  if (!(await hasRows(manager, partition, 'true'))) await manager.query(`TRUNCATE ${partition}`);
}

/** Returns false if no partition can be dropped. */
async function dropOnePartition(manager: EntityManager, retention: PartitionRetention): Promise<boolean> {
  const { table } = retention;
  const canDrop = async (number: number): Promise<boolean> => {
    const { needed, unexpired } = await findRetainedRows(manager, number, retention);
    return !needed && !unexpired;
  };
  for (const number of (await listPartitions(manager, table)).closed) {
    if (!(await canDrop(number))) continue;
    await manager.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
    // The lock waited for transactions that drew an id while the partition was open, so their rows exist by now.
    if (!(await canDrop(number))) continue;
    await manager.query(`DROP TABLE ${toPartitionName(table, number)}`);
    return true;
  }
  return false;
}

/** Runs `work` in a transaction that serializes partition changes of all processes. Retries if a table is locked. */
async function withPartitionLock<T>(
  transactions: Transactions,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let left = LOCK_ATTEMPTS; ; left--) {
    try {
      return await transactions.run(async () => {
        const { manager } = transactions;
        await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
        await manager.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return work(manager);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || left === 1) throw error;
      await setTimeout(RETRY_DELAY_MS);
    }
  }
}

function toPartitionName(table: string, number: number): string {
  return `${table}_p${number}`;
}

/** Returns the numbers of all partitions, of the open one and of the closed ones before it, oldest first. */
async function listPartitions(
  manager: EntityManager,
  table: string,
): Promise<{ numbers: number[]; open: number; closed: number[] }> {
  const [{ open }] = await manager.query<[{ open: number }]>(
    `SELECT last_value / ${IDS_PER_PARTITION} AS open FROM ${table}_id_seq`,
  );
  const rows = await manager.query<{ number: number }[]>(
    `SELECT substring(relname FROM '_p(\\d+)$')::bigint AS number FROM pg_inherits
     JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::text::regclass ORDER BY 1`,
    [table],
  );
  const numbers = rows.map(({ number }) => number);
  return { numbers, open, closed: numbers.filter((number) => number < open) };
}

/** Reports whether a partition has rows that have not expired, and rows that are needed at any age. */
async function findRetainedRows(
  manager: EntityManager,
  number: number,
  { table, ageMs, conditions }: PartitionRetention,
): Promise<{ needed: boolean; unexpired: boolean }> {
  const partition = toPartitionName(table, number);
  const isUnexpired = `${buildNotExpiredCondition(ageMs)} AND ${conditions?.done ?? 'true'}`;
  return {
    needed: conditions !== undefined && (await hasRows(manager, partition, conditions.needed)),
    unexpired: await hasRows(manager, partition, isUnexpired),
  };
}

async function hasRows(manager: EntityManager, partition: string, condition: string): Promise<boolean> {
  const [{ found }] = await manager.query<[{ found: boolean }]>(
    `SELECT EXISTS (SELECT FROM ${partition} WHERE ${condition}) AS found`,
  );
  return found;
}
