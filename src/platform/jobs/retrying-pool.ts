import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SCHEMA, runMigrations } from 'bullmq';
import { Pool, type PoolClient } from 'pg';
import { KEEP_ALIVE } from '../database/data-source.js';
import { PrimaryClient } from '../database/disk-full-detector.js';

/** One for each worker's LISTEN, the others for queries. */
const CONNECTIONS = 5;
const RETRY_MS = 1_000;

type ConnectCallback = (
  error: Error | undefined,
  client?: PoolClient,
  release?: PoolClient['release'],
) => void;

/**
 * Connections for BullMQ that wait for PostgreSQL instead of failing: BullMQ asks once whether its store is ready and
 * remembers a no for good. BullMQ's tables lie in a schema of their own beside ours.
 */
export class RetryingPool extends Pool {
  private schemaReady: Promise<void> | undefined;

  constructor(url: string) {
    super({
      Client: PrimaryClient,
      connectionString: url,
      max: CONNECTIONS,
      options: `-c search_path=${DEFAULT_SCHEMA}`,
      application_name: 'lading-queue',
      ...KEEP_ALIVE,
      connectionTimeoutMillis: 5_000,
    });
    this.on('error', () => undefined);
  }

  override connect(): Promise<PoolClient>;
  override connect(done: ConnectCallback): void;
  override connect(done?: ConnectCallback): Promise<PoolClient> | void {
    const client = this.connectWithSchema();
    if (!done) return client;
    client.then((one) => done(undefined, one, one.release), done);
  }

  /** To be called when something failed: whoever connects next makes sure that the tables are there. */
  resetSchema(): void {
    this.schemaReady = undefined;
  }

  /** Of all that wait for a database that is away, one asks for it. */
  private async connectWithSchema(): Promise<PoolClient> {
    for (;;) {
      await (this.schemaReady ??= this.migrateWithRetry());
      try {
        return await super.connect();
      } catch (error) {
        if (this.ending) throw error;
        this.resetSchema();
        await waitBeforeRetry();
      }
    }
  }

  private async migrateWithRetry(): Promise<void> {
    for (;;) {
      try {
        return await this.migrate();
      } catch (error) {
        if (this.ending) throw error;
        await waitBeforeRetry();
      }
    }
  }

  private async migrate(): Promise<void> {
    const client = await super.connect();
    try {
      await runMigrations(client, DEFAULT_SCHEMA);
    } finally {
      client.release();
    }
  }
}

function waitBeforeRetry(): Promise<void> {
  return sleep(RETRY_MS, undefined, { ref: false });
}
