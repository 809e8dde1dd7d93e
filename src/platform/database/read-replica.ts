import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { within } from '../async/deadline.js';
import { oneAfterAnother, oneAtATime } from '../async/one-at-a-time.js';
import { Config } from '../../config/config.js';
import { listReads, replicaBehind, replicaUp } from '../metrics.js';
import { databaseFault } from './database-fault.js';
import { KEEP_ALIVE, limitsOf } from './data-source.js';
import { QuietClient } from './quiet-client.js';
import { beginCaughtUp, Behind, Unfit, WHERE_THE_PRIMARY_IS, type Primary } from './replay.js';
import { ReservedConnections } from './reserved-connections.js';

/** A copy that takes longer to be reached, or to say how far it is, counts as away. */
const PATIENCE_MS = 2_000;
/** How long a list waits for what was just written to arrive. */
const CATCH_UP_MS = 50;
/** How long a copy that was away or behind is left alone; then it is looked at, and no request waits for that. */
const REST_MS = 1_000;
/** Reading meets the replay of what the primary changed: it is asked again there, and nothing is wrong with the copy. */
const CONFLICTS = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * A server that follows the database by streaming replication (`DATABASE_READ_URL`), for what reads much and decides
 * nothing. It is asked only once it has replayed all that the primary had committed when the request came, so that
 * nobody misses a write, whichever process made it. It fails no request: whatever is wrong with it, the primary answers.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly logger = new Logger('ReadReplica');
  private readonly pool: Pool | undefined;
  private readonly size: number = 0;
  private readonly host: string = '';
  private readonly connections = new Set<QuietClient>();
  private reads = 0;
  /** Why nothing is read there; null while something is. */
  private fault: string | null = 'it was not looked at yet';
  private isBehind = false;
  private lookedAt = -Infinity;
  private logged: string | null | undefined;

  constructor(
    { database }: Config,
    private readonly primary: ReservedConnections,
  ) {
    if (!database.replica) return;
    const { url, poolSize } = database.replica;
    this.size = poolSize;
    this.host = new URL(url).host;
    this.pool = new Pool({
      Client: QuietClient,
      connectionString: url,
      // One is for looking at it: reads don't wait for each other.
      max: poolSize + 1,
      application_name: 'lading-read',
      connectionTimeoutMillis: PATIENCE_MS,
      idleTimeoutMillis: 30_000,
      ...KEEP_ALIVE,
      ...limitsOf({ ...database.budget, lockMs: Math.min(database.budget.lockMs, PATIENCE_MS) }),
    });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => this.connections.add(client as unknown as QuietClient));
    this.pool.on('remove', (client) => this.connections.delete(client as unknown as QuietClient));
  }

  /** Connections at work and idle; undefined without a `DATABASE_READ_URL`. */
  get connected(): { used: number; idle: number } | undefined {
    if (!this.pool) return undefined;
    const { totalCount, idleCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount };
  }

  /** What `there` reads in a transaction on the copy, or where that can't be, or fails, what `here` does. */
  async read<T>(there: (client: PoolClient) => Promise<T>, here: () => Promise<T>): Promise<T> {
    if (!this.pool) return here();
    const client = await this.begin();
    if (!client) return here();
    // One that falls silent meanwhile is found out by looking, not by the end of a long statement's time.
    const watch = setInterval(() => void this.look(), PATIENCE_MS);
    try {
      const found = await there(client);
      this.end(client);
      listReads.inc({ outcome: 'replica' });
      return found;
    } catch (error) {
      this.drop(client, error);
      if (isWrong(error)) this.failed(error);
      listReads.inc({ outcome: 'failed' });
    } finally {
      clearInterval(watch);
      this.reads--;
    }
    return here();
  }

  /** Why it is not read from, as it is now; null when it is. Looked at once at a time. */
  readonly look = oneAtATime(async (): Promise<string | null> => {
    this.lookedAt = performance.now();
    const primary = await this.point().catch(() => null);
    if (!primary) return this.fault;
    let client: PoolClient | undefined;
    try {
      client = await this.pool!.connect();
      await this.catchUp(client, primary);
      this.end(client);
      this.note(null);
    } catch (error) {
      if (client) this.drop(client, error);
      this.failed(error);
    }
    return this.fault;
  });

  /** A connection in a transaction that sees whatever was committed before; undefined where there is none. */
  private async begin(): Promise<PoolClient | undefined> {
    if (this.fault !== null) {
      if (performance.now() - this.lookedAt > REST_MS) void this.look();
      return this.passed(this.isBehind ? 'behind' : 'away');
    }
    if (this.reads >= this.size) return this.passed('busy');
    this.reads++;
    let client: PoolClient | undefined;
    let primary: Primary | undefined;
    try {
      primary = await this.point();
      client = await this.pool!.connect();
      await this.catchUp(client, primary);
      return client;
    } catch (error) {
      this.reads--;
      if (client) this.drop(client, error);
      // A primary that does not answer says so to whoever reads there.
      if (primary) this.failed(error);
      return this.passed(error instanceof Behind ? 'behind' : 'failed');
    }
  }

  /** Nobody waits for its end. */
  private end(client: PoolClient): void {
    client.query('COMMIT').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }

  private drop(client: PoolClient, error: unknown): void {
    if (error instanceof Unfit) this.end(client);
    else client.release(true);
  }

  /** Asked after whoever waits for it came, so it is past all that these were told of. */
  private readonly point = oneAfterAnother(async (): Promise<Primary> => {
    return (await this.primary.query<Primary>({ name: 'primary_position', text: WHERE_THE_PRIMARY_IS }))[0]!;
  });

  /** Begins a transaction that sees what the primary had at that point. @throws Unfit */
  private async catchUp(client: PoolClient, primary: Primary): Promise<void> {
    const behind = (bytes: number): void => replicaBehind.set({ host: this.host }, bytes);
    await beginCaughtUp(client, primary, { withinMs: CATCH_UP_MS, answerMs: PATIENCE_MS, behind });
  }

  private passed(outcome: string): undefined {
    listReads.inc({ outcome });
  }

  private failed(error: unknown): void {
    const { message } = error as Error;
    this.note(databaseFault(error) ?? message, error instanceof Behind);
    // Where nobody answers, what others wait for won't come either.
    if (!(error instanceof Unfit || error instanceof DatabaseError)) this.cut();
  }

  private cut(): void {
    for (const connection of this.connections) connection.cut();
  }

  /** Logged once an outage, not once a request; one that is behind may be so and catch up every second. */
  private note(fault: string | null, isBehind = false): void {
    this.fault = fault;
    this.isBehind = isBehind;
    this.lookedAt = performance.now();
    replicaUp.set({ host: this.host }, fault === null ? 1 : 0);
    if (isBehind || fault === this.logged) return;
    this.logged = fault;
    if (fault === null) this.logger.log(`Lists are read from ${this.host}.`);
    else this.logger.warn(`Lists are read from the primary, not from ${this.host}: ${fault}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await within(
      PATIENCE_MS,
      async () => this.pool?.end(),
      () => this.cut(),
    );
  }
}

/** Whether the copy itself is at fault, and no statement that met the replay or was refused for what it asks. */
function isWrong(error: unknown): boolean {
  const code = error instanceof DatabaseError ? (error.code ?? '') : '';
  return !CONFLICTS.has(code) && (code.startsWith('42') || databaseFault(error) !== undefined);
}
