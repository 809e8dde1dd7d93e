import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { RequestLogMiddleware } from '../../src/features/request-log/request-log.middleware.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const WAREHOUSE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';

describe('keys with an IP allow-list', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: '1', RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_ADDRESS: '10' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const bound = async (allowed: string[], by: TestAgent = org.test) =>
    (await by.post('/api/v1/keys').send({ allowed_cidrs: allowed }).expect(201)).body;
  const from = (address: string, client: TestAgent) =>
    client.get('/api/v1/customers').set('X-Forwarded-For', address);
  const create = (client: TestAgent, body: object) =>
    client.post('/api/v1/keys').set('X-Forwarded-For', WAREHOUSE).send(body);

  it('work only from allowed networks, and the error names the address', async () => {
    const made = await bound(['203.0.113.0/24', '2001:DB8::5/64']);
    expect(made.allowed_cidrs).toEqual(['203.0.113.0/24', '2001:db8::/64']);
    const client = app.client(made.key);
    for (const address of [WAREHOUSE, `::ffff:${WAREHOUSE}`, '2001:db8::77'])
      await from(address, client).expect(200);
    for (const address of [ELSEWHERE, '2001:db8:0:1::1']) {
      const { body } = await from(address, client).expect(403);
      expect(body.error).toMatchObject({ code: 'address_not_allowed' });
      expect(body.error.message).toContain(address);
    }
    // Behind one trusted proxy, the address that the client itself sends is not trusted.
    await from(`${WAREHOUSE}, ${ELSEWHERE}`, client).expect(403);
    await client.get('/api/v1/customers').expect(403);
  });

  it('count refusals against the caller’s address and show them to the owner', async () => {
    const made = await bound(['203.0.113.0/24']);
    const client = app.client(made.key);
    const refused = await Promise.all(Array.from({ length: 40 }, () => from(ELSEWHERE, client)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403, 429]));
    const { headers } = await from(WAREHOUSE, client).expect(200);
    expect(headers['ratelimit']).toMatch(/^"default";r=4[5-9];/);
    await app.app.get(RequestLogMiddleware).flush();
    const { body } = await org.test.get('/api/v1/requests?outcome=refused').expect(200);
    expect(body.data).toContainEqual(
      expect.objectContaining({ key_id: made.id, error_code: 'address_not_allowed' }),
    );
  });

  it('create no key that works from other networks', async () => {
    const narrow = await bound(['203.0.113.0/24']);
    const wide = await bound(['203.0.112.0/20']);
    const client = app.client(narrow.key);
    for (const allowed of [['203.0.112.0/20'], ['203.0.113.7', '10.0.0.1'], ['::/0']]) {
      const { body } = await create(client, { allowed_cidrs: allowed }).expect(403);
      expect(body.error).toMatchObject({ code: 'insufficient_scope', param: 'allowed_cidrs' });
    }
    const roll = (id: number) =>
      client.post(`/api/v1/keys/${id}/roll`).set('X-Forwarded-For', WAREHOUSE).send({});
    await roll(wide.id).expect(403);
    expect((await create(client, { allowed_cidrs: [WAREHOUSE] }).expect(201)).body.allowed_cidrs).toEqual([
      '203.0.113.7/32',
    ]);
    for (const body of [{}, { allowed_cidrs: null }])
      expect((await create(client, body).expect(201)).body.allowed_cidrs).toEqual(['203.0.113.0/24']);
    expect((await roll(narrow.id).expect(200)).body.allowed_cidrs).toEqual(['203.0.113.0/24']);
  });

  it.each([
    [[]],
    [['10.0.0.0/33']],
    [['10.0.0/8']],
    [[7]],
    [['example.com']],
    ['10.0.0.0/8'],
    [['10.0.0.0/8 ']],
  ])('are rejected with the list %j', async (allowed_cidrs) => {
    const { body } = await org.test.post('/api/v1/keys').send({ allowed_cidrs }).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_value', param: 'allowed_cidrs' });
  });

  it('can be created by the operator, with an error for an invalid network', async () => {
    const keys = app.app.get(ApiKeysService);
    const { key } = await keys.create(org.id, 'test', { allowedCidrs: ['203.0.113.7'] });
    await from(WAREHOUSE, app.client(key)).expect(200);
    await from('192.0.2.1', app.client(key)).expect(403);
    await expect(keys.create(org.id, 'test', { allowedCidrs: ['nowhere'] })).rejects.toThrow(/"nowhere"/);
  });
});
