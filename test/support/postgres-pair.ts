import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { UNPRIVILEGED_USER, findPostgresBin } from './postgres-programs.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;

/** A PostgreSQL primary, a standby that streams from it, and HAProxy in front of both. */
export interface PostgresPair {
  /** The address of HAProxy. */
  url: string;
  replica: PostgresReplica;
  /** Kills the primary and promotes the standby, as a supervisor does. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresReplica {
  /** The address of the server, without HAProxy. */
  url: string;
  /** Calls a function of the server, e.g. to pause its replay. */
  callFunction(call: string): Promise<unknown>;
  /** Sends the signal to all processes of the server. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGQUIT'): void;
  /** Starts the server again after it has ended. */
  start(): Promise<void>;
}

/** Returns the folder of PostgreSQL's programs, and HAProxy; undefined if this machine lacks either. */
function findPrograms(): { bin: string; haproxy: string } | undefined {
  const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((file) => existsSync(file));
  const bin = findPostgresBin('pg_basebackup');
  return bin && haproxy ? { bin, haproxy } : undefined;
}

export function hasPostgresPair(): boolean {
  return findPrograms() !== undefined;
}

/** @param synchronous commits wait for both servers, so an acknowledged commit survives the loss of either */
export async function startPostgresPair(
  settings: Record<string, string>,
  { synchronous } = { synchronous: true },
): Promise<PostgresPair> {
  const { bin, haproxy } = findPrograms()!;
  const folder = mkdtempSync(join(tmpdir(), 'lading-pair-'));
  chmodSync(folder, 0o755);
  const children: ChildProcess[] = [];
  const folderOf = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (UNPRIVILEGED_USER.uid !== undefined) chownSync(path, UNPRIVILEGED_USER.uid, UNPRIVILEGED_USER.gid);
    return path;
  };
  const serve = async (data: string, port: number, more: Record<string, string>): Promise<ChildProcess> => {
    const all = {
      ...settings,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: `${port}`,
      ...more,
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      cwd: data,
      stdio: 'ignore',
      ...UNPRIVILEGED_USER,
    });
    children.push(child);
    await waitUntil(() => query(port, 'SELECT 1').then(() => true));
    return child;
  };

  const [first, second, front] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const [one, other] = [folderOf('one'), folderOf('other')];
  const options = { cwd: folder, ...UNPRIVILEGED_USER };
  await run(
    join(bin, 'initdb'),
    ['-D', one, '-U', 'lading', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
  const leader = await serve(one, first, synchronous ? { synchronous_standby_names: '*' } : {});
  const from = ['-h', '127.0.0.1', '-p', `${first}`, '-U', 'lading'];
  await run(join(bin, 'pg_basebackup'), [...from, '-D', other, '-R', '-X', 'stream', '-c', 'fast'], options);
  let following = await serve(other, second, {});
  await waitUntil(async () => {
    const state = synchronous ? 'sync' : 'async';
    const [row] = await query(
      first,
      `SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = '${state}'`,
    );
    return row!.n === 1;
  });
  await query(first, 'CREATE DATABASE lading');

  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  default-server check inter 300ms fall 2 rise 2 on-marked-down shutdown-sessions
listen postgres
  bind 127.0.0.1:${front}
  server one 127.0.0.1:${first}
  server other 127.0.0.1:${second} backup
`,
  );
  children.push(spawn(haproxy, ['-f', config, '-db'], { stdio: 'ignore' }));
  await waitUntil(() => query(front, 'SELECT 1').then(() => true));
  return {
    url: `postgres://lading@127.0.0.1:${front}/lading`,
    replica: {
      url: `postgres://lading@127.0.0.1:${second}/lading`,
      callFunction: (call) => query(second, `SELECT ${call}`),
      signal(signal) {
        const pids = readFileSync(`/proc/${following.pid}/task/${following.pid}/children`, 'utf8');
        for (const pid of [...pids.split(' ').filter(Boolean), following.pid])
          process.kill(Number(pid), signal);
      },
      async start() {
        following = await serve(other, second, {});
      },
    },
    async failOver() {
      const ended = once(leader, 'exit');
      leader.kill('SIGKILL');
      await ended;
      // Simulates the delay of failure detection.
      await sleep(2_000);
      await query(second, 'SELECT pg_promote()');
    },
    async stop() {
      for (const child of children)
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await sleep(500);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function query(port: number, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'lading', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function waitUntil(check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await sleep(100))
    if (await check().catch(() => false)) return;
  throw new Error(`Timed out after ${TIMEOUT_MS / 1_000} s: ${check.toString()}`);
}
