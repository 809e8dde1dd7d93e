import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { CHILD_ENV, type ClusterLocation } from './embedded-postgres-cluster.js';

export type PostgresSettings = Record<string, string>;

/** A running postmaster. `readLog` returns what it has written to the log file. */
export interface PostgresProcess {
  child: ChildProcess;
  exited: Promise<unknown>;
  readLog(): Promise<string>;
}

const logger = new Logger('EmbeddedPostgres');

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
 * The shell becomes postgres and leaves a subshell that reads a pipe, whose other end only this process holds. When this
 * process ends in any way, the pipe closes, and the subshell sends postgres ($$) SIGINT for a fast shutdown.
 */
const SHUTDOWN_GUARD_SCRIPT = `
exec 3<&0
((trap '' INT TERM HUP; read -r line <&3; kill -INT $$ 2>/dev/null) &)
exec "$@" </dev/null 3<&-`;

/** Starts a postmaster that ends with this process. */
export async function launchPostgres(
  location: ClusterLocation,
  port: number,
  settings: PostgresSettings,
): Promise<PostgresProcess> {
  const allSettings = {
    ...DEFAULT_SETTINGS,
    ...settings,
    port: String(port),
    cluster_name: `lading-${process.pid}`,
  };
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(location.bin, 'postgres'), '-D', location.cluster, ...flags];
  const log = await fs.open(location.log, 'a', 0o600);
  if ((await log.stat()).size > MAX_LOG_BYTES) await log.truncate();
  const { size } = await log.stat();
  const child = spawn('/bin/sh', ['-c', SHUTDOWN_GUARD_SCRIPT, 'sh', ...command], {
    // In a session of its own, postgres does not get the Ctrl-C of the terminal. The service drains first.
    detached: true,
    cwd: location.cluster,
    env: CHILD_ENV,
    stdio: ['pipe', log.fd, log.fd],
    ...location.user,
  });
  const pipe = child.stdin as Socket;
  pipe.on('error', () => {});
  const exited = once(child, 'exit').catch(() => {});
  // The child must not keep a process alive that ends without stop().
  pipe.unref();
  child.unref();
  await log.close();
  return { child, exited, readLog: async () => (await fs.readFile(location.log)).subarray(size).toString() };
}

/** Returns true once the postmaster accepts connections, and false if it exits. */
export async function waitUntilReady(
  location: ClusterLocation,
  { child, exited }: PostgresProcess,
): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  while (!ended) {
    const lock = await readPostmasterPid(location);
    if (lock?.pid === child.pid && lock?.status === 'ready') return true;
    await sleep(20);
  }
  return false;
}

/** Restarts postgres when it exits, and logs a warning. Returns a function that shuts it down. */
export function superviseProcess(
  { log: logFile }: ClusterLocation,
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
      const startedAt = performance.now();
      await current.exited;
      if (performance.now() - startedAt > 10_000) delay = 100;
      await sleep(delay, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      const { exitCode, signalCode } = current.child;
      logger.warn(
        `The embedded PostgreSQL exited (${signalCode ?? exitCode}) and is restarting. Read ${logFile}.`,
      );
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

/** Reads postmaster.pid, which a postmaster writes to its cluster. */
export async function readPostmasterPid({ cluster }: ClusterLocation) {
  const file = join(cluster, 'postmaster.pid');
  const text = await fs.readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , port, , , , status] = text.split('\n');
  return { file, pid: Number(pid), port: Number(port), status: status?.trim() };
}
