import { execFile } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ConfigError } from '../../config/env.js';
import { isAlive } from './embedded-postgres-drafts.js';
import { childEnv, type Place, preparePlace } from './embedded-postgres-paths.js';
import { becomesReady, launch, readLock, type Settings, supervise } from './embedded-postgres-process.js';

export interface EmbeddedPostgres {
  url: string;
  /** Shuts the cluster down if this process started it; may be called twice. */
  stop(): Promise<void>;
}

const patience = 15_000;

/** Starts (initialising at first) the cluster of dataDir, or joins the one that a running service has started there. */
export async function startEmbeddedPostgres(
  dataDir: string,
  { database = 'lading', settings = {} }: { database?: string; settings?: Settings } = {},
): Promise<EmbeddedPostgres> {
  const place = await preparePlace(dataDir);
  const { port, stop } = await joinOrStart(place, settings);
  try {
    await createDatabase(place, port, database);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(place, port, database), stop };
}

async function joinOrStart(
  place: Place,
  settings: Settings,
): Promise<{ port: number; stop(): Promise<void> }> {
  let log = '';
  for (const deadline = performance.now() + patience; performance.now() < deadline; await sleep(50)) {
    const running = await findRunning(place);
    if (running === 'busy') continue;
    if (running) return { port: running, stop: async () => {} };
    const port = await freePort();
    const start = () => launch(place, port, settings);
    const postgres = await start();
    if (await becomesReady(place, postgres)) return { port, stop: supervise(postgres, start) };
    log = await postgres.log();
    // Unless another start was faster, a dead postmaster's backends still run, or somebody took the port.
    if (!/lock file|shared memory block|could not bind/.test(log)) break;
  }
  const lines = log.trimEnd().split('\n').slice(-10).join('\n');
  throw new ConfigError(
    `The embedded PostgreSQL did not start (cluster ${place.cluster}, log ${place.log})\n${lines}`,
  );
}

/** The port of the postgres that serves this cluster, or 'busy' while it starts or stops. */
async function findRunning(place: Place): Promise<number | 'busy' | undefined> {
  const lock = await readLock(place);
  if (!lock || !isAlive(lock.pid)) return undefined;
  if (!(await commandOf(lock.pid)).includes(place.cluster)) return removeStaleLock(lock.file);
  return lock.status === 'ready' && (await ownerLives(place, lock.port)) ? lock.port : 'busy';
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
async function ownerLives(place: Place, port: number): Promise<boolean> {
  try {
    const [row] = await query(
      place,
      port,
      `SELECT split_part(current_setting('cluster_name'), '-', 2) AS pid`,
    );
    return isAlive(Number(row?.pid));
  } catch {
    return false;
  }
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { env: childEnv });
  return ps.then(({ stdout }) => stdout).catch(() => '');
}

async function createDatabase(place: Place, port: number, name: string): Promise<void> {
  const found = await query(place, port, 'SELECT FROM pg_database WHERE datname = $1', [name]);
  if (found.length > 0) return;
  await query(place, port, `CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch(
    (error: pg.DatabaseError) => {
      // A second process may have made it in the meantime.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    },
  );
}

async function query(place: Place, port: number, sql: string, values?: unknown[]) {
  const connectionString = urlOf(place, port, 'postgres');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, string>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function urlOf({ password }: Place, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
