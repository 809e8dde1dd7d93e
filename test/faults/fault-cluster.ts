import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startFreezingProxy, type FreezingProxy } from '../support/freezing-proxy.ts';
import { removeDataDir } from '../support/remove-data-dir.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { RetryingSql } from './retrying-sql.ts';
import { FaultReceiver } from './fault-receiver.ts';

type EmbeddedPostgresModule = typeof import('../../src/platform/database/embedded-postgres.js');

export const ROOT = join(import.meta.dirname, '../..');
const { startEmbeddedPostgres } = (await import(
  pathToFileURL(join(ROOT, 'dist/src/platform/database/embedded-postgres.js')).href
)) as EmbeddedPostgresModule;

type PostgresServer = Pick<
  Awaited<ReturnType<EmbeddedPostgresModule['startEmbeddedPostgres']>>,
  'url' | 'stop'
>;
export type Env = Record<string, string>;
export type Role = 'api' | 'worker' | 'render';

/** The full-disk state of the database alone takes half of it. */
const READY_TIMEOUT_MS = 60_000;
/** Few, so that a fault can use all of them. */
export const MAX_CONNECTIONS = 60;
const POSTGRES_SETTINGS = { max_connections: String(MAX_CONNECTIONS) };

/** Runs the service as operators do: an API process, a worker and a PostgreSQL. Each process can be killed. */
export class FaultCluster {
  readonly receiver = new FaultReceiver();
  private readonly services = new Map<Role, ServiceProcess>();
  private readonly env: Env;
  private postgres: PostgresServer;
  /** The service's connection to the database. The fault tests connect without it. */
  readonly proxy: FreezingProxy;
  sql: RetryingSql;
  private key = '';
  private endpoints = 0;

  private constructor(env: Env, postgres: PostgresServer, proxy: FreezingProxy) {
    this.env = env;
    this.proxy = proxy;
    this.postgres = postgres;
    this.sql = new RetryingSql(postgres.url);
    // Leaves no process behind, whatever ends the run.
    process.once('exit', () => this.services.forEach((service) => service.process.kill('SIGKILL')));
  }

  /** @param start replaces the embedded database @param env more settings of both processes */
  static async open(start?: () => Promise<PostgresServer>, env: Env = {}): Promise<FaultCluster> {
    const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
    const postgres = await (start?.() ?? startEmbeddedPostgres(dataDir, { settings: POSTGRES_SETTINGS }));
    const proxy = await startFreezingProxy(parseAddress(postgres));
    const lab = new FaultCluster(
      {
        DATABASE_URL: toProxyUrl(proxy, postgres),
        DATA_DIR: dataDir,
        DATABASE_POOL_SIZE: '10',
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
        LOG_LEVEL: 'warn',
        // Without a cache, each PDF proves that Chromium prints.
        PDF_CACHE_BYTES: '0',
        ...env,
      },
      postgres,
      proxy,
    );
    await lab.receiver.open();
    await lab.createOrganization();
    return lab;
  }

  /** Starts or restarts a process, on a new port because another process may have taken the old one. */
  async start(role: Role, env: Env = {}): Promise<ServiceProcess> {
    const service = await startService({ ...this.env, PROCESS_ROLE: role, ...env });
    this.services.set(role, service);
    return service;
  }

  service(role: Role): ServiceProcess {
    return this.services.get(role)!;
  }

  /** Returns the processes that ended by themselves, with their last output. */
  listCrashes(): string[] {
    return [...this.services]
      .filter(([, { process: child }]) => child.exitCode !== null || child.signalCode !== null)
      .map(([role, service]) => `the ${role} ended by itself: ${service.output().slice(-2_000)}`);
  }

  /** Returns true once all processes are ready, false after a minute. */
  async waitUntilReady(): Promise<boolean> {
    const asked = async ({ url }: ServiceProcess): Promise<boolean> =>
      fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
        async ({ ok, body }) => (await body?.cancel(), ok),
        () => false,
      );
    for (const end = performance.now() + READY_TIMEOUT_MS; performance.now() < end; await sleep(500))
      if ((await Promise.all([...this.services.values()].map(asked))).every(Boolean)) return true;
    return false;
  }

  async kill(role: Role): Promise<void> {
    await this.service(role).kill();
  }

  /** Kills a process without restarting it. */
  async killForGood(role: Role): Promise<void> {
    await this.service(role).kill();
    this.services.delete(role);
  }

  /** Restarts both processes with these settings. */
  async restart(env: Env = {}): Promise<void> {
    for (const service of this.services.values()) if (service.process.exitCode === null) await service.kill();
    await Promise.all([this.start('api', env), this.start('worker', env)]);
  }

  /** Calls the API. @throws if no response arrives */
  async call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.service('api').url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Returns the status of a GET; 0 without a response in time. */
  async getStatus(path: string, patienceMs: number): Promise<number> {
    const options = {
      headers: { authorization: `Bearer ${this.key}` },
      signal: AbortSignal.timeout(patienceMs),
    };
    return fetch(`${this.service('api').url}/api/v1/${path}`, options).then(
      async ({ status, body }) => (await body?.cancel(), status),
      () => 0,
    );
  }

  /** Creates an endpoint for customer events: at `url`, at the cluster's receiver, or at the receiver behind `by`. */
  async createEndpoint(url?: string, by = this.receiver.url) {
    const path = `/${++this.endpoints}`;
    const home = by + path;
    const { status, body } = await this.call('POST', 'webhooks', {
      url: url ?? home,
      events: ['customer.created'],
    });
    if (status !== 201) throw new Error(`The endpoint could not be created: ${JSON.stringify(body)}`);
    const { id, secret } = body as { id: number; secret: string };
    return { id, home, receptions: this.receiver.register(path, secret) };
  }

  /** Kills the postmaster. The supervisor of the cluster restarts it at once. */
  async killPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const [row] = await this.sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const stat = readFileSync(`/proc/${row!.pid}/stat`, 'utf8');
    process.kill(Number(stat.split(' ')[3]), signal);
  }

  /** Stops the database and starts it at another address. The service's proxy then leads there. */
  async movePostgres(): Promise<void> {
    await this.postgres.stop();
    await this.sql.close();
    this.postgres = await startEmbeddedPostgres(this.env.DATA_DIR!, { settings: POSTGRES_SETTINGS });
    this.sql = new RetryingSql(this.postgres.url);
    this.proxy.setTarget(parseAddress(this.postgres));
  }

  /** The settings of both processes. */
  get settings(): Env {
    return { ...this.env };
  }

  /** The address of the database itself, without the proxy. */
  get databaseUrl(): string {
    return this.postgres.url;
  }

  connect(): pg.Client {
    const client = new pg.Client({ connectionString: this.postgres.url });
    client.on('error', () => undefined);
    return client;
  }

  async close(): Promise<void> {
    for (const service of this.services.values()) if (service.process.exitCode === null) await service.kill();
    await this.receiver.close();
    await this.sql.close();
    await this.proxy.close();
    await this.postgres.stop();
    removeDataDir(this.env.DATA_DIR!);
  }

  private async createOrganization(): Promise<void> {
    const args = [join(ROOT, 'dist/src/cli.js'), 'org', 'create', '--name', 'Faults', '--json'];
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...this.env } };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    this.key = (JSON.parse(stdout) as { test_key: string }).test_key;
  }
}

function parseAddress({ url }: PostgresServer): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function toProxyUrl({ port }: FreezingProxy, { url }: PostgresServer): string {
  return Object.assign(new URL(url), { port: String(port) }).href;
}
