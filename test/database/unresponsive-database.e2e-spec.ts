import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startFreezingProxy, type FreezingProxy } from '../support/freezing-proxy.js';

/** Simulates a machine that lost power: it sends nothing, so waits must end by the service's clock. */
describe('a database that stops responding', () => {
  let app: TestApp;
  let org: TestOrganization;
  let proxy: FreezingProxy;

  beforeAll(async () => {
    const url = new URL(await createDatabase());
    proxy = await startFreezingProxy({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    app = await startApp({
      DATABASE_URL: url.href,
      DATABASE_STATEMENT_TIMEOUT: '300ms',
      DATABASE_POOL_SIZE: '3',
    });
    org = await app.organization();
    await org.test.get('/api/v1/customers').expect(200);
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
  });

  it('causes 503, and new connections work once it responds again', async () => {
    proxy.freeze();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => org.test.get('/api/v1/customers').then(({ status }) => status)),
    );
    expect(new Set(answers)).toEqual(new Set([503]));
    const ready = await app.client().get('/health/ready');
    expect([ready.status, ready.body.error.database.status]).toEqual([503, 'down']);
    proxy.thaw();
    await eventually(async () => (await org.test.get('/api/v1/customers')).status === 200);
    const created = await org.test.post('/api/v1/customers').send({ name: 'Acme' }).expect(201);
    expect(created.body.name).toBe('Acme');
  });
});
