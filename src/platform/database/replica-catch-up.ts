import { setTimeout as sleep } from 'node:timers/promises';
import { escapeLiteral, type PoolClient, type QueryResult } from 'pg';

/** Identifies the database and the session settings that change how values are written. Both servers must agree. */
const DATABASE_IDENTITY_SQL = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), current_setting('search_path'),
  current_setting('TimeZone'), current_setting('DateStyle'), current_setting('extra_float_digits'))`;
/** The position of the write-ahead log after every acknowledged commit. Asynchronous commits are acknowledged before a flush. */
const POSITION_SQL = `CASE current_setting('synchronous_commit') WHEN 'off'
  THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text`;
/** Positions of different timelines are not comparable. A failover starts a new timeline. */
const TIMELINE_SQL = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`;
/** As of the last restart point, so a replica is used again after its first restart point after a failover. */
const REPLAYED_TIMELINE_SQL = '(SELECT timeline_id FROM pg_control_checkpoint())';

export const PRIMARY_POSITION_SQL = `SELECT ${DATABASE_IDENTITY_SQL} AS database, ${TIMELINE_SQL} AS timeline, ${POSITION_SQL} AS position`;

export interface PrimaryPosition {
  database: string;
  timeline: number;
  position: string;
}

interface ReplicaState {
  database: string;
  timeline: number;
  follows: boolean;
  /** Bytes of the log that the replica has not replayed. Null if it does not report a position. */
  behind: number | null;
}

/** The replica responds but must not be read from. */
export class ReplicaUnusableError extends Error {}

export class ReplicaBehindError extends ReplicaUnusableError {}

interface CatchUpOptions {
  /** How long to wait until the replica has caught up. */
  withinMs: number;
  /** Timeout of each statement. */
  answerMs: number;
  /** Called with the bytes that are missing. */
  onBehind: (bytes: number) => void;
}

/** Begins a transaction on the replica that sees everything up to the primary's position. @throws ReplicaUnusableError */
export async function beginCaughtUpTransaction(
  client: PoolClient,
  primary: PrimaryPosition,
  { withinMs, answerMs, onBehind }: CatchUpOptions,
): Promise<void> {
  const state = `SELECT ${DATABASE_IDENTITY_SQL} AS database, ${REPLAYED_TIMELINE_SQL} AS timeline, pg_is_in_recovery() AS follows,
    pg_wal_lsn_diff(${escapeLiteral(primary.position)}, pg_last_wal_replay_lsn())::float8 AS behind`;
  // READ COMMITTED: each statement sees what was replayed before it, whatever the default of the role is.
  let text = `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; ${state}`;
  const end = performance.now() + withinMs;
  for (let wait = 1; ; wait *= 2) {
    const result = await client.query({ text, query_timeout: answerMs } as { text: string });
    const replica = ([result].flat().at(-1) as QueryResult<ReplicaState>).rows[0]!;
    assertReplicaUsable(replica, primary);
    const bytes = Math.max(replica.behind ?? Infinity, 0);
    onBehind(bytes);
    if (bytes === 0) return;
    if (performance.now() >= end) throw new ReplicaBehindError(`it is ${bytes} bytes behind`);
    await sleep(wait);
    text = state;
  }
}

/** @throws ReplicaUnusableError */
function assertReplicaUsable({ database, timeline, follows }: ReplicaState, primary: PrimaryPosition): void {
  if (!follows)
    throw new ReplicaUnusableError('it follows no other server: it was promoted, or is the primary');
  if (database !== primary.database)
    throw new ReplicaUnusableError(
      `it is not a copy of the database, or its settings differ: "${database}", not "${primary.database}"`,
    );
  if (timeline !== primary.timeline)
    throw new ReplicaUnusableError(
      `it follows another primary: timeline ${timeline}, not ${primary.timeline}`,
    );
}
