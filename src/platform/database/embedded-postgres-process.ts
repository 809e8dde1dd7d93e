import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHILD_ENV, type ClusterLocation } from './embedded-postgres-cluster.js';

export type PostgresSettings = Record<string, string>;

/** One running postmaster; `log` is what it has written to the log file. */
export interface PostgresProcess {
  child: ChildProcess;
  exited: Promise<unknown>;
  readLog(): Promise<string>;
}

const MAX_LOG_BYTES = 10 * 1024 * 1024;

const DEFAULT_SETTINGS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/**
 * sh becomes postgres and leaves a subshell behind that reads a pipe whose other end only our process holds:
 * when that closes, however we died, it asks postgres ($$) for a fast shutdown.
 */
const SHUTDOWN_GUARD_SCRIPT = `
exec 3<&0
((trap '' INT TERM HUP; read -r line <&3; kill -INT $$ 2>/dev/null) &)
exec "$@" </dev/null 3<&-`;

/** Starts a postmaster that ends with this process. */
export async function launchPostgres(
  place: ClusterLocation,
  port: number,
  settings: PostgresSettings,
): Promise<PostgresProcess> {
  const all = { ...DEFAULT_SETTINGS, ...settings, port: String(port), cluster_name: `lading-${process.pid}` };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(place.bin, 'postgres'), '-D', place.cluster, ...flags];
  const log = await fs.open(place.log, 'a', 0o600);
  if ((await log.stat()).size > MAX_LOG_BYTES) await log.truncate();
  const { size } = await log.stat();
  const child = spawn('/bin/sh', ['-c', SHUTDOWN_GUARD_SCRIPT, 'sh', ...command], {
    // A session of its own: Ctrl-C in the terminal reaches the service only, which drains first.
    detached: true,
    cwd: place.cluster,
    env: CHILD_ENV,
    stdio: ['pipe', log.fd, log.fd],
    ...place.user,
  });
  const pipe = child.stdin as Socket;
  pipe.on('error', () => {});
  const exited = once(child, 'exit').catch(() => {});
  // A service that ends without stop() must not be kept alive by its database.
  pipe.unref();
  child.unref();
  await log.close();
  return { child, exited, readLog: async () => (await fs.readFile(place.log)).subarray(size).toString() };
}

/** Whether the postmaster came to serve connections; false when it gave up. */
export async function waitUntilReady(
  place: ClusterLocation,
  { child, exited }: PostgresProcess,
): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  while (!ended) {
    const lock = await readPostmasterPid(place);
    if (lock?.pid === child.pid && lock?.status === 'ready') return true;
    await sleep(20);
  }
  return false;
}

/** Restarts postgres whenever it ends, until the returned function shuts it down. */
export function superviseProcess(
  first: PostgresProcess,
  restart: () => Promise<PostgresProcess>,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  const shutDown = () => {
    current.child.ref();
    current.child.kill('SIGINT');
  };
  const watch = async () => {
    for (let delay = 100; ; delay = Math.min(delay * 2, 2_000)) {
      const began = performance.now();
      await current.exited;
      if (performance.now() - began > 10_000) delay = 100;
      await sleep(delay, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      current = await restart().catch(() => current);
      if (signal.aborted) shutDown();
    }
  };
  const done = watch();
  return () => {
    stopping.abort();
    shutDown();
    return done;
  };
}

/** What a postmaster notes about itself in its cluster. */
export async function readPostmasterPid({ cluster }: ClusterLocation) {
  const file = join(cluster, 'postmaster.pid');
  const text = await fs.readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , port, , , , status] = text.split('\n');
  return { file, pid: Number(pid), port: Number(port), status: status?.trim() };
}
