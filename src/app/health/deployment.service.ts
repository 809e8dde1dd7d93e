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

export interface DeploymentState {
  unwritableReason: string | null;
  /** Null if no worker ever ran, or if the database is not writable. */
  workerHeartbeatAgeSeconds: number | null;
  clockSkewSeconds: number;
}

/** Reads the state that health checks and metrics show, and writes the workers' heartbeat. */
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

  /** Shared by concurrent callers, because anyone may request /health/ready. */
  readonly readState = singleFlight(async (): Promise<DeploymentState> => {
    const start = Date.now();
    const [row] = await this.database.query<{ readOnly: string | null; now: number }>({ text: STATE_QUERY });
    const { readOnly, now } = row!;
    const unwritableReason = readOnly ?? (await this.checkDisk());
    // Compares with the middle of the query's duration.
    const clockSkewSeconds = (start + Date.now()) / 2_000 - now;
    // The heartbeat table is unlogged, so a standby has no heartbeats.
    if (unwritableReason !== null)
      return { unwritableReason, workerHeartbeatAgeSeconds: null, clockSkewSeconds };
    const [heartbeat] = await this.database.query<{ seconds: number }>({ text: HEARTBEAT_AGE_QUERY });
    return { unwritableReason, workerHeartbeatAgeSeconds: heartbeat?.seconds ?? null, clockSkewSeconds };
  });

  /** Makes a file of the database grow and rolls back. @throws the error of the database */
  async tryToWrite(): Promise<void> {
    await this.database.query({ text: DISK_PROBE_SQL });
  }

  /** Returns null if the disk was never full, or is writable again. */
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
