import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { withDeadline } from '../async/with-deadline.js';
import { coalesce, singleFlight } from '../async/single-flight.js';
import { Config } from '../../config/config.js';
import { replicaReads, replicaLagBytes, replicaUp } from '../metrics.js';
import { describeDatabaseFault } from './database-fault.js';
import { KEEP_ALIVE, buildTimeoutSettings } from './data-source.js';
import { AppPgClient } from './statements/app-pg-client.js';
import {
  beginCaughtUpTransaction,
  ReplicaBehindError,
  ReplicaUnusableError,
  PRIMARY_POSITION_SQL,
  type PrimaryPosition,
} from './replica-catch-up.js';
import { ReservedConnectionPool } from './reserved-connection-pool.js';

/** Timeout of a connection and of each statement of the check. */
const TIMEOUT_MS = 2_000;
/** How long a read waits for the replica to catch up. */
const CATCH_UP_MS = 50;
/** Interval of the background checks while the replica is unusable. */
const RECHECK_MS = 1_000;
/** Conflicts of a read with the replay of changes. The read runs on the primary, and the replica stays in use. */
const RECOVERY_CONFLICT_CODES = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * Reads lists from a streaming replica (`DATABASE_READ_URL`). Each read first waits until the replica has replayed all
 * commits of the primary, so it sees every write of every process. If the replica lags or fails, the primary serves the list.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly logger = new Logger('ReadReplica');
  private readonly pool: Pool | undefined;
  private readonly maxReads: number = 0;
  private readonly host: string = '';
  private readonly connections = new Set<AppPgClient>();
  private activeReads = 0;
  /** Why the replica is not used. Null while it is used. */
  private fault: string | null = 'it was not checked yet';
  private isBehind = false;
  private checkedAt = -Infinity;
  private loggedFault: string | null | undefined;

  constructor(
    { database }: Config,
    private readonly primary: ReservedConnectionPool,
  ) {
    if (!database.replica) return;
    const { url, poolSize } = database.replica;
    this.maxReads = poolSize;
    this.host = new URL(url).host;
    this.pool = new Pool({
      Client: AppPgClient,
      connectionString: url,
      // One more for the check.
      max: poolSize + 1,
      application_name: 'lading-read',
      connectionTimeoutMillis: TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      ...KEEP_ALIVE,
      ...buildTimeoutSettings({ ...database.budget, lockMs: Math.min(database.budget.lockMs, TIMEOUT_MS) }),
    });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => this.connections.add(client as unknown as AppPgClient));
    this.pool.on('remove', (client) => this.connections.delete(client as unknown as AppPgClient));
  }

  /** Undefined without a `DATABASE_READ_URL`. */
  get connectionUsage(): { used: number; idle: number } | undefined {
    if (!this.pool) return undefined;
    const { totalCount, idleCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount };
  }

  /** Runs `onReplica` in a transaction on the replica. Runs `onPrimary` instead if that is not possible or fails. */
  async read<T>(onReplica: (client: PoolClient) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (!this.pool) return onPrimary();
    const client = await this.beginRead();
    if (!client) return onPrimary();
    // Detects a replica that stops responding before the statement timeout does.
    const watch = setInterval(() => void this.check(), TIMEOUT_MS);
    try {
      const result = await onReplica(client);
      this.commitAndRelease(client);
      replicaReads.inc({ outcome: 'replica' });
      return result;
    } catch (error) {
      this.discardClient(client, error);
      if (isReplicaFault(error)) this.handleFailure(error);
      replicaReads.inc({ outcome: 'failed' });
    } finally {
      clearInterval(watch);
      this.activeReads--;
    }
    return onPrimary();
  }

  /** Checks the replica now. Returns why it is not used, and null if it is. */
  readonly check = singleFlight(async (): Promise<string | null> => {
    this.checkedAt = performance.now();
    const primary = await this.readPrimaryPosition().catch(() => null);
    if (!primary) return this.fault;
    let client: PoolClient | undefined;
    try {
      client = await this.pool!.connect();
      await this.catchUp(client, primary);
      this.commitAndRelease(client);
      this.setFault(null);
    } catch (error) {
      if (client) this.discardClient(client, error);
      this.handleFailure(error);
    }
    return this.fault;
  });

  /** Returns a connection in a transaction that sees all earlier commits, and undefined if there is none. */
  private async beginRead(): Promise<PoolClient | undefined> {
    if (this.fault !== null) {
      if (performance.now() - this.checkedAt > RECHECK_MS) void this.check();
      return this.countFallback(this.isBehind ? 'behind' : 'away');
    }
    if (this.activeReads >= this.maxReads) return this.countFallback('busy');
    this.activeReads++;
    let client: PoolClient | undefined;
    let primary: PrimaryPosition | undefined;
    try {
      primary = await this.readPrimaryPosition();
      client = await this.pool!.connect();
      await this.catchUp(client, primary);
      return client;
    } catch (error) {
      this.activeReads--;
      if (client) this.discardClient(client, error);
      // A failure of the primary is not one of the replica.
      if (primary) this.handleFailure(error);
      return this.countFallback(error instanceof ReplicaBehindError ? 'behind' : 'failed');
    }
  }

  /** Does not wait for the commit. */
  private commitAndRelease(client: PoolClient): void {
    client.query('COMMIT').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }

  private discardClient(client: PoolClient, error: unknown): void {
    if (error instanceof ReplicaUnusableError) this.commitAndRelease(client);
    else client.release(true);
  }

  /** A coalesced call starts after each of its callers, so the position is past all commits they know of. */
  private readonly readPrimaryPosition = coalesce(async (): Promise<PrimaryPosition> => {
    return (
      await this.primary.query<PrimaryPosition>({ name: 'primary_position', text: PRIMARY_POSITION_SQL })
    )[0]!;
  });

  /** @throws ReplicaUnusableError */
  private async catchUp(client: PoolClient, primary: PrimaryPosition): Promise<void> {
    await beginCaughtUpTransaction(client, primary, {
      withinMs: CATCH_UP_MS,
      answerMs: TIMEOUT_MS,
      onBehind: (bytes) => replicaLagBytes.set({ host: this.host }, bytes),
    });
  }

  private countFallback(outcome: string): undefined {
    replicaReads.inc({ outcome });
  }

  private handleFailure(error: unknown): void {
    const { message } = error as Error;
    this.setFault(describeDatabaseFault(error) ?? message, error instanceof ReplicaBehindError);
    // No response arrives on the other connections either.
    if (!(error instanceof ReplicaUnusableError || error instanceof DatabaseError))
      this.terminateConnections();
  }

  private terminateConnections(): void {
    for (const connection of this.connections) connection.terminate();
  }

  /** Logs each outage once. A lag is not logged, because it may come and go every second. */
  private setFault(fault: string | null, isBehind = false): void {
    this.fault = fault;
    this.isBehind = isBehind;
    this.checkedAt = performance.now();
    replicaUp.set({ host: this.host }, fault === null ? 1 : 0);
    if (isBehind || fault === this.loggedFault) return;
    this.loggedFault = fault;
    if (fault === null) this.logger.log(`Lists are read from ${this.host}.`);
    else this.logger.warn(`Lists are read from the primary, not from ${this.host}: ${fault}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await withDeadline(
      TIMEOUT_MS,
      async () => this.pool?.end(),
      () => this.terminateConnections(),
    );
  }
}

/** Returns false for a replay conflict and for a statement that would fail on the primary too. */
function isReplicaFault(error: unknown): boolean {
  const code = error instanceof DatabaseError ? (error.code ?? '') : '';
  return (
    !RECOVERY_CONFLICT_CODES.has(code) &&
    (code.startsWith('42') || describeDatabaseFault(error) !== undefined)
  );
}
