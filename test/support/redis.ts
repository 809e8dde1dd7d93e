import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port.ts';

/** A Redis of the test's own, which it may wipe, stop and start again on the same port. */
export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** The death that loses whatever isn't on disk: everything. */
  kill(): Promise<void>;
  wipe(): Promise<void>;
  /** Ends the connections of everybody else. */
  dropConnections(): Promise<void>;
  /** Changes a setting while it runs. */
  setConfig(name: string, value: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  close(): Promise<void>;
}

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
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
      child = spawn('redis-server', args, { stdio: 'ignore' });
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

/** False when the server doesn't answer. */
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
