import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const URL = 'https://receiver.example/hooks';
const path = '/api/v1/webhooks';

describe('webhook endpoints', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  async function newEndpoint(changes: Record<string, unknown> = {}) {
    const body = { url: URL, events: ['shipment.delivered'], ...changes };
    return (await org.test.post(path).send(body).expect(201)).body;
  }

  it('returns the secret only at creation', async () => {
    const response = await org.test
      .post(path)
      .send({ url: URL, events: ['quote.created', 'quote.created'], description: 'Orders' })
      .expect(201);
    const { secret, ...endpoint } = response.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(endpoint).toEqual({
      object: 'webhook_endpoint',
      id: expect.any(Number),
      url: URL,
      events: ['quote.created'],
      description: 'Orders',
      active: true,
      secret_prefix: secret.slice(0, 12),
      failure_policy: 'consecutive',
      consecutive_failures: 0,
      disabled_at: null,
      disabled_reason: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(response.headers.location).toBe(`${path}/${endpoint.id}`);
    for (const answer of [
      await org.test.get(`${path}/${endpoint.id}`),
      await org.test.patch(`${path}/${endpoint.id}`).send({ description: null }),
      await org.test.get(path),
    ]) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(secret.slice(12));
    }
  });

  it('stores no secret in plain text', async () => {
    const { secret } = await newEndpoint();
    const rows = await app.sql.query(`SELECT webhook_endpoints::text AS row FROM webhook_endpoints`);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it.each([
    ['no url', { events: ['quote.created'] }, 'url'],
    ['a blank url', { url: ' ', events: ['quote.created'] }, 'url'],
    [
      'a url of 2,049 characters',
      { url: `https://a.example/${'x'.repeat(2_031)}`, events: ['quote.created'] },
      'url',
    ],
    ['plain http', { url: 'http://receiver.example', events: ['quote.created'] }, 'url'],
    ['no events', { url: URL }, 'events'],
    ['an empty list of events', { url: URL, events: [] }, 'events'],
    ['an unknown event', { url: URL, events: ['shipment.lost'] }, 'events'],
    ['a wildcard without a resource', { url: URL, events: ['.*'] }, 'events'],
    ['events as text', { url: URL, events: 'quote.created' }, 'events'],
    ['a numeric description', { url: URL, events: ['quote.created'], description: 1 }, 'description'],
  ])('rejects %s', async (_name, body, param) => {
    const { body: answer } = await org.test.post(path).send(body).expect(400);
    expect(answer.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('accepts a url of 2,048 characters and any port', async () => {
    const url = `https://receiver.example:8443/${'x'.repeat(2_018)}`;
    expect(url).toHaveLength(2_048);
    expect((await newEndpoint({ url })).url).toBe(url);
  });

  it('changes only the fields of the PATCH body', async () => {
    const { secret: _secret, ...endpoint } = await newEndpoint({ description: 'Old' });
    const changes = { url: 'https://other.example', events: ['invoice.paid', 'invoice.paid'] };
    const { body } = await org.test.patch(`${path}/${endpoint.id}`).send(changes).expect(200);
    expect(body).toEqual({
      ...endpoint,
      url: 'https://other.example',
      events: ['invoice.paid'],
      updated_at: expect.any(String),
    });
    const { body: cleared } = await org.test.patch(`${path}/${endpoint.id}`).send({ description: null });
    expect(cleared.description).toBeNull();
  });

  it.each([
    [{ url: 'http://receiver.example' }, 'url'],
    [{ url: 'https://127.0.0.1' }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: null }, 'url'],
    [{ events: [] }, 'events'],
    [{ active: 'no' }, 'active'],
  ])('rejects the change %j', async (changes, param) => {
    const endpoint = await newEndpoint();
    const { body } = await org.test.patch(`${path}/${endpoint.id}`).send(changes).expect(400);
    expect(body.error.param).toBe(param);
    expect((await org.test.get(`${path}/${endpoint.id}`)).body.url).toBe(URL);
  });

  it('pauses and activates by PATCH; activation clears the disabled reason and the failure count', async () => {
    const { id } = await newEndpoint();
    const { body: paused } = await org.test.patch(`${path}/${id}`).send({ active: false }).expect(200);
    expect(paused).toMatchObject({ active: false, disabled_at: null, disabled_reason: null });
    await app.sql.query(
      `UPDATE webhook_endpoints SET disabled_at = now(), disabled_reason = 'x', consecutive_failures = 10 WHERE id = $1`,
      [id],
    );
    const { body: still } = await org.test.patch(`${path}/${id}`).send({ active: false }).expect(200);
    expect(still).toMatchObject({ active: false, disabled_reason: 'x', consecutive_failures: 10 });
    const { body: active } = await org.test.patch(`${path}/${id}`).send({ active: true }).expect(200);
    expect(active).toMatchObject({
      active: true,
      disabled_at: null,
      disabled_reason: null,
      consecutive_failures: 0,
    });
  });

  it('lists newest first and pages forward only', async () => {
    const { test } = await app.organization();
    for (let index = 0; index < 3; index++)
      await test
        .post(path)
        .send({ url: URL, events: ['quote.created'] })
        .expect(201);
    const { body: first } = await test.get(`${path}?limit=2`).expect(200);
    expect(first).toMatchObject({ object: 'list', url: path, has_more: true });
    const { body: rest } = await test.get(`${path}?starting_after=${first.data[1].id}`).expect(200);
    expect(rest.has_more).toBe(false);
    const ids = [...first.data, ...rest.data].map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const { body: refused } = await test.get(`${path}?ending_before=1`).expect(400);
    expect(refused.error.param).toBe('ending_before');
  });

  it('rotates the secret and nothing else', async () => {
    const { secret, ...endpoint } = await newEndpoint();
    const { body } = await org.test.post(`${path}/${endpoint.id}/rotate-secret`).expect(200);
    expect(body).toEqual({
      object: 'webhook_secret',
      endpoint_id: endpoint.id,
      secret: expect.stringMatching(/^whsec_/),
      previous_expires_at: null,
      secret_prefix: body.secret.slice(0, 12),
    });
    expect(body.secret).not.toBe(secret);
    const { body: after } = await org.test.get(`${path}/${endpoint.id}`);
    expect(after).toEqual({ ...endpoint, secret_prefix: body.secret_prefix, updated_at: expect.any(String) });
  });

  it('asks to rotate a secret that no key decrypts, until it is rotated', async () => {
    const { id } = await newEndpoint();
    await app.sql.query(
      `UPDATE webhook_endpoints SET sealed_secret = decode('00112233', 'hex') WHERE id = $1`,
      [id],
    );
    const { body: endpoint } = await org.test.get(`${path}/${id}`).expect(200);
    expect(endpoint).toMatchObject({
      active: true,
      disabled_at: null,
      disabled_reason: 'Signing secret rotation required',
    });
    const { body: refused } = await org.test.post(`${path}/${id}/test`).expect(422);
    expect(refused.error).toMatchObject({ type: 'invalid_request_error', code: 'webhook_secret_unreadable' });
    await org.test.post(`${path}/${id}/rotate-secret`).expect(200);
    expect((await org.test.get(`${path}/${id}`)).body.disabled_reason).toBeNull();
    await org.test.post(`${path}/${id}/test`).expect(200);
  });

  it('deletes an endpoint with its deliveries', async () => {
    const { id } = await newEndpoint();
    await org.test.post(`${path}/${id}/test`).expect(200);
    const { body } = await org.test.delete(`${path}/${id}`).expect(200);
    expect(body).toEqual({ object: 'webhook_endpoint', id, deleted: true });
    for (const call of [
      org.test.get(`${path}/${id}`),
      org.test.patch(`${path}/${id}`).send({}),
      org.test.delete(`${path}/${id}`),
      org.test.post(`${path}/${id}/rotate-secret`),
      org.test.post(`${path}/${id}/test`),
      org.test.get(`${path}/${id}/deliveries`),
    ]) {
      expect((await call).status).toBe(404);
    }
    const rows = await app.sql.query('SELECT 1 FROM webhook_deliveries WHERE endpoint_id = $1', [id]);
    expect(rows).toHaveLength(0);
  });

  it('rejects a test of an inactive endpoint', async () => {
    const { id } = await newEndpoint();
    await org.test.patch(`${path}/${id}`).send({ active: false }).expect(200);
    const { body } = await org.test.post(`${path}/${id}/test`).expect(422);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'webhook_inactive' });
  });

  it('returns 404 for another tenant’s endpoint', async () => {
    const { id } = await newEndpoint();
    const { body: delivery } = await org.test.post(`${path}/${id}/test`).expect(200);
    const other = await app.organization();
    for (const client of [org.live, other.test]) {
      const unknown = (await client.get(`${path}/999999999`).expect(404)).body.error;
      for (const call of [
        client.get(`${path}/${id}`),
        client.patch(`${path}/${id}`).send({ active: false }),
        client.delete(`${path}/${id}`),
        client.post(`${path}/${id}/rotate-secret`),
        client.post(`${path}/${id}/test`),
        client.get(`${path}/${id}/deliveries`),
        client.get(`${path}/${id}/deliveries/${delivery.id}`),
        client.post(`${path}/${id}/deliveries/${delivery.id}/resend`),
      ]) {
        const { status, body } = await call;
        expect(status).toBe(404);
        expect({ ...body.error, request_id: '' }).toEqual({ ...unknown, request_id: '' });
      }
    }
    const { id: second } = await newEndpoint();
    await org.test.get(`${path}/${second}/deliveries/${delivery.id}`).expect(404);
    await org.test.post(`${path}/${second}/deliveries/${delivery.id}/resend`).expect(404);
  });

  describe('deliveries', () => {
    it('are returned singly as in the list', async () => {
      const { id } = await newEndpoint();
      await org.test.patch(`${path}/${id}`).send({ url: 'https://receiver.invalid' }).expect(200);
      const { body: tested } = await org.test.post(`${path}/${id}/test`).expect(200);
      const { body: one } = await org.test.get(`${path}/${id}/deliveries/${tested.id}`).expect(200);
      expect(one).toMatchObject({ object: 'webhook_delivery', id: tested.id, event_id: tested.event_id });
      const { body: list } = await org.test.get(`${path}/${id}/deliveries`).expect(200);
      expect(Object.keys(one)).toEqual(Object.keys(list.data[0]));
      const { body: unknown } = await org.test.get(`${path}/${id}/deliveries/999999999`).expect(404);
      expect(unknown.error.code).toBe('resource_missing');
      const { body: refused } = await org.test
        .get(`${path}/${id}/deliveries/${tested.id}?limit=1`)
        .expect(400);
      expect(refused.error.param).toBe('limit');
    });

    it('are listed newest first and by status, and page forward only', async () => {
      const { id } = await newEndpoint();
      await org.test.patch(`${path}/${id}`).send({ url: 'https://receiver.invalid' }).expect(200);
      const made: number[] = [];
      for (let index = 0; index < 3; index++)
        made.push((await org.test.post(`${path}/${id}/test`).expect(200)).body.id);
      const { body: page } = await org.test.get(`${path}/${id}/deliveries?limit=2`).expect(200);
      expect(page).toMatchObject({ object: 'list', url: `${path}/${id}/deliveries`, has_more: true });
      expect(page.data.map((delivery: { id: number }) => delivery.id)).toEqual([made[2], made[1]]);
      const { body: rest } = await org.test.get(`${path}/${id}/deliveries?starting_after=${made[1]}`);
      expect(rest.data.map((delivery: { id: number }) => delivery.id)).toEqual([made[0]]);
      expect((await org.test.get(`${path}/${id}/deliveries?status=delivered`)).body.data).toEqual([]);
      for (const [query, param] of [
        ['status=lost', 'status'],
        ['ending_before=1', 'ending_before'],
        ['limit=101', 'limit'],
      ]) {
        const { body } = await org.test.get(`${path}/${id}/deliveries?${query}`).expect(400);
        expect(body.error.param).toBe(param);
      }
    });
  });
});
