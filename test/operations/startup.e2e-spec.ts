import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Config } from '../../src/config/config.js';
import { openDatabase } from '../../src/platform/database/open-database.js';
import { OrganizationsService } from '../../src/platform/auth/organizations.service.js';
import { ConfigError } from '../../src/config/env.js';
import { startApp, type TestApp } from '../support/app.js';
import { buildService } from '../support/build-if-stale.js';
import { createDatabase, createEmptyDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { CHILD_PROCESS_ENV } from '../support/clock-env.js';

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function getStartError(databaseUrl: string): Promise<string> {
  const opening = openDatabase(
    new Config({ DATA_DIR: process.env.TEST_DATA_DIR, DATABASE_URL: databaseUrl }),
  );
  const refusal: unknown = await opening.then(
    () => null,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(ConfigError);
  return (refusal as Error).message;
}

describe('a database that cannot be used', () => {
  it('is named with the reason when nothing listens', async () => {
    expect(await getStartError('postgres://me:secret@127.0.0.1:1/freight')).toBe(
      'DATABASE_URL: 127.0.0.1:1, database "freight", user "me": nothing listens there',
    );
  });

  it('is named without the password when that is wrong', async () => {
    const url = new URL(await createEmptyDatabase());
    url.password = 'wrong-secret';
    const message = await getStartError(url.href);
    expect(message).toContain(`${url.hostname}:${url.port}`);
    expect(message).toMatch(/password authentication failed/);
    expect(message).not.toContain('wrong-secret');
  });

  it.each([
    ['permission denied for schema public', createEmptyDatabase],
    ['permission denied for table migrations', createDatabase],
  ])('is named with its role and what that may not do: %s', async (reason, create) => {
    const url = await create();
    const role = `${process.env.TEST_RUN}_${randomBytes(5).toString('hex')}`;
    await run(url, `CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    const asRole = Object.assign(new URL(url), { username: role, password: 'secret' });
    try {
      const message = await getStartError(asRole.href);
      expect(message).toContain(`user "${role}": ${reason} (the role must own the tables`);
      expect(message).not.toContain('secret');
    } finally {
      await run(url, `DROP ROLE "${role}"`);
    }
  });

  it('is refused when another application lives in it', async () => {
    const url = await createEmptyDatabase();
    await run(url, 'CREATE TABLE organizations (id int)');
    expect(await getStartError(url)).toMatch(
      /"organizations" already exists \(a table of another application/,
    );
  });

  it('is refused when a later version has migrated it', async () => {
    const url = await createDatabase();
    await run(
      url,
      `INSERT INTO migrations (timestamp, name) VALUES (4102444800000, 'FarFuture4102444800000')`,
    );
    expect(await getStartError(url)).toMatch(
      /^The database is newer than this version, which does not know FarFuture4102444800000/,
    );
  });
});

describe('a start that an operator got wrong', () => {
  it('ends with one sentence and exit code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const start = (env: Record<string, string>) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [buildService('main.js')], {
        env: { ...CHILD_PROCESS_ENV, DATA_DIR: process.env.TEST_DATA_DIR, ...env },
        encoding: 'utf8',
      });
      return { status, output: stdout + stderr };
    };
    expect(start({ DATABASE_URL: 'nowhere' })).toEqual({
      status: 1,
      output: 'DATABASE_URL is not an address such as postgres://user:password@host\n',
    });
    expect(start({ DATABASE_URL: await createDatabase(), PORT: String(port) })).toEqual({
      status: 1,
      output: `PORT: another process listens on ${port}. Stop it, or set PORT to another port.\n`,
    });
    taken.close();
  });
});

describe('what a start writes', () => {
  it('is of one format from the first line on, whatever fails', async () => {
    const service = await startService({
      DATABASE_URL: await createDatabase(),
      REDIS_URL: 'redis://127.0.0.1:9',
    });
    await service.stop();
    const [log] = service.output().split('\nLading listens');
    const lines = log!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { context: string; msg: string });
    expect(lines).toContainEqual(
      expect.objectContaining({ context: 'Queue', msg: expect.stringContaining('ECONNREFUSED') }),
    );
  });

  it.each([
    ['all', true],
    ['api', true],
    ['worker', false],
  ])('names the address of Swagger UI where it is served: PROCESS_ROLE=%s', async (role, served) => {
    const service = await startService({ DATABASE_URL: await createDatabase(), PROCESS_ROLE: role });
    const docs = await fetch(`${service.url}/docs`);
    const told = await eventually(() => /Lading listens[^]*\n\n/.exec(service.output())?.[0]);
    await service.stop();
    expect([docs.ok, told?.includes('/docs')]).toEqual([served, served]);
  });
});

describe('a first start', () => {
  /** What a service's first key finds. */
  async function counts({ url }: ServiceProcess, key: string): Promise<unknown> {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${url}/api/v1/sandbox/status`, { headers })).json();
  }
  const keyOf = async (service: ServiceProcess): Promise<string> =>
    (await eventually(() => /fk_test_\w+(?=[^]*curl)/.exec(service.output())?.[0]))!;

  it('fills the demo organization, once', async () => {
    const env = { DATABASE_URL: await createDatabase(), DEMO_DATA: 'true' };
    const first = await startService(env);
    const key = await keyOf(first);
    expect(await counts(first, key)).toMatchObject({ shipments: 5, invoices: 2 });
    await first.stop();
    const second = await startService(env);
    expect(await counts(second, key)).toMatchObject({ shipments: 5, invoices: 2 });
    await second.stop();
  });

  it('leaves it empty with DEMO_DATA=false', async () => {
    const service = await startService({ DATABASE_URL: await createDatabase(), DEMO_DATA: 'false' });
    expect(await counts(service, await keyOf(service))).toMatchObject({ shipments: 0, quotes: 0 });
    await service.stop();
  });
});

describe('npm start', () => {
  it('ends the service when npm alone is told to end', async () => {
    buildService('main.js');
    const { HOME, TEST_DATA_DIR: DATA_DIR } = process.env;
    const env = {
      ...CHILD_PROCESS_ENV,
      HOME,
      DATA_DIR,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: await createDatabase(),
    };
    // A group of its own: whatever a failure leaves behind ends with it.
    const npm = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let output = '';
      npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const url = await eventually(() => /Lading listens on (http:\S+)/.exec(output)?.[1]);
      const answers = () =>
        fetch(`${url}/health/live`).then(
          () => true,
          () => false,
        );
      expect(await answers()).toBe(true);
      const exited = once(npm, 'exit');
      npm.kill('SIGTERM');
      await exited;
      expect(await eventually(async () => !(await answers()))).toBe(true);
    } finally {
      if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGKILL');
    }
  });
});

describe('a service', () => {
  let app: TestApp;
  afterEach(() => app.close());

  it('makes one first organization, however many ask at once', async () => {
    app = await startApp();
    const organizations = app.app.get(OrganizationsService);
    const made = await Promise.all([1, 2, 3, 4].map(() => organizations.createFirst('Demo')));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await app.sql.query('SELECT name FROM organizations')).toEqual([{ name: 'Demo' }]);
  });

  it('says that it is not ready, and which component is down for what reason', async () => {
    app = await startApp();
    const name = new URL((app.sql.options as { url: string }).url).pathname.slice(1);
    expect((await app.client().get('/health/ready').expect(200)).body.status).toBe('ok');
    await run(process.env.TEST_DATABASE_URL!, `ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
    await run(
      process.env.TEST_DATABASE_URL!,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    const { body } = await app.client().get('/health/ready').expect(503);
    expect(body).toMatchObject({
      status: 'error',
      error: { database: { status: 'down', message: expect.stringMatching(/\w+/) } },
    });
    await app.client().get('/health/live').expect(200);
  });
});
