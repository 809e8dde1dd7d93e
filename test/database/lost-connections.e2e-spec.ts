import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Pool, type PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { toApiError } from '../../src/platform/http/errors/api-error.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

/** PostgreSQL can terminate a connection at any time, even while no error listener is attached. */
describe('a connection terminated by PostgreSQL', () => {
  let app: TestApp;
  let org: TestOrganization;
  let pool: Pool;
  const administrator = new Client({ connectionString: process.env.TEST_DATABASE_URL });

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    pool = (app.sql.driver as PostgresDriver).master as Pool;
    await administrator.connect();
  });
  afterAll(async () => {
    await administrator.end();
    await app.close();
  });

  async function pidOf(client: PoolClient): Promise<number> {
    return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  }

  /** Terminates a connection and resolves when the client has noticed. */
  async function cut(client: PoolClient, pid: number): Promise<void> {
    const noticed = new Promise((resolve) => client.once('end', resolve));
    await administrator.query('SELECT pg_terminate_backend($1)', [pid]);
    await noticed;
  }

  it('leaves the process and the pool running if no error listener is attached', async () => {
    const client = await pool.connect();
    expect(client.listenerCount('error')).toBe(0);
    await cut(client, await pidOf(client));
    await expect(client.query('SELECT 1')).rejects.toThrow('not queryable');
    client.release();
    await org.test.get('/api/v1/customers').expect(200);
  });

  it.each([
    ['before its next statement', (query: () => Promise<unknown>) => query()],
    ['before its commit', () => Promise.resolve()],
  ])('is reported as an unavailable database within a transaction, %s', async (_when, then) => {
    const transactions = app.app.get(Transactions);
    const work = transactions.run(async () => {
      const { manager } = transactions;
      const client = (await manager.queryRunner!.connect()) as PoolClient;
      await cut(client, await pidOf(client));
      await then(() => manager.query('SELECT 1'));
    });
    const thrown: unknown = await work.catch((error: unknown) => error);
    expect(toApiError(thrown)).toMatchObject({ code: 'service_unavailable' });
  });

  it('is replaced by the next request if it was idle', async () => {
    const client = await pool.connect();
    const pid = await pidOf(client);
    client.release();
    await cut(client, pid);
    await org.test.get('/api/v1/customers').expect(200);
  });
});
