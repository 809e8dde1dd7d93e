import { execFile } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ConfigError } from '../../config/env.js';
import { isProcessAlive } from './embedded-postgres-files.js';
import { CHILD_ENV, type ClusterLocation, prepareCluster } from './embedded-postgres-cluster.js';
import {
  waitUntilReady,
  launchPostgres,
  readPostmasterPid,
  type PostgresSettings,
  superviseProcess,
} from './embedded-postgres-process.js';

export interface EmbeddedPostgres {
  url: string;
  /** Shuts the cluster down if this process started it. Can be called twice. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;

/** Starts the cluster of `dataDir`, after initdb at the first start, or connects to the one that another process started. */
export async function startEmbeddedPostgres(
  dataDir: string,
  { database = 'lading', settings = {} }: { database?: string; settings?: PostgresSettings } = {},
): Promise<EmbeddedPostgres> {
  const location = await prepareCluster(dataDir);
  const { port, stop } = await joinOrStart(location, settings);
  try {
    await createDatabase(location, port, database);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: buildUrl(location, port, database), stop };
}

async function joinOrStart(
  location: ClusterLocation,
  settings: PostgresSettings,
): Promise<{ port: number; stop(): Promise<void> }> {
  let log = '';
  for (const deadline = performance.now() + START_TIMEOUT_MS; performance.now() < deadline; await sleep(50)) {
    const running = await findRunning(location);
    if (running === 'busy') continue;
    if (running) return { port: running, stop: async () => {} };
    const port = await findFreePort();
    const start = () => launchPostgres(location, port, settings);
    const postgres = await start();
    if (await waitUntilReady(location, postgres))
      return { port, stop: superviseProcess(location, postgres, start) };
    log = await postgres.readLog();
    // Retries if another start was faster, backends of a dead postmaster still run, or the port was taken.
    if (!/lock file|shared memory block|could not bind/.test(log)) break;
  }
  const lines = log.trimEnd().split('\n').slice(-10).join('\n');
  throw new ConfigError(
    `The embedded PostgreSQL did not start (cluster ${location.cluster}, log ${location.log})\n${lines}`,
  );
}

/** Returns the port of the postgres that serves this cluster, or 'busy' while one starts or stops. */
async function findRunning(location: ClusterLocation): Promise<number | 'busy' | undefined> {
  const lock = await readPostmasterPid(location);
  if (!lock || !isProcessAlive(lock.pid)) return undefined;
  if (!(await readProcessCommand(lock.pid)).includes(location.cluster)) return removeStaleLock(lock.file);
  return lock.status === 'ready' && (await isOwnerAlive(location, lock.port)) ? lock.port : 'busy';
}

/** After a power failure the pid may belong to another process, and postgres would not start. */
async function removeStaleLock(file: string): Promise<'busy' | undefined> {
  const stat = await fs.stat(file).catch(() => undefined);
  // Another start may be writing the file.
  if (stat && Date.now() - stat.mtimeMs < 2_000) return 'busy';
  await fs.rm(file, { force: true });
  return undefined;
}

/** Postgres still accepts connections for a moment after its owner has exited. */
async function isOwnerAlive(location: ClusterLocation, port: number): Promise<boolean> {
  try {
    const [row] = await queryOnce(
      location,
      port,
      `SELECT split_part(current_setting('cluster_name'), '-', 2) AS pid`,
    );
    return isProcessAlive(Number(row?.pid));
  } catch {
    return false;
  }
}

async function readProcessCommand(pid: number): Promise<string> {
  if (process.platform === 'linux') return fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { env: CHILD_ENV });
  return ps.then(({ stdout }) => stdout).catch(() => '');
}

async function createDatabase(location: ClusterLocation, port: number, name: string): Promise<void> {
  const found = await queryOnce(location, port, 'SELECT FROM pg_database WHERE datname = $1', [name]);
  if (found.length > 0) return;
  await queryOnce(location, port, `CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch(
    (error: pg.DatabaseError) => {
      // A concurrent start may have created it: duplicate_database or unique_violation.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    },
  );
}

async function queryOnce(location: ClusterLocation, port: number, sql: string, values?: unknown[]) {
  const connectionString = buildUrl(location, port, 'postgres');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, string>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function buildUrl({ password }: ClusterLocation, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
