import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { removeDataDir } from '../support/remove-data-dir.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import type { LoadAction, LoadActions } from './heavy-tenant.ts';
import { startDnsServer } from './dns-server.ts';

type EmbeddedPostgresModule = typeof import('../../src/platform/database/embedded-postgres.js');
type SecretsModule = typeof import('../../src/platform/encryption/encryption.service.js');

const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'dist/src/cli.js');
const importBuilt = (path: string): Promise<unknown> =>
  import(pathToFileURL(join(ROOT, 'dist/src', path)).href);
const { startEmbeddedPostgres } = (await importBuilt(
  'platform/database/embedded-postgres.js',
)) as EmbeddedPostgresModule;
const { EncryptionService } = (await importBuilt(
  'platform/encryption/encryption.service.js',
)) as SecretsModule;

/** Enough endpoints to fill every slot without per-tenant limits. */
export const ENDPOINT_COUNT = 1_500;
/** The heavy tenant's client gets only idle CPU time: in production it runs on another machine. */
const LOWEST_PRIORITY = 19;

/** The tenants and their API keys. */
export interface TenantKeys {
  id: number;
  test: string;
  live: string;
}

type ClusterParts = Pick<Cluster, 'sql' | 'api' | 'worker' | 'lightTenant' | 'heavyTenant' | 'secrets'>;
type CliCommand = (args: string[]) => Promise<string>;

/** An API process and a worker with the default limits, a PostgreSQL, and two organizations. */
export class Cluster {
  readonly sql: pg.Pool;
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;
  readonly lightTenant: TenantKeys;
  readonly heavyTenant: TenantKeys;
  /** Encrypts like the service. */
  readonly secrets: InstanceType<SecretsModule['EncryptionService']>;
  private readonly child: ChildProcess;
  private readonly command: CliCommand;
  private readonly end: () => Promise<void>;

  private constructor(parts: ClusterParts, command: CliCommand, end: () => Promise<void>) {
    this.sql = parts.sql;
    this.api = parts.api;
    this.worker = parts.worker;
    this.lightTenant = parts.lightTenant;
    this.heavyTenant = parts.heavyTenant;
    this.secrets = parts.secrets;
    this.command = command;
    this.end = end;
    this.child = fork(join(import.meta.dirname, 'heavy-tenant.ts'), {
      stdio: 'inherit',
      execArgv: [`--import=${import.meta.resolve('../support/run-source.mjs')}`],
    });
    setPriority(this.child.pid!, LOWEST_PRIORITY);
    process.once('exit', () =>
      [this.child, this.api.process, this.worker.process].forEach((each) => each.kill('SIGKILL')),
    );
  }

  static async open(): Promise<Cluster> {
    const dataDir = mkdtempSync(join(tmpdir(), 'lading-neighbours-'));
    const postgres = await startEmbeddedPostgres(dataDir);
    const names = await startDnsServer();
    const sql = new pg.Pool({ connectionString: postgres.url, max: 3 });
    const key = randomBytes(32);
    sql.on('error', () => undefined);
    const env = {
      DATABASE_URL: postgres.url,
      DATABASE_POOL_SIZE: '20',
      DATA_DIR: dataDir,
      ENCRYPTION_KEY: key.toString('base64'),
      RATE_LIMIT_ENABLED: 'true',
      QUOTA_ENDPOINTS: String(ENDPOINT_COUNT + 10),
      QUOTA_WRITTEN_BYTES: '1000000000000',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      CARRIER_ALLOWED_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      NAMES_PORT: String(names.port),
      NODE_OPTIONS: `--import=${import.meta.resolve('./preload/dns-server.mjs')}`,
    };
    const [api, worker] = await Promise.all(
      ['api', 'worker'].map((role) => startService({ ...env, PROCESS_ROLE: role })),
    );
    const command: CliCommand = async (args) => {
      const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...env, NODE_OPTIONS: '' } };
      const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], options);
      return stdout;
    };
    const create = async (name: string): Promise<TenantKeys> => {
      const stdout = await command(['org', 'create', '--name', name, '--json']);
      const made = JSON.parse(stdout) as { organization: { id: number }; test_key: string; live_key: string };
      return { id: made.organization.id, test: made.test_key, live: made.live_key };
    };
    const parts = {
      sql,
      api: api!,
      worker: worker!,
      lightTenant: await create('Quiet'),
      heavyTenant: await create('Loud'),
      secrets: new EncryptionService({ encryption: { key } } as ConstructorParameters<
        SecretsModule['EncryptionService']
      >[0]),
    };
    return new Cluster(parts, command, async () => {
      for (const service of [api!, worker!]) if (service.process.exitCode === null) await service.kill();
      names.close();
      await sql.end();
      await postgres.stop();
      removeDataDir(dataDir);
    });
  }

  /** Starts a load of the heavy tenant and returns its start result. Earlier loads continue. */
  async startLoad<D extends LoadAction>(deed: D, options: Parameters<LoadActions[D]>[0]): Promise<unknown> {
    return this.sendMessage({ deed, options });
  }

  /** Ends all loads of the heavy tenant. Returns its responses by status. */
  async stopLoad(): Promise<string> {
    return (await this.sendMessage({ deed: null })) as string;
  }

  /** Calls the API. @throws Error unless the response is a success */
  async call<T>(key: string, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.api.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }

  /** Connects a carrier with the command line. */
  async connectCarrier(
    organization: TenantKeys,
    adapter: string,
    scac: string,
    settings: object,
  ): Promise<void> {
    const file = join(tmpdir(), `lading-neighbours-${process.pid}.json`);
    writeFileSync(file, JSON.stringify(settings));
    const args = ['carrier', 'connect', '--org', String(organization.id)];
    args.push('--mode', 'live', '--adapter', adapter, '--scac', scac, '--settings-file', file);
    await this.command(args);
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.end();
  }

  private async sendMessage(message: object): Promise<unknown> {
    const answer = once(this.child, 'message');
    this.child.send(message);
    const [{ error, value }] = (await answer) as [{ error?: string; value?: unknown }];
    if (error) throw new Error(error);
    return value;
  }
}
