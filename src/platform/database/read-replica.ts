import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { withDeadline } from '../async/with-deadline.js';
import { coalesce, singleFlight } from '../async/single-flight.js';
import { Config } from '../../config/config.js';
import { replicaReads, replicaLagBytes, replicaUp } from '../metrics.js';
import { describeDatabaseFault } from './database-fault.js';
import { KEEP_ALIVE, buildTimeoutSettings } from './data-source.js';
import { AppPgClient } from './app-pg-client.js';
import {
  beginCaughtUpTransaction,
  ReplicaBehindError,
  ReplicaUnusableError,
  PRIMARY_POSITION_SQL,
  type PrimaryPosition,
} from './replica-catch-up.js';
import { ReservedConnectionPool } from './reserved-connection-pool.js';

/** A copy that takes longer to be reached, or to say how far it is, counts as away. */
const TIMEOUT_MS = 2_000;
/** How long a list waits for what was just written to arrive. */
const CATCH_UP_MS = 50;
/** How long a copy that was away or behind is left alone; then it is looked at, and no request waits for that. */
const RECHECK_MS = 1_000;
/** Reading meets the replay of what the primary changed: it is asked again there, and nothing is wrong with the copy. */
const RECOVERY_CONFLICT_CODES = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * A server that follows the database by streaming replication (`DATABASE_READ_URL`), for what reads much and decides
 * nothing. It is asked only once it has replayed all that the primary had committed when the request came, so that
 * nobody misses a write, whichever process made it. It fails no request: whatever is wrong with it, the primary answers.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly logger = new Logger('ReadReplica');
  private readonly pool: Pool | undefined;
  private readonly maxReads: number = 0;
  private readonly host: string = '';
  private readonly connections = new Set<AppPgClient>();
  private activeReads = 0;
  /** Why nothing is read there; null while something is. */
  private fault: string | null = 'it was not looked at yet';
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
      // One is for looking at it: reads don't wait for each other.
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

  /** Connections at work and idle; undefined without a `DATABASE_READ_URL`. */
  get connectionUsage(): { used: number; idle: number } | undefined {
    if (!this.pool) return undefined;
    const { totalCount, idleCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount };
  }

  /** What `there` reads in a transaction on the copy, or where that can't be, or fails, what `here` does. */
  async read<T>(there: (client: PoolClient) => Promise<T>, here: () => Promise<T>): Promise<T> {
    if (!this.pool) return here();
    const client = await this.beginRead();
    if (!client) return here();
    // One that falls silent meanwhile is found out by looking, not by the end of a long statement's time.
    const watch = setInterval(() => void this.check(), TIMEOUT_MS);
    try {
      const found = await there(client);
      this.commitAndRelease(client);
      replicaReads.inc({ outcome: 'replica' });
      return found;
    } catch (error) {
      this.discardClient(client, error);
      if (isReplicaFault(error)) this.handleFailure(error);
      replicaReads.inc({ outcome: 'failed' });
    } finally {
      clearInterval(watch);
      this.activeReads--;
    }
    return here();
  }

  /** Why it is not read from, as it is now; null when it is. Looked at once at a time. */
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

  /** A connection in a transaction that sees whatever was committed before; undefined where there is none. */
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
      // A primary that does not answer says so to whoever reads there.
      if (primary) this.handleFailure(error);
      return this.countFallback(error instanceof ReplicaBehindError ? 'behind' : 'failed');
    }
  }

  /** Nobody waits for its end. */
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

  /** Asked after whoever waits for it came, so it is past all that these were told of. */
  private readonly readPrimaryPosition = coalesce(async (): Promise<PrimaryPosition> => {
    return (
      await this.primary.query<PrimaryPosition>({ name: 'primary_position', text: PRIMARY_POSITION_SQL })
    )[0]!;
  });

  /** Begins a transaction that sees what the primary had at that point. @throws Unfit */
  private async catchUp(client: PoolClient, primary: PrimaryPosition): Promise<void> {
    const behind = (bytes: number): void => replicaLagBytes.set({ host: this.host }, bytes);
    await beginCaughtUpTransaction(client, primary, {
      withinMs: CATCH_UP_MS,
      answerMs: TIMEOUT_MS,
      onBehind: behind,
    });
  }

  private countFallback(outcome: string): undefined {
    replicaReads.inc({ outcome });
  }

  private handleFailure(error: unknown): void {
    const { message } = error as Error;
    this.setFault(describeDatabaseFault(error) ?? message, error instanceof ReplicaBehindError);
    // Where nobody answers, what others wait for won't come either.
    if (!(error instanceof ReplicaUnusableError || error instanceof DatabaseError))
      this.terminateConnections();
  }

  private terminateConnections(): void {
    for (const connection of this.connections) connection.terminate();
  }

  /** Logged once an outage, not once a request; one that is behind may be so and catch up every second. */
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

/** Whether the copy itself is at fault, and no statement that met the replay or was refused for what it asks. */
function isReplicaFault(error: unknown): boolean {
  const code = error instanceof DatabaseError ? (error.code ?? '') : '';
  return (
    !RECOVERY_CONFLICT_CODES.has(code) &&
    (code.startsWith('42') || describeDatabaseFault(error) !== undefined)
  );
}
