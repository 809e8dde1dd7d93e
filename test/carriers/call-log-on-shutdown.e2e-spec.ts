import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { RawRate } from '../../src/features/carriers/carrier-adapter.js';
import { callOut } from '../../src/platform/http-client/http-client.js';
import { startApp } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { rateRequest } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

const server = createServer();
let url: string;

class CallingCarrier extends FakeCarrier {
  override async rate(): Promise<RawRate[]> {
    await callOut({ url, signal: AbortSignal.timeout(10_000) });
    return super.rate();
  }
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

it('the call log and the request log include calls that end during shutdown', async () => {
  const database = await createDatabase();
  const app = await startApp({ DATABASE_URL: database, PROCESS_ROLE: 'api' });
  const org = await app.organization();
  await connectLiveCarrier(app, org, new CallingCarrier());
  const quoting = org.live
    .post('/api/v1/quotes')
    .send(rateRequest())
    .then(({ status }) => status);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const closing = app.close();
  await eventually(() => !app.app.getHttpServer().listening);
  response.end('{}');
  expect(await quoting).toBe(201);
  await closing;
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM carrier_calls) AS calls, (SELECT count(*)::int FROM api_requests) AS requests`,
  );
  await client.end();
  expect(rows).toEqual([{ calls: 1, requests: 1 }]);
});
