import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const POOL_SIZE = 10;
const SHARE = 2;

describe('an organization whose statements are slow', () => {
  let app: TestApp;
  let slow: TestOrganization;
  let quick: TestOrganization;
  let blocker: Client;
  let customer: string;

  beforeAll(async () => {
    const url = await createDatabase();
    app = await startApp({ DATABASE_URL: url, DATABASE_POOL_SIZE: String(POOL_SIZE) });
    blocker = new Client({ connectionString: url });
    await blocker.connect();
    [slow, quick] = [await app.organization(), await app.organization()];
    const created = await slow.test.post('/api/v1/customers').send({ name: 'Acme' }).expect(201);
    customer = `/api/v1/customers/${created.body.id}`;
  });
  afterAll(async () => {
    await blocker.end();
    await app.close();
  });

  async function countBlocked(): Promise<number> {
    const { rows } = await blocker.query<{ blocked: number }>(
      `SELECT count(*)::int AS blocked FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.blocked;
  }

  /** Runs `work` while more requests of the slow organization wait for a lock than the pool has connections. */
  async function besideBlocked(work: () => Promise<unknown>): Promise<number[]> {
    await blocker.query('BEGIN');
    await blocker.query('UPDATE customers SET name = name');
    const patches = Array.from({ length: POOL_SIZE + 2 }, () =>
      slow.test
        .patch(customer)
        .send({ name: 'Acme Inc.' })
        .then(({ status }) => status),
    );
    try {
      await eventually(async () => (await countBlocked()) === SHARE);
      await work();
      expect(await countBlocked()).toBe(SHARE);
    } finally {
      await blocker.query('COMMIT');
    }
    return Promise.all(patches);
  }

  it('uses its share of the connections, and its further requests wait and succeed', async () => {
    const statuses = await besideBlocked(async () => undefined);
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  it('leaves connections to other organizations', () =>
    besideBlocked(async () => {
      await quick.test.get('/api/v1/customers').expect(200);
      await quick.test.post('/api/v1/products').send({ sku: 'A', name: 'Parts' }).expect(201);
    }));

  it('leaves connections to background jobs', () =>
    besideBlocked(async () => {
      // The statement runs outside of any request, as the statements of jobs do.
      await expect(app.sql.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    }));
});
