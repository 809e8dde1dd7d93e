import { setTimeout as sleep } from 'node:timers/promises';
import { escapeLiteral, type PoolClient, type QueryResult } from 'pg';

/** Which database this is, and how its sessions write what they answer: what is read on a copy is as if it were read here. */
const DATABASE = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), current_setting('search_path'),
  current_setting('TimeZone'), current_setting('DateStyle'), current_setting('extra_float_digits'))`;
/** Up to where all commits that anybody was told of are written; without synchronous commits they are told of before. */
const POSITION = `CASE current_setting('synchronous_commit') WHEN 'off'
  THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text`;
/** Positions count on where another server takes the lead: across timelines they say nothing. */
const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`;
/** As of its last restart point: after a change of the lead a copy is read from again once it has had one. */
const REPLAYED_TIMELINE = '(SELECT timeline_id FROM pg_control_checkpoint())';

export const WHERE_THE_PRIMARY_IS = `SELECT ${DATABASE} AS database, ${TIMELINE} AS timeline, ${POSITION} AS position`;

/** Where the primary is. */
export interface Primary {
  database: string;
  timeline: number;
  position: string;
}

interface Copy {
  database: string;
  timeline: number;
  follows: boolean;
  /** Bytes of the primary's log yet to be replayed; null on one that doesn't say. */
  behind: number | null;
}

/** It answers, and must not be read from. */
export class Unfit extends Error {}

export class Behind extends Unfit {}

interface Patience {
  /** For what was just written to arrive. */
  withinMs: number;
  /** For each answer. */
  answerMs: number;
  /** Told how many bytes are missing. */
  behind: (bytes: number) => void;
}

/** Begins a transaction on a copy whose statements see all that the primary had where it was. @throws Unfit */
export async function beginCaughtUp(
  client: PoolClient,
  primary: Primary,
  { withinMs, answerMs, behind }: Patience,
): Promise<void> {
  const state = `SELECT ${DATABASE} AS database, ${REPLAYED_TIMELINE} AS timeline, pg_is_in_recovery() AS follows,
    pg_wal_lsn_diff(${escapeLiteral(primary.position)}, pg_last_wal_replay_lsn())::float8 AS behind`;
  // Each statement sees what was replayed before it, whatever the role's own default is.
  let text = `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; ${state}`;
  const end = performance.now() + withinMs;
  for (let wait = 1; ; wait *= 2) {
    const answer = await client.query({ text, query_timeout: answerMs } as { text: string });
    const copy = ([answer].flat().at(-1) as QueryResult<Copy>).rows[0]!;
    refuse(copy, primary);
    const bytes = Math.max(copy.behind ?? Infinity, 0);
    behind(bytes);
    if (bytes === 0) return;
    if (performance.now() >= end) throw new Behind(`it is ${bytes} bytes behind`);
    await sleep(wait);
    text = state;
  }
}

/** @throws Unfit */
function refuse({ database, timeline, follows }: Copy, primary: Primary): void {
  if (!follows) throw new Unfit('it follows no other server: it was promoted, or is the primary');
  if (database !== primary.database)
    throw new Unfit(
      `it is no copy of the database, or set otherwise: "${database}", not "${primary.database}"`,
    );
  if (timeline !== primary.timeline)
    throw new Unfit(`it followed another lead: timeline ${timeline}, not ${primary.timeline}`);
}
