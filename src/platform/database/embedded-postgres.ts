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
  /** Shuts the cluster down if this process started it; may be called twice. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;

/** Starts (initialising at first) the cluster of dataDir, or joins the one that a running service has started there. */
export async function startEmbeddedPostgres(
  dataDir: string,
  { database = 'lading', settings = {} }: { database?: string; settings?: PostgresSettings } = {},
): Promise<EmbeddedPostgres> {
  const place = await prepareCluster(dataDir);
  const { port, stop } = await joinOrStart(place, settings);
  try {
    await createDatabase(place, port, database);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: buildUrl(place, port, database), stop };
}

async function joinOrStart(
  place: ClusterLocation,
  settings: PostgresSettings,
): Promise<{ port: number; stop(): Promise<void> }> {
  let log = '';
  for (const deadline = performance.now() + START_TIMEOUT_MS; performance.now() < deadline; await sleep(50)) {
    const running = await findRunning(place);
    if (running === 'busy') continue;
    if (running) return { port: running, stop: async () => {} };
    const port = await findFreePort();
    const start = () => launchPostgres(place, port, settings);
    const postgres = await start();
    if (await waitUntilReady(place, postgres)) return { port, stop: superviseProcess(postgres, start) };
    log = await postgres.readLog();
    // Unless another start was faster, a dead postmaster's backends still run, or somebody took the port.
    if (!/lock file|shared memory block|could not bind/.test(log)) break;
  }
  const lines = log.trimEnd().split('\n').slice(-10).join('\n');
  throw new ConfigError(
    `The embedded PostgreSQL did not start (cluster ${place.cluster}, log ${place.log})\n${lines}`,
  );
}

/** The port of the postgres that serves this cluster, or 'busy' while it starts or stops. */
async function findRunning(place: ClusterLocation): Promise<number | 'busy' | undefined> {
  const lock = await readPostmasterPid(place);
  if (!lock || !isProcessAlive(lock.pid)) return undefined;
  if (!(await readProcessCommand(lock.pid)).includes(place.cluster)) return removeStaleLock(lock.file);
  return lock.status === 'ready' && (await isOwnerAlive(place, lock.port)) ? lock.port : 'busy';
}

/** After a power cut the number may be another process's, or missing; postgres itself would then refuse to start. */
async function removeStaleLock(file: string): Promise<'busy' | undefined> {
  const stat = await fs.stat(file).catch(() => undefined);
  // Another start may be writing it just now.
  if (stat && Date.now() - stat.mtimeMs < 2_000) return 'busy';
  await fs.rm(file, { force: true });
  return undefined;
}

/** Without its owner a postgres still answers for a moment: too late to join it. */
async function isOwnerAlive(place: ClusterLocation, port: number): Promise<boolean> {
  try {
    const [row] = await queryOnce(
      place,
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

async function createDatabase(place: ClusterLocation, port: number, name: string): Promise<void> {
  const found = await queryOnce(place, port, 'SELECT FROM pg_database WHERE datname = $1', [name]);
  if (found.length > 0) return;
  await queryOnce(place, port, `CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch(
    (error: pg.DatabaseError) => {
      // A second process may have made it in the meantime.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    },
  );
}

async function queryOnce(place: ClusterLocation, port: number, sql: string, values?: unknown[]) {
  const connectionString = buildUrl(place, port, 'postgres');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 10_000 });
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
