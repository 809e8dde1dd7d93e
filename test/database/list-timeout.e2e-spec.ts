import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { SINGLE_LANE_RATES, TARIFF } from '../support/factories.js';

const CUSTOMERS = '/api/v1/customers';

describe('DATABASE_LIST_TIMEOUT', () => {
  let app: TestApp;
  let org: TestOrganization;
  let blocker: Client;

  beforeAll(async () => {
    const url = await createDatabase();
    // One connection for requests, so that every statement of a test uses it.
    app = await startApp({ DATABASE_URL: url, DATABASE_POOL_SIZE: '2', DATABASE_LIST_TIMEOUT: '300ms' });
    blocker = new Client({ connectionString: url });
    await blocker.connect();
    org = await app.organization();
    await org.test.post(CUSTOMERS).send({ name: 'Acme' }).expect(201);
  });
  afterAll(async () => {
    await blocker.end();
    await app.close();
  });

  /** Runs `work` while other sessions cannot use the table. */
  async function besideLock(
    work: (unlock: () => Promise<unknown>) => Promise<unknown>,
    table = 'customers',
  ): Promise<void> {
    await blocker.query('BEGIN');
    await blocker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      await work(() => blocker.query('COMMIT'));
    } finally {
      await blocker.query('ROLLBACK');
    }
  }

  /** Returns once a statement has waited for the lock for longer than a list may. */
  async function waitBeyondTimeout(): Promise<void> {
    await eventually(async () => {
      const { rows } = await blocker.query<{ waits: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND clock_timestamp() - query_start > interval '600 ms') AS waits`,
      );
      return rows[0]!.waits;
    });
  }

  it('ends a list with 503 query_timeout and Retry-After', () =>
    besideLock(async () => {
      const { body, headers } = await org.test.get(CUSTOMERS).expect(503);
      expect(body.error.code).toBe('query_timeout');
      expect(headers['retry-after']).toBe('2');
    }));

  it('ends a report with 503 query_timeout', async () => {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE freight IN ACCESS EXCLUSIVE MODE');
    try {
      const { body } = await org.test.get('/api/v1/reports/spend').expect(503);
      expect(body.error.code).toBe('query_timeout');
    } finally {
      await blocker.query('ROLLBACK');
    }
  });

  it('does not end a CSV list on the same connection', async () => {
    await org.test.get(CUSTOMERS).expect(200);
    await besideLock(async (unlock) => {
      const file = org.test
        .get(CUSTOMERS)
        .set('Accept', 'text/csv')
        .then(({ status }) => status);
      await waitBeyondTimeout();
      await unlock();
      expect(await file).toBe(200);
    });
  });

  it('does not end the download of tariff rates', async () => {
    const { id } = (await org.test.post('/api/v1/tariffs').send(TARIFF).expect(201)).body as { id: number };
    const path = `/api/v1/tariffs/${id}/rates`;
    await org.test.put(path).set('Content-Type', 'text/csv').send(SINGLE_LANE_RATES).expect(200);
    await besideLock(async (unlock) => {
      const file = org.test.get(path).then(({ text }) => text);
      await waitBeyondTimeout();
      await unlock();
      expect(await file).toContain('900,606,92.5');
    }, 'tariff_rates');
  });

  it('does not end a write on the same connection', async () => {
    await org.test.get(CUSTOMERS).expect(200);
    await besideLock(async (unlock) => {
      const write = org.test
        .post(CUSTOMERS)
        .send({ name: 'Acme Inc.' })
        .then(({ status }) => status);
      await waitBeyondTimeout();
      await unlock();
      expect(await write).toBe(201);
    });
  });
});

describe('the file queue', () => {
  let app: TestApp;
  let org: TestOrganization;
  let other: TestOrganization;
  let blocker: Client;

  beforeAll(async () => {
    const url = await createDatabase();
    app = await startApp({ DATABASE_URL: url });
    blocker = new Client({ connectionString: url });
    await blocker.connect();
    [org, other] = [await app.organization(), await app.organization()];
    await org.test.post(CUSTOMERS).send({ name: 'Acme' }).expect(201);
    await org.test.post('/api/v1/products').send({ sku: 'P-1' }).expect(201);
  });
  afterAll(async () => {
    await blocker.end();
    await app.close();
  });

  const readProducts = (by: TestOrganization) => by.test.get('/api/v1/products').set('Accept', 'text/csv');
  const importProducts = (by: TestOrganization) =>
    by.test.post('/api/v1/products/import').set('Content-Type', 'text/csv').send('sku\nP-3\nP-4');

  it.each([
    ['a CSV list', readProducts],
    ['an import', importProducts],
  ])('lets %s wait for another CSV list of the organization, and for no other', async (_name, send) => {
    const finished: string[] = [];
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    let files: Promise<unknown>[] = [];
    try {
      const customers = org.test.get(CUSTOMERS).set('Accept', 'text/csv').expect(200);
      files = [customers.then(() => finished.push('customers'))];
      await eventually(async () => {
        const { rows } = await blocker.query<{ waits: boolean }>(
          `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`,
        );
        return rows[0]!.waits;
      });
      const second = send(org);
      files.push(second.then(({ status }) => finished.push(String(status))));
      await send(other).expect(200);
      await org.test.get('/api/v1/products').expect(200);
      expect(finished).toEqual([]);
    } finally {
      await blocker.query('ROLLBACK');
    }
    await Promise.all(files);
    expect(finished).toEqual(['customers', '200']);
  });
});
