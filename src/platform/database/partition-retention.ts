import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import type { Transactions } from './transactions.js';

/** Ids per partition: partition `n` starts at id `n * PARTITION_IDS`. */
export const IDS_PER_PARTITION = 1_000_000_000;

/** A table that is partitioned by id, and how long its rows are kept, in milliseconds by the database's clock. */
export interface PartitionRetention {
  table: string;
  ageMs: number;
  /**
   * Where rows don't go by age alone: in SQL, those that do, and all others, which keep their partition however old they
   * are. Each is the condition of an index.
   */
  conditions?: { done: string; needed: string };
}

/** A partition is open for this part of the retention: so much longer what is old stays at most. */
const OPEN_FRACTION = 1 / 6;
/** Making and dropping need the table for a moment; who wants it meanwhile waits no longer than this for us to get it. */
const LOCK_TIMEOUT_MS = 250;
const LOCK_ATTEMPTS = 5;
const RETRY_DELAY_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** In SQL: since when rows are young. */
export function buildAgeCutoff(ageMs: number): string {
  return `now() - ${ageMs} * interval '1 millisecond'`;
}

/** In SQL: not older than that. */
export function buildNotExpiredCondition(ageMs: number): string {
  return `created_at > ${buildAgeCutoff(ageMs)}`;
}

/** For the WHERE of what is shown: rows are there a while longer than they are kept. */
export function buildNotExpiredClause(ageMs: number): string {
  return ` AND ${buildNotExpiredCondition(ageMs)}`;
}

/**
 * Of all tenants: drops the partitions whose rows are all too old, and says how many. Before that the next partition is
 * begun if the open one has lasted long enough. Safe in several processes at once.
 */
export async function dropOldPartitions(
  transactions: Transactions,
  kept: PartitionRetention,
): Promise<number> {
  await withPartitionLock(transactions, (manager) => advanceOpenPartition(manager, kept));
  let dropped = 0;
  while (await withPartitionLock(transactions, (manager) => dropOnePartition(manager, kept))) dropped++;
  return dropped;
}

/**
 * Where `needed` rows keep partitions that would go but for them: the id below which those are, so that the others in them
 * can be deleted one by one; 0 where there are none.
 */
export function findRetainedBelowId(transactions: Transactions, kept: PartitionRetention): Promise<number> {
  return withPartitionLock(transactions, async (manager) => {
    let below = 0;
    for (const number of await listClosedPartitions(manager, kept.table)) {
      const partition = toPartitionName(kept.table, number);
      if (
        (await hasNeededRows(manager, partition, kept)) &&
        !(await hasUnexpiredRows(manager, partition, kept))
      )
        below = (number + 1) * IDS_PER_PARTITION;
    }
    return below;
  });
}

async function advanceOpenPartition(manager: EntityManager, kept: PartitionRetention): Promise<void> {
  const { table } = kept;
  let open = await findOpenPartition(manager, table);
  if (
    (await hasTable(manager, toPartitionName(table, open + 1))) &&
    (await isOpenLongEnough(manager, toPartitionName(table, open), kept))
  ) {
    open++;
    await resetEmptyStatistics(manager, table, toPartitionName(table, open));
    // At once, whatever becomes of the transaction. Who has drawn an id already writes to the partition before.
    await manager.query('SELECT setval($1, $2, false)', [`${table}_id_seq`, open * IDS_PER_PARTITION]);
  }
  const next = toPartitionName(table, open + 1);
  if (await hasTable(manager, next)) return;
  const [from, to] = [(open + 1) * IDS_PER_PARTITION, (open + 2) * IDS_PER_PARTITION];
  const settings = await readStorageSettings(manager, toPartitionName(table, open));
  // One ahead: at ten million shipments a day rows go on finding a partition for a week or more after the last round.
  await manager.query(
    `CREATE TABLE ${next} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})${settings}`,
  );
}

/** What was vacuumed while it was empty would be planned for as empty, read through again and again, until it is analyzed. */
async function resetEmptyStatistics(manager: EntityManager, table: string, partition: string): Promise<void> {
  const counted = 'SELECT reltuples = 0 AS empty FROM pg_class WHERE oid = $1::text::regclass';
  const [{ empty }] = await manager.query<[{ empty: boolean }]>(counted, [partition]);
  if (!empty) return;
  await manager.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
  if (!(await hasMatchingRows(manager, partition, 'true'))) await manager.query(`TRUNCATE ${partition}`);
}

/** False if there is none. */
async function dropOnePartition(manager: EntityManager, kept: PartitionRetention): Promise<boolean> {
  for (const number of await listClosedPartitions(manager, kept.table)) {
    const partition = toPartitionName(kept.table, number);
    if (await mustRetainPartition(manager, partition, kept)) continue;
    await manager.query(`LOCK TABLE ONLY ${kept.table} IN ACCESS EXCLUSIVE MODE`);
    // Who has drawn an id holds the table until its row is there: who did so while the partition was open has ended by now.
    if (await mustRetainPartition(manager, partition, kept)) continue;
    await manager.query(`DROP TABLE ${partition}`);
    return true;
  }
  return false;
}

/** In a transaction that no other process has for partitions, and that waits for tables a few times, not for long. */
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

/** The number of the partition that rows go to. */
async function findOpenPartition(manager: EntityManager, table: string): Promise<number> {
  const [{ open }] = await manager.query<[{ open: number }]>(
    `SELECT last_value / ${IDS_PER_PARTITION} AS open FROM ${table}_id_seq`,
  );
  return open;
}

/** The numbers of the partitions before that, the oldest first. */
async function listClosedPartitions(manager: EntityManager, table: string): Promise<number[]> {
  const open = await findOpenPartition(manager, table);
  const partitions = await manager.query<{ number: number }[]>(
    `SELECT substring(relname FROM '_p(\\d+)$')::bigint AS number FROM pg_inherits
     JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::text::regclass ORDER BY 1`,
    [table],
  );
  return partitions.map(({ number }) => number).filter((number) => number < open);
}

async function hasTable(manager: EntityManager, partition: string): Promise<boolean> {
  const [{ oid }] = await manager.query<[{ oid: string | null }]>('SELECT to_regclass($1) AS oid', [
    partition,
  ]);
  return oid !== null;
}

async function isOpenLongEnough(
  manager: EntityManager,
  partition: string,
  kept: PartitionRetention,
): Promise<boolean> {
  return hasMatchingRows(
    manager,
    partition,
    `NOT ${buildNotExpiredCondition(kept.ageMs * OPEN_FRACTION)}`,
    kept.conditions?.done,
  );
}

async function mustRetainPartition(
  manager: EntityManager,
  partition: string,
  kept: PartitionRetention,
): Promise<boolean> {
  return (await hasNeededRows(manager, partition, kept)) || hasUnexpiredRows(manager, partition, kept);
}

async function hasUnexpiredRows(
  manager: EntityManager,
  partition: string,
  { ageMs, conditions: only }: PartitionRetention,
): Promise<boolean> {
  return hasMatchingRows(manager, partition, buildNotExpiredCondition(ageMs), only?.done);
}

async function hasNeededRows(
  manager: EntityManager,
  partition: string,
  { conditions: only }: PartitionRetention,
): Promise<boolean> {
  return only !== undefined && hasMatchingRows(manager, partition, only.needed);
}

async function hasMatchingRows(
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
async function readStorageSettings(manager: EntityManager, partition: string): Promise<string> {
  const [row] = await manager.query<{ settings: string | null }[]>(
    `SELECT ' WITH (' || array_to_string(reloptions, ', ') || ')' AS settings FROM pg_class WHERE oid = to_regclass($1)`,
    [partition],
  );
  return row?.settings ?? '';
}
