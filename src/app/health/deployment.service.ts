import { Injectable } from '@nestjs/common';
import { singleFlight } from '../../platform/async/single-flight.js';
import { describeDatabaseFault } from '../../platform/database/database-fault.js';
import { diskFullDetector, DISK_PROBE_SQL } from '../../platform/database/disk-full-detector.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { ReservedConnectionPool } from '../../platform/database/reserved-connection-pool.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';

/** A worker without a heartbeat for this long counts as stopped. */
export const WORKER_TIMEOUT_SECONDS = 30;

const STATE_QUERY = `
  SELECT CASE
      WHEN pg_is_in_recovery() THEN 'read-only: it is a standby'
      WHEN current_setting('transaction_read_only')::boolean THEN 'read-only: default_transaction_read_only is on'
    END AS "readOnly",
    extract(epoch FROM clock_timestamp())::float8 AS now`;
const DISK_FULL_MESSAGE = 'its disk is full';
const HEARTBEAT_AGE_QUERY = `SELECT extract(epoch FROM now() - at)::float8 AS seconds FROM worker_heartbeat`;

/** What the database says of itself and of those who work on it. */
export interface DeploymentState {
  /** Why nothing can be written; null when it can. */
  unwritableReason: string | null;
  /** Null when no worker ever was, or nothing can be written. */
  workerHeartbeatAgeSeconds: number | null;
  /** How far this process's clock is ahead of the database's. */
  clockSkewSeconds: number;
}

/** Who else works on the same database: an api alone accepts, and delivers nothing. */
@Injectable()
export class DeploymentService {
  constructor(
    private readonly transactions: Transactions,
    private readonly database: ReservedConnectionPool,
    readonly replica: ReadReplica,
  ) {}

  @PeriodicJob('5s', 'worker heartbeat')
  async recordHeartbeat(): Promise<void> {
    await this.transactions.prepared({
      name: 'worker_beat',
      text: `INSERT INTO worker_heartbeat (id, at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = now()`,
    });
  }

  /** Asked for by everybody who may look at the service's health, so it is read once at a time. */
  readonly readState = singleFlight(async (): Promise<DeploymentState> => {
    const asked = Date.now();
    const [row] = await this.database.query<{ readOnly: string | null; now: number }>({ text: STATE_QUERY });
    const { readOnly, now } = row!;
    const unwritable = readOnly ?? (await this.checkDisk());
    // The database looked at its clock somewhere between.
    const secondsAhead = (asked + Date.now()) / 2_000 - now;
    // A standby has no heartbeats: their table is unlogged.
    if (unwritable !== null)
      return {
        unwritableReason: unwritable,
        workerHeartbeatAgeSeconds: null,
        clockSkewSeconds: secondsAhead,
      };
    const [beat] = await this.database.query<{ seconds: number }>({ text: HEARTBEAT_AGE_QUERY });
    return {
      unwritableReason: unwritable,
      workerHeartbeatAgeSeconds: beat?.seconds ?? null,
      clockSkewSeconds: secondsAhead,
    };
  });

  /** Writes something that makes a file grow, and takes it back. @throws what the database says when it can't */
  async tryToWrite(): Promise<void> {
    await this.database.query({ text: DISK_PROBE_SQL });
  }

  /** What is wrong with a disk that was full; null when nothing is, or ever was. */
  private async checkDisk(): Promise<string | null> {
    const { state } = diskFullDetector;
    if (state === 'fine') return null;
    if (state === 'full') return DISK_FULL_MESSAGE;
    try {
      await this.tryToWrite();
    } catch (error) {
      const fault = describeDatabaseFault(error);
      if (fault !== undefined) return fault;
    }
    diskFullDetector.clear();
    return null;
  }
}
