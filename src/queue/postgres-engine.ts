import { createPostgresBackend, DEFAULT_SCHEMA, Queue, runMigrations, Worker } from 'bullmq';
import { Pool } from 'pg';
import { QuietClient } from '../database/quiet-client.js';
import type { EngineConnection } from './queue-engine.js';

/** One for the worker's LISTEN, the others for queries. */
const CONNECTIONS = 3;

/** BullMQ's tables lie in a schema of their own beside ours. */
export async function openPostgres(url: string, broken: (error: Error) => void): Promise<EngineConnection> {
  const pool = new Pool({
    Client: QuietClient,
    connectionString: url,
    max: CONNECTIONS,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    application_name: 'lading-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', broken);
  try {
    const client = await pool.connect();
    try {
      await runMigrations(client, DEFAULT_SCHEMA);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    queue: (name) => new Queue(name, { connection: pool }, createPostgresBackend),
    worker: (name, processor) => new Worker(name, processor, { connection: pool }, createPostgresBackend),
    close: () => pool.end(),
  };
}
