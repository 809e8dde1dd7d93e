import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations } from '../support/openapi-document.js';
import { eventually } from '../support/eventually.js';
import { startFreezingProxy, type FreezingProxy } from '../support/freezing-proxy.js';
import { copyRows } from '../support/copy-rows.js';
import {
  queryOnce,
  startReplicatedPostgres,
  type ReplicatedPostgres,
  type Standby,
} from '../support/standby.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { fillPath, seedResources, type SeededResources } from '../support/seeded-resources.js';

const CUSTOMERS = '/api/v1/customers';
/** Operations that read no table. */
const UNREAD = new Set(['listAdapters', 'listEventTypes']);

describe('a read replica', () => {
  let servers: ReplicatedPostgres;
  let standby: Standby;
  /** Between the service and the replica. */
  let proxy: FreezingProxy;
  /** Two API processes that read from the replica, and one that does not. */
  let one: TestApp;
  let other: TestApp;
  let plain: TestApp;
  let org: TestOrganization;
  let world: SeededResources;

  beforeAll(async () => {
    servers = await startReplicatedPostgres();
    ({ standby } = servers);
    const { hostname: host, port } = new URL(standby.url);
    proxy = await startFreezingProxy({ host, port: Number(port) });
    const read = new URL(standby.url);
    read.port = String(proxy.port);
    const env = { DATABASE_URL: servers.primary, PROCESS_ROLE: 'api', PUBLIC_URL: 'http://localhost:3000' };
    one = await startApp({ ...env, DATABASE_READ_URL: read.href });
    other = await startApp({ ...env, DATABASE_READ_URL: read.href });
    plain = await startApp(env);
    org = await one.organization();
    world = await seedResources(one, org);
  }, 120_000);
  afterAll(async () => {
    for (const app of [one, other, plain]) await app?.close();
    await proxy?.close();
    await servers?.stop();
  });

  /**
   * Returns how many lists of all apps of this test had this outcome: read from the replica, or from the primary for a
   * reason.
   */
  async function count(outcome: string): Promise<number> {
    const { text } = await one.client().get('/metrics').expect(200);
    return Number(
      new RegExp(`lading_database_read_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
    );
  }

  async function up(): Promise<boolean> {
    const { text } = await one.client().get('/metrics').expect(200);
    return /lading_database_read_up\{host="[^"]+"\} 1/.test(text);
  }

  async function said(app = one): Promise<string | undefined> {
    const { body } = await app.client().get('/health/ready').expect(200);
    return (body as { info: { replica: { message?: string } } }).info.replica.message;
  }

  /** Waits until both API processes use the replica. */
  async function bothRead(): Promise<void> {
    await eventually(async () => (await said(one)) === undefined && (await said(other)) === undefined);
  }

  async function names(app: TestApp): Promise<string[]> {
    const { body } = await app.client(org.testKey).get(`${CUSTOMERS}?limit=100`).expect(200);
    return (body as { data: { name: string }[] }).data.map(({ name }) => name);
  }

  const create = (app: TestApp, name: string) =>
    app.client(org.testKey).post(CUSTOMERS).send({ name }).expect(201);

  const lists = operations.filter(
    ({ method, operationId, parameters }) =>
      method === 'get' && parameters?.some(({ name }) => name === 'limit') && !UNREAD.has(operationId),
  );

  it('returns the same bytes as the primary for every list and report', async () => {
    await bothRead();
    const reports = operations.filter(({ path }) => path.startsWith('/api/v1/reports/'));
    expect([lists.length > 15, reports.length]).toEqual([true, 3]);
    for (const { path, operationId } of [...lists, ...reports]) {
      const url = fillPath(world, path);
      const before = await count('replica');
      const answer = await eventually(async () => {
        const { text } = await one.client(org.testKey).get(url).expect(200);
        return (await count('replica')) > before ? text : null;
      });
      // The request log is written asynchronously.
      if (operationId === 'listRequests') continue;
      expect({ url, answer }).toEqual({
        url,
        answer: (await plain.client(org.testKey).get(url).expect(200)).text,
      });
    }
    expect(await standby.readLog()).toMatch(/SELECT .* FROM customers WHERE organization_id = \$1/);
  });

  it('leaves the primary a single query, for its write position', async () => {
    await bothRead();
    const recorder = new StatementRecorder(one);
    await names(one);
    const before = await count('replica');
    const statements = await recorder.record(() => names(one));
    expect(await count('replica')).toBe(before + 1);
    expect(statements.filter(({ text }) => !text.includes('FROM api_keys'))).toEqual([]);
    await recorder.record(async () => {
      await one.client(org.testKey).get(`${CUSTOMERS}/${world.customer}`).expect(200);
    });
    expect(await count('replica')).toBe(before + 1);
  });

  it('never misses a write of another process', async () => {
    await bothRead();
    const before = await count('replica');
    for (let n = 0; n < 40; n++) {
      const [writer, reader] = n % 2 ? [one, other] : [other, one];
      await create(writer, `Quick ${n}`);
      expect((await names(reader))[0]).toBe(`Quick ${n}`);
    }
    expect(await count('replica')).toBeGreaterThan(before);
  });

  it('is not used while it lags, and is used again once it has caught up', async () => {
    await bothRead();
    await standby.pause();
    const behind = await count('behind');
    await create(one, 'Written while it stands still');
    expect((await names(other))[0]).toBe('Written while it stands still');
    expect((await names(one))[0]).toBe('Written while it stands still');
    expect(await count('behind')).toBeGreaterThan(behind);
    expect(await said()).toMatch(
      /^Replica unavailable: it is \d+ bytes behind\. Lists are read from the primary\.$/,
    );
    expect(await up()).toBe(false);
    await standby.resume();
    await bothRead();
    const before = await count('replica');
    expect((await names(one))[0]).toBe('Written while it stands still');
    expect(await count('replica')).toBeGreaterThan(before);
  });

  it('exports 10,000 rows as the primary does', async () => {
    await copyRows(one.sql, 'customers', org.id, 10_000);
    await bothRead();
    const csv = async (app: TestApp): Promise<string> =>
      (await app.client(org.testKey).get(CUSTOMERS).set('Accept', 'text/csv').expect(200)).text;
    const before = await count('replica');
    const file = await csv(one);
    expect(file.split('\r\n').length).toBeGreaterThan(10_000);
    expect(await count('replica')).toBeGreaterThan(before + 90);
    expect(file).toBe(await csv(plain));
  });

  it('returns the same search results as the primary', async () => {
    await bothRead();
    const search = async (app: TestApp): Promise<string> =>
      (await app.client(org.testKey).get(`${CUSTOMERS}?q=still`).expect(200)).text;
    const before = await count('replica');
    expect(await search(one)).toBe(await search(plain));
    expect(await count('replica')).toBe(before + 1);
  });

  it('hands a query canceled by replication over to the primary', async () => {
    await queryOnce(servers.primary, 'CREATE TABLE scratch AS SELECT 1 AS n');
    await bothRead();
    const transactions = one.app.get(Transactions);
    const failed = await count('failed');
    const asked: number[] = [];
    const reading = transactions.reading(async () => {
      asked.push(1);
      const [where] = await transactions.prepared<{ copy: boolean }>({
        text: `SELECT pg_is_in_recovery() AS copy, n, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 20 END) FROM scratch`,
      });
      return where!.copy;
    });
    await eventually(async () => (await standby.readLog()).includes('FROM scratch'));
    await queryOnce(servers.primary, 'ALTER TABLE scratch ADD COLUMN m integer');
    expect(await reading).toBe(false);
    expect([asked.length, await count('failed')]).toEqual([2, failed + 1]);
    expect(await said()).toBeUndefined();
  });

  it('that stops responding costs one timeout', async () => {
    await bothRead();
    const failed = await count('failed');
    const away = await count('away');
    proxy.freeze();
    expect((await names(one)).length).toBe(100);
    expect(await count('failed')).toBe(failed + 1);
    for (let n = 0; n < 20; n++) await names(one);
    expect([await count('failed'), await count('away')]).toEqual([failed + 1, away + 20]);
    expect(await said()).toMatch(/it does not respond|it cannot be reached/);
    proxy.thaw();
    await bothRead();
  });

  it('that crashes under load fails no request, and is used again once it is back', async () => {
    await bothRead();
    const statuses: number[] = [];
    let over = false;
    const load = Array.from({ length: 4 }, async (_, n) => {
      const client = (n % 2 ? one : other).client(org.testKey);
      for (; !over; await sleep(20)) statuses.push((await client.get(`${CUSTOMERS}?limit=1`)).status);
    });
    try {
      await eventually(() => statuses.length > 20);
      await standby.kill();
      const dead = statuses.length;
      await eventually(() => statuses.length > dead + 40);
      expect(await said()).toMatch(
        /^Replica unavailable: it cannot be reached\. Lists are read from the primary\.$/,
      );
      expect(await up()).toBe(false);
      const before = await count('replica');
      await standby.start();
      await eventually(async () => (await count('replica')) > before + 10);
    } finally {
      over = true;
      await Promise.all(load);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it.each([
    [
      'another database',
      (url: URL) => (url.pathname = '/postgres'),
      /^.*: it is not a copy of the database, or its settings differ: /,
    ],
    ['a primary', (url: URL) => (url.port = new URL(servers.primary).port), /it follows no other server/],
    ['unreachable', (url: URL) => (url.port = '9'), /it cannot be reached/],
    ['called with a wrong password', (url: URL) => (url.password = 'secret'), /it rejects the password/],
  ])('that is %s is not used, and readiness says why', async (_, change, why) => {
    const url = new URL(standby.url);
    change(url);
    const app = await startApp({
      DATABASE_URL: servers.primary,
      DATABASE_READ_URL: url.href,
      PROCESS_ROLE: 'api',
    });
    try {
      expect((await names(app)).length).toBe(100);
      const message = await said(app);
      expect(message).toMatch(why);
      expect(message).not.toContain('secret');
      expect((await names(app)).length).toBe(100);
    } finally {
      await app.close();
    }
  });

  it('that was promoted is no longer used', async () => {
    await bothRead();
    await standby.promote();
    await create(one, 'After the promotion');
    expect((await names(other))[0]).toBe('After the promotion');
    expect((await names(one))[0]).toBe('After the promotion');
    expect(await said()).toMatch(
      /it follows no other server: it was promoted, or is the primary\. Lists are read from the primary\.$/,
    );
  });

  it('of the previous primary is not mistaken for one that is ahead', async () => {
    const late = await servers.addStandby();
    // The standby leads now. The former primary continues alone and writes more than the standby.
    await queryOnce(servers.primary, 'CREATE TABLE waste AS SELECT generate_series(1, 100000) AS n');
    const app = await startApp({
      DATABASE_URL: standby.url,
      DATABASE_READ_URL: late.url,
      PROCESS_ROLE: 'api',
    });
    try {
      await said(app);
      await create(app, 'Under the new lead');
      expect((await names(app))[0]).toBe('Under the new lead');
      expect(await said(app)).toMatch(
        /it follows another primary: timeline 1, not 2\. Lists are read from the primary\.$/,
      );
    } finally {
      await app.close();
    }
  });
});
