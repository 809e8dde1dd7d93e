import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { oneAtATime } from '../../platform/async/one-at-a-time.js';
import { databaseFault } from '../../platform/database/database-fault.js';
import { fullDisk, TRY_TO_GROW } from '../../platform/database/full-disk.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { ReservedConnections } from '../../platform/database/reserved-connections.js';
import { Rounds } from '../../platform/jobs/rounds.js';

/** How often a worker says that it works. */
const BEAT_MS = 5_000;
/** One that hasn't for so long is not there. */
export const WORKER_PATIENCE_SECONDS = 30;

const STATE = `
  SELECT CASE
      WHEN pg_is_in_recovery() THEN 'read-only: it is a standby'
      WHEN current_setting('transaction_read_only')::boolean THEN 'read-only: default_transaction_read_only is on'
    END AS "readOnly",
    extract(epoch FROM clock_timestamp())::float8 AS now`;
const DISK_IS_FULL = 'its disk is full';
const LAST_BEAT = `SELECT extract(epoch FROM now() - at)::float8 AS seconds FROM worker_heartbeat`;

/** What the database says of itself and of those who work on it. */
export interface DeploymentState {
  /** Why nothing can be written; null when it can. */
  unwritable: string | null;
  /** Null when no worker ever was, or nothing can be written. */
  secondsSinceWorker: number | null;
  /** How far this process's clock is ahead of the database's. */
  secondsAhead: number;
}

/** Who else works on the same database: an api alone accepts, and delivers nothing. */
@Injectable()
export class Deployment {
  private readonly beats = new Rounds('worker heartbeat');

  constructor(
    private readonly transactions: Transactions,
    private readonly database: ReservedConnections,
    readonly replica: ReadReplica,
  ) {}

  /** Intervals run in workers only. */
  @Interval(BEAT_MS)
  async beat(): Promise<void> {
    await this.beats.run(() =>
      this.transactions.prepared({
        name: 'worker_beat',
        text: `INSERT INTO worker_heartbeat (id, at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = now()`,
      }),
    );
  }

  /** Asked for by everybody who may look at the service's health, so it is read once at a time. */
  readonly state = oneAtATime(async (): Promise<DeploymentState> => {
    const asked = Date.now();
    const [row] = await this.database.query<{ readOnly: string | null; now: number }>({ text: STATE });
    const { readOnly, now } = row!;
    const unwritable = readOnly ?? (await this.disk());
    // The database looked at its clock somewhere between.
    const secondsAhead = (asked + Date.now()) / 2_000 - now;
    // A standby has no heartbeats: their table is unlogged.
    if (unwritable !== null) return { unwritable, secondsSinceWorker: null, secondsAhead };
    const [beat] = await this.database.query<{ seconds: number }>({ text: LAST_BEAT });
    return { unwritable, secondsSinceWorker: beat?.seconds ?? null, secondsAhead };
  });

  /** Writes something that makes a file grow, and takes it back. @throws what the database says when it can't */
  async tryToWrite(): Promise<void> {
    await this.database.query({ text: TRY_TO_GROW });
  }

  /** What is wrong with a disk that was full; null when nothing is, or ever was. */
  private async disk(): Promise<string | null> {
    const { state } = fullDisk;
    if (state === 'fine') return null;
    if (state === 'full') return DISK_IS_FULL;
    try {
      await this.tryToWrite();
    } catch (error) {
      const fault = databaseFault(error);
      if (fault !== undefined) return fault;
    }
    fullDisk.mended();
    return null;
  }
}
