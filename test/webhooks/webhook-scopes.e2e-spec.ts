import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { WEBHOOKS_PATH, Fixture, type Endpoint } from '../support/fixture.js';

const URL = 'https://example.com/hook';
const MANAGE = ['webhooks.read', 'webhooks.write'];

describe('a key with limited scopes', () => {
  let bench: Fixture;
  /** An endpoint of a key with every scope, for invoices. */
  let invoices: Endpoint;

  const keyWith = async (...scopes: string[]): Promise<TestAgent> => {
    const { key } = await bench.app.app.get(ApiKeysService).create(bench.org.id, 'test', { scopes });
    return bench.app.client(key);
  };
  const refusal = async (request: Promise<{ status: number; body: { error?: object } }>) => {
    const { status, body } = await request;
    return { status, ...body.error };
  };
  const stored = async (id: number) =>
    (await bench.app.sql.query('SELECT * FROM webhook_endpoints WHERE id = $1', [id])) as unknown[];

  beforeAll(async () => {
    bench = await Fixture.start({ PROCESS_ROLE: 'api' });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    invoices = await bench.createEndpoint(URL, ['invoice.created']);
    await bench.publishEvent('invoice.created');
  });

  it('subscribes only to events that it may read', async () => {
    const writer = await keyWith('webhooks.write', 'invoices.read');
    const before = await bench.app.sql.query('SELECT count(*) FROM webhook_endpoints');
    const events = ['invoice.created', 'customer.created'];
    expect(await refusal(writer.post(WEBHOOKS_PATH).send({ url: URL, events }))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      param: 'events',
      message: 'The API key lacks the scope customers.read, which customer.created needs.',
    });
    expect(await bench.app.sql.query('SELECT count(*) FROM webhook_endpoints')).toEqual(before);
    const made = await writer
      .post(WEBHOOKS_PATH)
      .send({ url: URL, events: ['invoice.created'] })
      .expect(201);
    const own = `${WEBHOOKS_PATH}/${made.body.id}`;
    expect(await refusal(writer.patch(own).send({ events }))).toMatchObject({ status: 403, param: 'events' });
    await writer
      .patch(own)
      .send({ events: ['invoice.paid'], url: `${URL}/2` })
      .expect(200);
    await writer.post(`${own}/rotate-secret`).expect(200);
    await writer.delete(own).expect(200);
  });

  it('subscribes by a wildcard only if it may read all events that match', async () => {
    const narrow = await keyWith('webhooks.write', 'invoices.read', 'freight.read');
    const subscribe = (...events: string[]) => narrow.post(WEBHOOKS_PATH).send({ url: URL, events });
    expect((await subscribe('invoice.*')).status).toBe(201);
    expect(await refusal(subscribe('invoice.*', 'customer.*'))).toMatchObject({
      status: 403,
      param: 'events',
      message: 'The API key lacks the scope customers.read, which customer.created needs.',
    });
    expect(await refusal(subscribe('*'))).toMatchObject({ status: 403, param: 'events' });
    const { id } = await bench.createEndpoint(URL, ['*']);
    expect(await refusal(narrow.patch(`${WEBHOOKS_PATH}/${id}`).send({ url: `${URL}/2` }))).toMatchObject({
      status: 403,
    });
  });

  it.each([
    ['change', 'patch', '', { url: 'https://example.com/mine' }],
    ['pause', 'patch', '', { active: false }],
    ['delete', 'delete', '', undefined],
    ['rotate the secret of', 'post', '/rotate-secret', undefined],
    ['recover', 'post', '/recover', { since: '2026-01-01', include: 'all' }],
    ['list the deliveries of', 'get', '/deliveries', undefined],
    ['read a delivery of', 'get', '/deliveries/:delivery', undefined],
    ['resend a delivery of', 'post', '/deliveries/:delivery/resend', undefined],
  ] as const)('may not %s an endpoint whose events it may not read', async (_, method, path, body) => {
    const [delivery] = await bench.listDeliveries(invoices.id);
    const before = await stored(invoices.id);
    const url = `${WEBHOOKS_PATH}/${invoices.id}${path.replace(':delivery', String(delivery!.id))}`;
    const narrow = await keyWith(...MANAGE, 'quotes.read');
    expect(await refusal(narrow[method](url).send(body))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      message: 'The API key lacks the scope invoices.read, which invoice.created needs.',
    });
    expect(await stored(invoices.id)).toEqual(before);
    expect(await bench.listDeliveries(invoices.id)).toEqual([delivery]);
    const wide = await keyWith(...MANAGE, 'invoices.read');
    const answer = await wide[method](url).send(body);
    expect(answer.status).toBe(200);
  });

  it('cannot read deliveries that an endpoint got before its events were narrowed', async () => {
    await bench.patchEndpoint(invoices.id, { events: ['quote.created'] });
    const quotes = await keyWith(...MANAGE, 'quotes.read');
    const own = `${WEBHOOKS_PATH}/${invoices.id}`;
    for (const attempt of [
      quotes.patch(own).send({ url: 'https://example.com/mine' }),
      quotes.get(`${own}/deliveries`),
      quotes.post(`${own}/recover`).send({ since: '2026-01-01', include: 'all' }),
    ])
      expect(await refusal(attempt)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const both = await keyWith(...MANAGE, 'quotes.read', 'invoices.read');
    await both.patch(own).send({ description: 'ours' }).expect(200);
  });

  it('can list endpoints and send a test', async () => {
    const narrow = await keyWith(...MANAGE);
    const { body } = await narrow.get(`${WEBHOOKS_PATH}/${invoices.id}`).expect(200);
    expect(body.events).toEqual(['invoice.created']);
    await narrow.post(`${WEBHOOKS_PATH}/${invoices.id}/test`).expect(200);
  });
});
