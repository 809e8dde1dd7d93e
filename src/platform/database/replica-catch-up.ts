import { setTimeout as sleep } from 'node:timers/promises';
import { escapeLiteral, type PoolClient, type QueryResult } from 'pg';

/** Which database this is, and how its sessions write what they answer: what is read on a copy is as if it were read here. */
const DATABASE_IDENTITY_SQL = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), current_setting('search_path'),
  current_setting('TimeZone'), current_setting('DateStyle'), current_setting('extra_float_digits'))`;
/** Up to where all commits that anybody was told of are written; without synchronous commits they are told of before. */
const POSITION_SQL = `CASE current_setting('synchronous_commit') WHEN 'off'
  THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text`;
/** Positions count on where another server takes the lead: across timelines they say nothing. */
const TIMELINE_SQL = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`;
/** As of its last restart point: after a change of the lead a copy is read from again once it has had one. */
const REPLAYED_TIMELINE_SQL = '(SELECT timeline_id FROM pg_control_checkpoint())';

export const PRIMARY_POSITION_SQL = `SELECT ${DATABASE_IDENTITY_SQL} AS database, ${TIMELINE_SQL} AS timeline, ${POSITION_SQL} AS position`;

/** Where the primary is. */
export interface PrimaryPosition {
  database: string;
  timeline: number;
  position: string;
}

interface ReplicaState {
  database: string;
  timeline: number;
  follows: boolean;
  /** Bytes of the primary's log yet to be replayed; null on one that doesn't say. */
  behind: number | null;
}

/** It answers, and must not be read from. */
export class ReplicaUnusableError extends Error {}

export class ReplicaBehindError extends ReplicaUnusableError {}

interface CatchUpOptions {
  /** For what was just written to arrive. */
  withinMs: number;
  /** For each answer. */
  answerMs: number;
  /** Told how many bytes are missing. */
  onBehind: (bytes: number) => void;
}

/** Begins a transaction on a copy whose statements see all that the primary had where it was. @throws Unfit */
export async function beginCaughtUpTransaction(
  client: PoolClient,
  primary: PrimaryPosition,
  { withinMs, answerMs, onBehind: behind }: CatchUpOptions,
): Promise<void> {
  const state = `SELECT ${DATABASE_IDENTITY_SQL} AS database, ${REPLAYED_TIMELINE_SQL} AS timeline, pg_is_in_recovery() AS follows,
    pg_wal_lsn_diff(${escapeLiteral(primary.position)}, pg_last_wal_replay_lsn())::float8 AS behind`;
  // Each statement sees what was replayed before it, whatever the role's own default is.
  let text = `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; ${state}`;
  const end = performance.now() + withinMs;
  for (let wait = 1; ; wait *= 2) {
    const answer = await client.query({ text, query_timeout: answerMs } as { text: string });
    const copy = ([answer].flat().at(-1) as QueryResult<ReplicaState>).rows[0]!;
    assertReplicaUsable(copy, primary);
    const bytes = Math.max(copy.behind ?? Infinity, 0);
    behind(bytes);
    if (bytes === 0) return;
    if (performance.now() >= end) throw new ReplicaBehindError(`it is ${bytes} bytes behind`);
    await sleep(wait);
    text = state;
  }
}

/** @throws Unfit */
function assertReplicaUsable({ database, timeline, follows }: ReplicaState, primary: PrimaryPosition): void {
  if (!follows)
    throw new ReplicaUnusableError('it follows no other server: it was promoted, or is the primary');
  if (database !== primary.database)
    throw new ReplicaUnusableError(
      `it is no copy of the database, or set otherwise: "${database}", not "${primary.database}"`,
    );
  if (timeline !== primary.timeline)
    throw new ReplicaUnusableError(`it followed another lead: timeline ${timeline}, not ${primary.timeline}`);
}
