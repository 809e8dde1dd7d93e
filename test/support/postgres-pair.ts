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
import { freePort } from './free-port.ts';
import { NOBODY, postgresWith } from './postgres-programs.ts';

const run = promisify(execFile);
const PATIENCE_MS = 30_000;

/** A PostgreSQL that leads, one that follows it by streaming, and HAProxy in front of both. */
export interface PostgresPair {
  /** By way of HAProxy. */
  url: string;
  follower: Follower;
  /** Kills the one that leads and, as whoever watches over them does, has the other one lead. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

export interface Follower {
  /** Not by way of HAProxy. */
  url: string;
  /** Asks it something that it does by itself: to pause its replay, say. */
  ask(call: string): Promise<unknown>;
  /** Sends it to all of its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGQUIT'): void;
  /** Again, after it has ended. */
  start(): Promise<void>;
}

/** The folder of PostgreSQL's programs, and HAProxy; undefined where this machine lacks either. */
function programs(): { bin: string; haproxy: string } | undefined {
  const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((file) => existsSync(file));
  const bin = postgresWith('pg_basebackup');
  return bin && haproxy ? { bin, haproxy } : undefined;
}

export function hasPostgresPair(): boolean {
  return programs() !== undefined;
}

/** @param synchronous whether a commit waits until both have it: what was answered for then outlives either */
export async function startPostgresPair(
  settings: Record<string, string>,
  { synchronous } = { synchronous: true },
): Promise<PostgresPair> {
  const { bin, haproxy } = programs()!;
  const folder = mkdtempSync(join(tmpdir(), 'lading-pair-'));
  chmodSync(folder, 0o755);
  const children: ChildProcess[] = [];
  const folderOf = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (NOBODY.uid !== undefined) chownSync(path, NOBODY.uid, NOBODY.gid);
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
      ...NOBODY,
    });
    children.push(child);
    await until(() => ask(port, 'SELECT 1').then(() => true));
    return child;
  };

  const [first, second, front] = [await freePort(), await freePort(), await freePort()];
  const [one, other] = [folderOf('one'), folderOf('other')];
  const options = { cwd: folder, ...NOBODY };
  await run(
    join(bin, 'initdb'),
    ['-D', one, '-U', 'lading', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
  const leader = await serve(one, first, synchronous ? { synchronous_standby_names: '*' } : {});
  const from = ['-h', '127.0.0.1', '-p', `${first}`, '-U', 'lading'];
  await run(join(bin, 'pg_basebackup'), [...from, '-D', other, '-R', '-X', 'stream', '-c', 'fast'], options);
  let following = await serve(other, second, {});
  await until(async () => {
    const state = synchronous ? 'sync' : 'async';
    const [row] = await ask(
      first,
      `SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = '${state}'`,
    );
    return row!.n === 1;
  });
  await ask(first, 'CREATE DATABASE lading');

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
  await until(() => ask(front, 'SELECT 1').then(() => true));
  return {
    url: `postgres://lading@127.0.0.1:${front}/lading`,
    follower: {
      url: `postgres://lading@127.0.0.1:${second}/lading`,
      ask: (call) => ask(second, `SELECT ${call}`),
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
      // Nobody notices at once.
      await sleep(2_000);
      await ask(second, 'SELECT pg_promote()');
    },
    async stop() {
      for (const child of children)
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await sleep(500);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function ask(port: number, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'lading', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100))
    if (await check().catch(() => false)) return;
  throw new Error(`It never came: ${check.toString()}`);
}
