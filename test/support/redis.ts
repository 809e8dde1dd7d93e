import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port.ts';

/** A Redis server of the test, which may wipe, stop and restart it on the same port. */
export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** Kills the server, which loses everything that is not on disk. */
  kill(): Promise<void>;
  wipe(): Promise<void>;
  /** Closes all other connections. */
  dropConnections(): Promise<void>;
  /** Changes a setting at run time. */
  setConfig(name: string, value: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  close(): Promise<void>;
}

/** Returns the environment without libfaketime, which blocks redis-server when it starts. Redis keeps the real clock. */
export function buildRedisEnv(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _preload, ...env } = process.env;
  return env;
}

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version'], { env: buildRedisEnv() }).status === 0;
}

export async function createRedisServer(): Promise<RedisServer> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'lading-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url,
    async start() {
      const args = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
      ];
      child = spawn('redis-server', args, { env: buildRedisEnv(), stdio: 'ignore' });
      for (let tries = 0; tries < 100; tries++, await sleep(50)) if (await sendCommand(url, 'ping')) return;
      throw new Error('Redis did not start');
    },
    async kill() {
      if (!child) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      child = undefined;
    },
    async wipe() {
      await sendCommand(url, 'flushall');
    },
    async dropConnections() {
      await sendCommand(url, 'client', 'kill', 'type', 'normal');
    },
    async setConfig(name, value) {
      await sendCommand(url, 'config', 'set', name, value);
    },
    signal(signal) {
      child?.kill(signal);
    },
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** Returns false if the server does not respond. */
async function sendCommand(url: string, name: string, ...args: string[]): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, disconnectTimeout: 100 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.call(name, ...args);
    return true;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
