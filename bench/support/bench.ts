import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { removeDataDir } from '../../test/support/remove-data-dir.ts';
import { type Child, type Env, findFreePort, runNode, startNode } from './child-processes.ts';
import { ROOT } from './paths.ts';
import type { RecordedStatement } from './record-sql.ts';
import { copyFreight, copyQuotes } from './copy-rows.ts';

type EmbeddedPostgresModule = typeof import('../../src/platform/database/embedded-postgres.js');
// Uses the built code, which is what ships. Node cannot run decorators from source.
const { startEmbeddedPostgres } = (await import(
  pathToFileURL(join(ROOT, 'dist/src/platform/database/embedded-postgres.js')).href
)) as EmbeddedPostgresModule;

export const POOL_SIZE = 20;

export interface BenchService {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL, which no code of the service can handle. */
  kill(): Promise<void>;
}

export interface BenchOrganization {
  id: number;
  /** Request headers with its test key. */
  headers: Record<string, string>;
}

/** A PostgreSQL cluster with the service on it. `close` removes both. */
export interface Bench {
  sql: pg.Pool;
  /** The settings of the service. */
  env: Env;
  /** Starts the service as an operator does, with rate limits off. */
  startService(env?: Env, nodeArgs?: string[]): Promise<BenchService>;
  /** Starts a server that runs recorded statements and sends given bytes. */
  startBaseline(file: string, work: object): Promise<BenchService>;
  createOrganization(env?: Env): Promise<BenchOrganization>;
  /** Creates another database in the cluster. Returns settings for a service on it. */
  createDatabase(name: string): Promise<Env>;
  /** Adds `count` copies of a quote, each in its own group, with customers from 0 to 999. */
  copyQuotes(id: number, count: number, env?: Env): Promise<void>;
  /** Adds `count` copies of a shipment. */
  copyFreight(id: number, count: number, env?: Env): Promise<void>;
  /** Records the statements that the service runs for a request. */
  record(organization: BenchOrganization, request: RecordedRequest): Promise<RecordedAnswer>;
  close(): Promise<void>;
}

export interface RecordedRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface RecordedAnswer {
  statements: RecordedStatement[];
  status: number;
  headers: Record<string, string>;
  body: string;
}

export async function openBench(settings: Record<string, string> = {}): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-bench-'));
  const postgres = await startEmbeddedPostgres(dataDir, { settings });
  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  sql.on('error', () => {});
  const log = openSync(join(dataDir, 'service.log'), 'a');
  const children = new Set<Child>();
  const base: Env = {
    NODE_ENV: 'production',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    DATA_DIR: dataDir,
    RATE_LIMIT_ENABLED: 'false',
  };

  async function start(args: string[], env: Env, readyPath: string): Promise<BenchService> {
    const port = await findFreePort();
    const child = startNode(args, { ...env, PORT: String(port) }, log);
    children.add(child);
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(url + readyPath, child, dataDir);
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      children.delete(child);
      await child.stop(signal);
    };
    return { url, pid: child.process.pid!, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  }

  const service: Bench['startService'] = (env = {}, nodeArgs = []) =>
    start([...nodeArgs, 'dist/src/main.js'], { ...base, ...env }, '/health/ready');

  async function connected(env: Env = {}, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: env.DATABASE_URL ?? postgres.url });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  async function cleanUp(): Promise<void> {
    for (const child of children) await child.stop();
    await sql.end();
    await postgres.stop();
    removeDataDir(dataDir);
  }
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => (ended ??= cleanUp());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }

  return {
    sql,
    env: base,
    startService: service,
    startBaseline(file, work) {
      const workFile = join(dataDir, `bare-${randomBytes(4).toString('hex')}.json`);
      writeFileSync(workFile, JSON.stringify(work));
      return start([join(ROOT, 'bench', file), workFile], base, '/ready');
    },
    async createDatabase(name) {
      await sql.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      await runNode(['dist/src/cli.js', 'migrate', '--json'], { ...base, DATABASE_URL: url.href });
      return { DATABASE_URL: url.href };
    },
    copyQuotes: (id, count, env) => connected(env, (client) => copyQuotes(client, id, count)),
    copyFreight: (id, count, env) => connected(env, (client) => copyFreight(client, id, count)),
    async createOrganization(env = {}) {
      const create = ['dist/src/cli.js', 'org', 'create', '--name', 'Bench', '--json'];
      const out = await runNode(create, { ...base, ...env });
      const { organization, test_key: key } = JSON.parse(out.trim()) as {
        organization: { id: number };
        test_key: string;
      };
      return {
        id: organization.id,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      };
    },
    async record({ headers }, { path, ...request }) {
      const file = join(dataDir, `sql-${randomBytes(4).toString('hex')}`);
      const recorder = join(ROOT, 'bench/support/record-sql.ts');
      const recorded = await service({ PROCESS_ROLE: 'api', BENCH_SQL_FILE: file }, ['--import', recorder]);
      try {
        // The first request loads the key. The second one is recorded without the lookup of the key.
        await fetch(`${recorded.url}/api/v1/carriers?limit=1`, { headers });
        writeFileSync(file, '');
        const options = { ...request, headers: { ...headers, ...request.headers } };
        const response = await fetch(recorded.url + path, options);
        const body = await response.text();
        const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
        const statements = lines.map((line) => JSON.parse(line) as RecordedStatement);
        return {
          statements,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body,
        };
      } finally {
        await recorded.stop();
      }
    },
    close,
  };
}

async function waitUntilReady(url: string, { process: child }: Child, dataDir: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++, await sleep(100)) {
    if (child.exitCode !== null) break;
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
  const log = readFileSync(join(dataDir, 'service.log'), 'utf8');
  throw new Error(`Timed out waiting for ${url}:\n${log.split('\n').slice(-20).join('\n')}`);
}
