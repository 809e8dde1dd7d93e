import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, chown, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import {
  prepareCluster,
  type ClusterLocation,
} from '../../src/platform/database/embedded-postgres-cluster.js';
import {
  launchPostgres,
  type PostgresProcess,
} from '../../src/platform/database/embedded-postgres-process.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { eventually } from './eventually.js';
import { findFreePort } from './free-port.js';

export interface Standby {
  url: string;
  /** Pauses the replay of the primary's commits. */
  pause(): Promise<unknown>;
  resume(): Promise<unknown>;
  /** Promotes the standby to a primary. */
  promote(): Promise<unknown>;
  kill(): Promise<void>;
  /** Restarts the standby after `kill`. */
  start(): Promise<void>;
  /** Returns all statements that the standby has received. */
  readLog(): Promise<string>;
}

/** A PostgreSQL of the test with a streaming standby. */
export interface ReplicatedPostgres {
  primary: string;
  standby: Standby;
  /** Adds another standby. */
  addStandby(): Promise<Standby>;
  stop(): Promise<void>;
}

/** Replay does not wait for readers of the standby. */
const SETTINGS = { log_statement: 'all', max_standby_streaming_delay: '0' };

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-standby-'));
  const primary = await startEmbeddedPostgres(dataDir, {
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  const place = await prepareCluster(dataDir);
  const folders = [dataDir, place.cluster];
  const running: Standby[] = [];
  const follow = async (): Promise<Standby> => {
    const number = folders.length;
    const copy = {
      ...place,
      cluster: `${place.cluster}.${number}`,
      log: join(dataDir, `standby-${number}.log`),
    };
    folders.push(copy.cluster);
    await copyCluster(primary.url, place, copy.cluster);
    const standby = createStandby(copy, primary.url, await findFreePort());
    running.push(standby);
    await standby.start();
    return standby;
  };
  const stop = async (): Promise<void> => {
    for (const standby of running) await standby.kill();
    await primary.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate(primary.url);
    return { primary: primary.url, standby: await follow(), addStandby: follow, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createStandby(place: ClusterLocation, primary: string, port: number): Standby {
  const address = new URL(primary);
  address.port = `${port}`;
  const url = address.href;
  let running: PostgresProcess | undefined;
  const tell = (call: string): Promise<unknown> => queryOnce(url, `SELECT ${call}`);
  return {
    url,
    pause: () => tell('pg_wal_replay_pause()'),
    resume: () => tell('pg_wal_replay_resume()'),
    promote: () => tell('pg_promote()'),
    async kill() {
      running?.child.ref();
      running?.child.kill('SIGQUIT');
      await running?.exited;
    },
    async start() {
      running = await launchPostgres(place, port, SETTINGS);
      await eventually(() => tell('1').catch(() => null));
    },
    readLog: () => readFile(place.log, 'utf8'),
  };
}

/** Copies a running cluster. Streaming adds the writes made meanwhile. */
async function copyCluster(url: string, { cluster, user }: ClusterLocation, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    await promisify(execFile)('cp', ['-a', cluster, to]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    rmSync(join(to, 'postmaster.pid'));
    await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
    await writeFile(join(to, 'standby.signal'), '');
    // Root creates the files, and PostgreSQL's user must read and write them.
    for (const file of ['backup_label', 'standby.signal'])
      await chown(join(to, file), user.uid ?? -1, user.gid ?? -1);
    const { hostname, port, username, password } = new URL(url);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  } finally {
    await client.end();
  }
}

/** Runs a query on a new connection. */
export async function queryOnce(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
