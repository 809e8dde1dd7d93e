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

describe('an unusable database', () => {
  it('is named with the reason if it refuses connections', async () => {
    expect(await getStartError('postgres://me:secret@127.0.0.1:1/freight')).toBe(
      'DATABASE_URL: 127.0.0.1:1, database "freight", user "me": nothing is listening on this port',
    );
  });

  it('is named without the wrong password', async () => {
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
  ])('is named with the role and its missing permission: %s', async (reason, create) => {
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

  it('is rejected if it belongs to another application', async () => {
    const url = await createEmptyDatabase();
    await run(url, 'CREATE TABLE organizations (id int)');
    expect(await getStartError(url)).toMatch(
      /"organizations" already exists \(a table of another application/,
    );
  });

  it('is rejected if a later version has migrated it', async () => {
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

describe('a start with invalid settings', () => {
  it('exits with 1 and one sentence', async () => {
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
      output: 'DATABASE_URL is not a URL such as postgres://user:password@host\n',
    });
    expect(start({ DATABASE_URL: await createDatabase(), PORT: String(port) })).toEqual({
      status: 1,
      output: `PORT: another process listens on ${port}. Stop it, or set PORT to another port.\n`,
    });
    // 192.0.2.0/24 is reserved for documentation.
    expect(start({ DATABASE_URL: await createDatabase(), LISTEN_ADDRESS: '192.0.2.1' })).toEqual({
      status: 1,
      output:
        'LISTEN_ADDRESS: this machine has no address 192.0.2.1. Set an address of this machine, or remove the setting.\n',
    });
    taken.close();
  });
});

describe('the output of a start', () => {
  it('has one log format from the first line, also for failures', async () => {
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

  it('contains a warning for a misspelled setting', async () => {
    const service = await startService({ DATABASE_URL: await createDatabase(), BILL_TOLERENCE_CENTS: '5' });
    await service.stop();
    expect(service.output()).toContain(
      'BILL_TOLERENCE_CENTS is not a setting. Did you mean BILL_TOLERANCE_CENTS?',
    );
    expect(service.output().match(/is not a setting/g)).toHaveLength(1);
  });

  it('names the address of LISTEN_ADDRESS, and no other address accepts connections', async () => {
    const env = { DATABASE_URL: await createDatabase(), LISTEN_ADDRESS: '127.0.0.1' };
    const service = await startService(env);
    const { port } = new URL(service.url);
    const getStatus = (host: string) =>
      fetch(`http://${host}:${port}/health/live`).then(
        ({ status }) => status,
        () => 0,
      );
    // Linux routes all of 127.0.0.0/8 to the loopback device.
    const other = process.platform === 'linux' ? '127.0.0.2' : '[::1]';
    const statuses = [await getStatus('127.0.0.1'), await getStatus(other)];
    await service.stop();
    expect([service.output().includes(`Lading listens on http://127.0.0.1:${port}`), ...statuses]).toEqual([
      true,
      200,
      0,
    ]);
  });

  it.each([
    ['all', true],
    ['api', true],
    ['worker', false],
  ])('names the address of Swagger UI if it is served: PROCESS_ROLE=%s', async (role, served) => {
    const service = await startService({ DATABASE_URL: await createDatabase(), PROCESS_ROLE: role });
    const docs = await fetch(`${service.url}/docs`);
    const told = await eventually(() => /Lading listens[^]*\n\n/.exec(service.output())?.[0]);
    await service.stop();
    expect([docs.ok, told?.includes('/docs')]).toEqual([served, served]);
  });
});

describe('a first start', () => {
  /** Returns the number of resources that the first key of a service finds. */
  async function counts({ url }: ServiceProcess, key: string): Promise<unknown> {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${url}/api/v1/sandbox/status`, { headers })).json();
  }
  const keyOf = async (service: ServiceProcess): Promise<string> =>
    (await eventually(() => /fk_test_\w+(?=[^]*curl)/.exec(service.output())?.[0]))!;

  it('creates demo data once', async () => {
    const env = { DATABASE_URL: await createDatabase(), DEMO_DATA: 'true' };
    const first = await startService(env);
    const key = await keyOf(first);
    expect(await counts(first, key)).toMatchObject({ shipments: 5, invoices: 2 });
    await first.stop();
    const second = await startService(env);
    expect(await counts(second, key)).toMatchObject({ shipments: 5, invoices: 2 });
    await second.stop();
  });

  it('creates no demo data with DEMO_DATA=false', async () => {
    const service = await startService({ DATABASE_URL: await createDatabase(), DEMO_DATA: 'false' });
    expect(await counts(service, await keyOf(service))).toMatchObject({ shipments: 0, quotes: 0 });
    await service.stop();
  });
});

describe('npm start', () => {
  it('stops the service when only npm receives the signal', async () => {
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
    // A separate process group, so that every remaining process can be killed after a failure.
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

describe('a running service', () => {
  let app: TestApp;
  afterEach(() => app.close());

  it('creates the first organization once for concurrent calls', async () => {
    app = await startApp();
    const organizations = app.app.get(OrganizationsService);
    const made = await Promise.all([1, 2, 3, 4].map(() => organizations.createFirst('Demo')));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await app.sql.query('SELECT name FROM organizations')).toEqual([{ name: 'Demo' }]);
  });

  it('reports which component is down and why when it is not ready', async () => {
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
