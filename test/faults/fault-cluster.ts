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

/** A full disk is held against the database for half of it. */
const READY_TIMEOUT_MS = 60_000;
/** Few, so that a fault can use them all up. */
export const MAX_CONNECTIONS = 60;
const POSTGRES_SETTINGS = { max_connections: String(MAX_CONNECTIONS) };

/** The service as operators run it: an API process, a worker and a PostgreSQL, each a process that can be killed. */
export class FaultCluster {
  readonly receiver = new FaultReceiver();
  private readonly services = new Map<Role, ServiceProcess>();
  private readonly env: Env;
  private postgres: PostgresServer;
  /** What the service reaches its database through, which is not what the lab itself does. */
  readonly proxy: FreezingProxy;
  sql: RetryingSql;
  private key = '';
  private endpoints = 0;

  private constructor(env: Env, postgres: PostgresServer, proxy: FreezingProxy) {
    this.env = env;
    this.proxy = proxy;
    this.postgres = postgres;
    this.sql = new RetryingSql(postgres.url);
    // Nothing outlives the lab, however it ends.
    process.once('exit', () => this.services.forEach((service) => service.process.kill('SIGKILL')));
  }

  /**
   * @param start another database than an embedded one
   * @param env more settings of both processes
   */
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
        // What is printed again shows that Chromium prints.
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

  /** Starts a process, or starts it again: on another port, since the one it had may be taken by now. */
  async start(role: Role, env: Env = {}): Promise<ServiceProcess> {
    const service = await startService({ ...this.env, PROCESS_ROLE: role, ...env });
    this.services.set(role, service);
    return service;
  }

  service(role: Role): ServiceProcess {
    return this.services.get(role)!;
  }

  /** Processes that have ended by themselves, with their last words. */
  listCrashes(): string[] {
    return [...this.services]
      .filter(([, { process: child }]) => child.exitCode !== null || child.signalCode !== null)
      .map(([role, service]) => `the ${role} ended by itself: ${service.output().slice(-2_000)}`);
  }

  /** Resolves once all processes say that they can do their work; after a minute in which one doesn't, with false. */
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

  /** Kills it for good. */
  async killForGood(role: Role): Promise<void> {
    await this.service(role).kill();
    this.services.delete(role);
  }

  /** Both processes, fresh, with these settings. */
  async restart(env: Env = {}): Promise<void> {
    for (const service of this.services.values()) if (service.process.exitCode === null) await service.kill();
    await Promise.all([this.start('api', env), this.start('worker', env)]);
  }

  /** Calls the API. @throws when no answer comes */
  async call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.service('api').url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: await response.json() };
  }

  /** How a GET is answered; 0 when no answer comes within the time. */
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

  /** A new endpoint for customer events; without a URL, at the lab's receiver, or where `by` leads to it. */
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

  /** Ends the postmaster; it is started again at once by whoever watches it. */
  async killPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const [row] = await this.sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const stat = readFileSync(`/proc/${row!.pid}/stat`, 'utf8');
    process.kill(Number(stat.split(' ')[3]), signal);
  }

  /** Ends the database and starts it at another address, where the service's one leads from now on. */
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

  /** Where the database itself is. */
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
