import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port.ts';
import { buildRedisEnv } from './redis.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
const NAME = 'lading-test';

/** Several Redis servers with failover. */
export interface HighAvailabilityRedis {
  /** The value of `REDIS_URL`. */
  url: string;
  /** Kills a leader and waits until another server leads. */
  failOver(): Promise<void>;
  /** Restarts killed servers and waits until they follow. */
  restartKilled(): Promise<void>;
  wipe(): Promise<void>;
  /** Closes all other connections. */
  dropConnections(): Promise<void>;
  close(): Promise<void>;
}

interface RedisProcess {
  port: number;
  args: string[];
  child: ChildProcess | undefined;
}

/** Runs processes in one folder and ends all of them with it. */
class RedisProcesses {
  readonly all: RedisProcess[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'lading-redis-'));

  async add(args: (port: number) => string[]): Promise<RedisProcess> {
    const port = await findClusterPort();
    const server = { port, args: args(port), child: undefined };
    this.all.push(server);
    await this.start(server);
    return server;
  }

  async start(server: RedisProcess): Promise<void> {
    server.child = spawn('redis-server', server.args, { env: buildRedisEnv(), stdio: 'ignore' });
    await waitUntil(() => sendCommand(server.port, 'ping').then(Boolean));
  }

  async kill(server: RedisProcess): Promise<void> {
    const { child } = server;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    server.child = undefined;
  }

  async restartKilled(): Promise<void> {
    for (const server of this.all) if (!server.child) await this.start(server);
  }

  /** Runs a command on leaders only, because replicas reject it. */
  async runOnLeaders(command: string, ...args: string[]): Promise<void> {
    for (const { port, child } of this.all) if (child) await sendCommand(port, command, ...args);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((server) => this.kill(server)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  config(port: number, ...more: string[]): string[] {
    const own = mkdtempSync(join(this.folder, `${port}-`));
    return [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      own,
      ...more,
    ];
  }
}

/** Starts one leader, two replicas and three sentinels. */
export async function startRedisSentinels(): Promise<HighAvailabilityRedis> {
  const servers = new RedisProcesses();
  const first = await servers.add((port) => servers.config(port));
  const data = [first];
  for (let replica = 0; replica < 2; replica++)
    data.push(await servers.add((port) => servers.config(port, '--replicaof', '127.0.0.1', `${first.port}`)));
  const sentinels: RedisProcess[] = [];
  for (let sentinel = 0; sentinel < 3; sentinel++)
    sentinels.push(
      await servers.add((port) => {
        const file = join(servers.folder, `sentinel-${port}.conf`);
        writeFileSync(
          file,
          `port ${port}
bind 127.0.0.1
sentinel monitor ${NAME} 127.0.0.1 ${first.port} 2
sentinel down-after-milliseconds ${NAME} 3000
sentinel failover-timeout ${NAME} 10000
`,
        );
        return [file, '--sentinel', '--dir', servers.folder];
      }),
    );
  const leader = async (): Promise<number> =>
    Number(
      ((await sendCommand(sentinels[0]!.port, 'sentinel', 'get-master-addr-by-name', NAME)) as string[])[1],
    );
  const agree = () =>
    waitUntil(async () => {
      const [found = []] = [
        (await sendCommand(sentinels[0]!.port, 'sentinel', 'replicas', NAME)) as unknown[],
      ];
      const others = (await sendCommand(sentinels[0]!.port, 'sentinel', 'sentinels', NAME)) as unknown[];
      return found.length === 2 && others.length === 2;
    });
  await agree();
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join()}/${NAME}`,
    async failOver() {
      const led = await leader();
      await servers.kill(data.find(({ port }) => port === led)!);
      await waitUntil(async () => (await leader()) !== led && (await getRole(await leader())) === 'master');
    },
    async restartKilled() {
      const away = data.filter(({ child }) => !child);
      await servers.restartKilled();
      await waitUntil(async () => {
        const roles = await Promise.all(away.map(({ port }) => getRole(port)));
        return roles.every((role) => role === 'slave');
      });
    },
    wipe: () => servers.runOnLeaders('flushall'),
    dropConnections: () => servers.runOnLeaders('client', 'kill', 'type', 'normal'),
    close: () => servers.close(),
  };
}

/** Starts three leaders with one replica each. */
export async function startRedisCluster(): Promise<HighAvailabilityRedis> {
  const servers = new RedisProcesses();
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '3000'];
  for (let node = 0; node < 6; node++) await servers.add((port) => servers.config(port, ...options));
  const addresses = servers.all.map(({ port }) => `127.0.0.1:${port}`);
  const creation = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  await run('redis-cli', creation, { env: buildRedisEnv() });
  const whole = () =>
    waitUntil(async () => {
      const alive = servers.all.filter(({ child }) => child);
      const states = await Promise.all(alive.map(({ port }) => sendCommand(port, 'cluster', 'info')));
      const links = await Promise.all(alive.map(({ port }) => sendCommand(port, 'info', 'replication')));
      const linked = links.filter((link) => /role:master|master_link_status:up/.test(String(link)));
      return (
        states.every((state) => String(state).includes('cluster_state:ok')) && linked.length === alive.length
      );
    });
  await whole();
  return {
    url: `redis+cluster://${addresses.slice(0, 3).join()}`,
    async failOver() {
      // Finds the leader of the queue, whose keys share one slot.
      const slot = (await sendCommand(
        servers.all.find(({ child }) => child)!.port,
        'cluster',
        'keyslot',
        '{lading}',
      )) as number;
      const leads = async (): Promise<number> => {
        const asked = servers.all.find(({ child }) => child)!;
        const slots = (await sendCommand(asked.port, 'cluster', 'slots')) as [
          number,
          number,
          [string, number],
        ][];
        return slots.find(([from, to]) => from <= slot && slot <= to)![2][1];
      };
      const led = await leads();
      await servers.kill(servers.all.find(({ port }) => port === led)!);
      await waitUntil(async () => (await leads()) !== led);
      await whole();
    },
    async restartKilled() {
      await servers.restartKilled();
      await whole();
    },
    wipe: () => servers.runOnLeaders('flushall'),
    dropConnections: () => servers.runOnLeaders('client', 'kill', 'type', 'normal'),
    close: () => servers.close(),
  };
}

/** Returns a port whose cluster bus port, 10,000 above it, is valid. */
async function findClusterPort(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (port <= 55_535) return port;
  }
}

async function getRole(port: number): Promise<unknown> {
  return ((await sendCommand(port, 'role')) as unknown[] | null)?.[0];
}

/** Returns null if no server responds. */
async function sendCommand(port: number, command: string, ...args: string[]): Promise<unknown> {
  const client = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => null,
    disconnectTimeout: 100,
    connectTimeout: 1_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(command, ...args);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
}

async function waitUntil(check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await sleep(100))
    if (await check().catch(() => false)) return;
  throw new Error(`Timed out after ${TIMEOUT_MS / 1_000} s: ${check.toString()}`);
}
