import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { toSealedSettingsRow } from '../../src/features/carriers/carrier-connections.repository.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { CarrierHostPolicy } from '../../src/features/carriers/carrier-host-policy.js';
import { Config } from '../../src/config/config.js';
import { AuditLogService } from '../../src/platform/auth/audit-log.service.js';
import { EncryptionService } from '../../src/platform/encryption/encryption.service.js';
import { startFakeCarriers, startFakeEbol, type FakeCarrierConnection } from '../fakes/fake-carriers.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { listSsrfUrls, MALFORMED_URLS } from '../support/ssrf-urls.js';

const PATH = '/api/v1/carrier-connections';
const LOOPBACK = { CARRIER_ALLOWED_CIDRS: '127.0.0.0/8' };

describe('carrier connections', () => {
  let carriers: FakeCarrierConnection[];
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    carriers = await startFakeCarriers();
    app = await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: '3s', QUOTE_DEADLINE: '3s', ...LOOPBACK });
  });
  beforeEach(async () => {
    for (const { fake } of carriers) fake.behaviour = 'normal';
    org = await app.organization();
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(carriers.map(({ fake }) => fake.close()));
  });

  const carrier = (name: string) => carriers.find(({ adapter }) => adapter === name)!;
  const bodyOf = (name: string, settings: object = {}) => ({
    adapter: name,
    settings: { ...carrier(name).settings, ...settings },
  });
  const connect = async (name = 'rl', by = org.live) =>
    (await by.post(PATH).send(bodyOf(name)).expect(201)).body;
  const storedIn = async (id: number): Promise<string> => {
    const [row] = await app.sql.query<{ sealed: Buffer }[]>(
      'SELECT sealed_settings AS sealed FROM carrier_connections WHERE id = $1',
      [id],
    );
    return app.app
      .get(EncryptionService)
      .open(row!.sealed, toSealedSettingsRow({ organizationId: org.id, mode: 'live' }, id));
  };
  const quotes = (by: TestAgent = org.live) => by.post('/api/v1/quotes').send(rateRequest());
  const book = async (): Promise<number> => {
    const { data } = (await quotes().expect(201)).body;
    const { body } = await org.live.post('/api/v1/freight').send(freightRequest(data[0].id)).expect(201);
    await org.live.post(`/api/v1/freight/${body.id}/book`).expect(200);
    return body.id;
  };

  it('reach the carrier and show the names but not the values of their settings', async () => {
    const { api_key: key } = carrier('rl').settings as { api_key: string };
    const made = await connect();
    expect(made).toMatchObject({
      object: 'carrier_connection',
      mode: 'live',
      adapter: 'rl',
      scac: 'RLCA',
      carrier_name: 'R+L Carriers',
      settings_set: ['api_key', 'base_url'],
    });
    expect((await org.live.get(`${PATH}/${made.id}`).expect(200)).body).toEqual(made);
    expect((await org.live.get(PATH).expect(200)).body.data).toEqual([made]);
    expect((await quotes().expect(201)).body.data).toHaveLength(3);

    const { body: tried } = await org.live.post(`${PATH}/${made.id}/test`).expect(200);
    expect(tried).toMatchObject({
      connection_id: made.id,
      carrier: 'RLCA',
      works: true,
      checks: [
        { operation: 'rate', status: 'works', outcome: 'rated', reason: null },
        { operation: 'tender', status: 'not_tried', outcome: null },
        { operation: 'track', status: 'not_tried', outcome: null },
        { operation: 'documents', status: 'not_tried', outcome: null },
      ],
      calls: [{ method: 'POST', url: `${carrier('rl').fake.url}/RateQuote`, status: 200, error: null }],
    });
    const { body: requests } = await org.live.get('/api/v1/requests').expect(200);
    const { body: calls } = await org.live.get('/api/v1/carrier-calls').expect(200);
    const entries = await app.app.get(AuditLogService).list(org.id);
    expect(JSON.stringify([made, tried, requests, calls, entries])).not.toContain(key);
    expect(entries.at(-1)).toMatchObject({
      action: 'carrier.connected',
      mode: 'live',
      actor: expect.stringMatching(/^key:\d+$/),
      details: { id: made.id, adapter: 'rl', scac: 'RLCA', replaces: null },
    });
  });

  it('show in a test which endpoint was called and why it failed', async () => {
    const { id } = await connect('tforce');
    carrier('tforce').fake.behaviour = 401;
    const { body: refused } = await org.live.post(`${PATH}/${id}/test`).expect(200);
    expect([refused.works, refused.checks[0].status]).toEqual([false, 'failed']);
    expect(refused.checks[0].reason).toContain('credentials');
    expect(refused.calls.length).toBeGreaterThan(1);
    carrier('tforce').fake.behaviour = 503;
    const { body: down } = await org.live.post(`${PATH}/${id}/test`).expect(200);
    expect(down.calls.at(-1)).toMatchObject({ status: 503, error: 'it returned HTTP 503' });
  });

  it('report an untested connection if every operation would move freight', async () => {
    const ebol = await startFakeEbol();
    try {
      const { adapter, scac, settings } = ebol;
      const { id } = (await org.live.post(PATH).send({ adapter, scac, settings }).expect(201)).body;
      const { body } = await org.live.post(`${PATH}/${id}/test`).expect(200);
      expect(body).toMatchObject({ carrier: 'ODFL', works: null, calls: [] });
      expect(new Set(body.checks.map(({ status }: { status: string }) => status))).toEqual(
        new Set(['not_tried']),
      );
    } finally {
      await ebol.fake.close();
    }
  });

  it('can be replaced, changed and deleted, which removes the previous version', async () => {
    const first = await connect();
    const second = await connect();
    expect(second.id).not.toBe(first.id);
    await org.live.get(`${PATH}/${first.id}`).expect(404);
    const patch = (settings: object) => org.live.patch(`${PATH}/${second.id}`).send({ settings });
    const { body: changed } = await patch({ pallet_code: '0002' }).expect(200);
    expect(changed.settings_set).toEqual(['api_key', 'base_url', 'pallet_code']);
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(second.updated_at));
    expect((await patch({ pallet_code: null }).expect(200)).body.settings_set).toEqual([
      'api_key',
      'base_url',
    ]);
    await patch({ api_key: 'another-key' }).expect(200);
    expect(await storedIn(second.id)).not.toContain((carrier('rl').settings as { api_key: string }).api_key);

    const { body: gone } = await org.live.delete(`${PATH}/${second.id}`).expect(200);
    expect(gone).toEqual({ object: 'carrier_connection', id: second.id, deleted: true });
    expect(await app.sql.query('SELECT FROM carrier_connections WHERE id = $1', [second.id])).toEqual([]);
    await org.live.delete(`${PATH}/${second.id}`).expect(404);
    await quotes().expect(422);
    const actions = (await app.app.get(AuditLogService).list(org.id)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('carrier.'))).toEqual([
      'carrier.connected',
      'carrier.connected',
      'carrier.updated',
      'carrier.updated',
      'carrier.updated',
      'carrier.disconnected',
    ]);
  });

  it('cannot be deleted while shipments in progress need them, but can be replaced', async () => {
    const made = await connect('xpo');
    const freight = await book();
    const { body } = await org.live.delete(`${PATH}/${made.id}`).expect(422);
    expect(body.error).toMatchObject({
      code: 'connection_in_use',
      message: `XPOL is in use by shipment ${freight}. Disconnect it after delivery or cancellation.`,
    });
    const next = await connect('xpo');
    const { body: voided } = await org.live.post(`/api/v1/freight/${freight}/cancel`).expect(200);
    expect(voided).toMatchObject({ status: 'voided', status_reason: null });
    await org.live.delete(`${PATH}/${next.id}`).expect(200);
  });

  it('cannot be deleted while a cancellation is pending', async () => {
    const made = await connect('xpo');
    const freight = await book();
    carrier('xpo').fake.behaviour = 503;
    await org.live.post(`/api/v1/freight/${freight}/cancel`).expect(200);
    expect((await org.live.delete(`${PATH}/${made.id}`).expect(422)).body.error.message).toContain(
      `shipment ${freight}`,
    );
  });

  it.each<[string, string, object]>([
    ['adapter', 'Unknown adapter', { adapter: 'nobody' }],
    ['adapter', 'adapter is required', {}],
    ['settings.api_key', 'settings.api_key must be', { adapter: 'rl' }],
    ['settings.api_key', 'settings.api_key must be', { adapter: 'rl', settings: { api_key: 7 } }],
    ['settings.colour', 'not a setting', { adapter: 'rl', settings: { api_key: 'key-key-key', colour: 1 } }],
    ['settings', 'must be an object', { adapter: 'rl', settings: ['key-key-key'] }],
    ['scac', 'a carrier that the adapter supports: RLCA', { adapter: 'rl', scac: 'XPOL', settings: {} }],
    ['scac', 'must be a SCAC', { adapter: 'rl', scac: 'R+L', settings: {} }],
    ['scac', 'scac is required', { adapter: 'simulated' }],
  ])('are rejected with an invalid %s: %s', async (param, message, body) => {
    const { error } = (await org.live.post(PATH).send(body).expect(400)).body;
    expect(error).toMatchObject({ param, message: expect.stringContaining(message) });
    expect((await org.live.get(PATH).expect(200)).body.data).toEqual([]);
  });

  it('name every invalid setting without its value', async () => {
    const settings = { client_id: 'x', client_secret: 'top-secret-value', token_url: 'not a url', scope: 3 };
    const { error } = (await org.live.post(PATH).send({ adapter: 'tforce', settings }).expect(400)).body;
    expect(error.errors.map(({ param }: { param: string }) => param).sort()).toEqual([
      'settings.client_id',
      'settings.scope',
      'settings.token_url',
    ]);
    expect(JSON.stringify(error)).not.toContain('top-secret');
  });

  it('are limited to the modes of their adapter', async () => {
    const { error } = (await org.test.post(PATH).send(bodyOf('rl')).expect(422)).body;
    expect(error).toMatchObject({
      code: 'connection_refused',
      message: expect.stringContaining('works in live mode only'),
    });
    await org.live.post(PATH).send({ adapter: 'simulated', scac: 'SIM1' }).expect(422);
    const decline = { adapter: 'simulated', scac: 'sim1', settings: { behaviour: 'decline' } };
    await org.test.post(PATH).send(decline).expect(201);
    const { carrier_results: told } = (await quotes(org.test).expect(201)).body;
    expect(told.find(({ scac }: { scac: string }) => scac === 'SIM1').status).toBe('declined');
  });

  it('belong to one tenant and require scopes', async () => {
    const { id } = await connect();
    const stranger = await app.organization();
    for (const client of [stranger.live, org.test]) {
      await client.get(`${PATH}/${id}`).expect(404);
      await client.patch(`${PATH}/${id}`).send({ settings: {} }).expect(404);
      await client.post(`${PATH}/${id}/test`).expect(404);
      await client.delete(`${PATH}/${id}`).expect(404);
    }
    const make = async (scopes: string[]) =>
      app.client((await org.live.post('/api/v1/keys').send({ scopes }).expect(201)).body.key);
    const reader = await make(['carrier-connections.read']);
    await reader.get(`${PATH}/${id}`).expect(200);
    await reader.post(PATH).send(bodyOf('rl')).expect(403);
    await reader.post(`${PATH}/${id}/test`).expect(403);
    await (await make(['carriers.write'])).get(PATH).expect(403);
    await (await make(['carrier-connections.write'])).post(`${PATH}/${id}/test`).expect(200);
  });

  it('reject every hostile address at creation and at PATCH, with the setting as param', async () => {
    const app = await startApp();
    try {
      const { id, live } = await app.organization();
      const settings = { api_key: 'key-key-key' };
      const tenant = { organizationId: id, mode: 'live' } as const;
      const operators = await app.app
        .get(CarrierConnectionsService)
        .connect(tenant, { adapter: 'rl', scac: 'RLCA', settings });
      for (const base_url of [...listSsrfUrls(443), ...MALFORMED_URLS, 'http://apisandbox.rlc.com']) {
        const body = { settings: { ...settings, base_url } };
        for (const request of [
          live.post(PATH).send({ adapter: 'rl', ...body }),
          live.patch(`${PATH}/${operators.id}`).send(body),
        ]) {
          const { status, body: answer } = await request;
          expect({ base_url, status, param: answer.error?.param }).toEqual({
            base_url,
            status: 400,
            param: 'settings.base_url',
          });
        }
      }
    } finally {
      await app.close();
    }
  }, 60_000);

  it('reject a name that resolves to an internal address at the call', async () => {
    const hosts = app.app.get(CarrierHostPolicy);
    const { resolve } = hosts;
    hosts.resolve = async (name) => (name === 'inner.example' ? ['10.0.0.7'] : ['93.184.215.14', '::1']);
    try {
      for (const base_url of ['https://inner.example', 'https://mixed.example']) {
        const { id } = (await org.live.post(PATH).send(bodyOf('rl', { base_url })).expect(201)).body;
        const { body } = await org.live.post(`${PATH}/${id}/test`).expect(200);
        expect([body.works, body.checks[0].outcome]).toEqual([false, 'error']);
        expect(body.calls[0].error).toContain('not public');
      }
    } finally {
      hosts.resolve = resolve;
    }
  });

  it('require the secrets again when the address changes', async () => {
    const { id } = await connect();
    const base_url = carrier('xpo').fake.url;
    const patch = (settings: object) => org.live.patch(`${PATH}/${id}`).send({ settings });
    for (const settings of [{ base_url }, { base_url: null }]) {
      const { error } = (await patch(settings).expect(400)).body;
      expect(error).toMatchObject({
        param: 'settings.api_key',
        message: expect.stringContaining('is required when an address changes'),
      });
    }
    await patch({ base_url, api_key: 'known-to-me' }).expect(200);
    const { data } = (await org.live.get('/api/v1/audit-log?action=carrier.updated').expect(200)).body;
    expect(data).toMatchObject([{ details: { id, changed: ['api_key', 'base_url'], moved: true } }]);
    expect(JSON.stringify(data)).not.toContain('known-to-me');
  });

  it('require the secrets again when the sign-in method changes the address', async () => {
    const at = carrier('xpo').fake.url;
    const settings = {
      base_url: at,
      auth: 'token',
      token_url: `${at}/token`,
      username: 'ann',
      password: 'p4ssword',
      account: '1234567',
    };
    const made = await org.live.post(PATH).send({ adapter: 'ebol', scac: 'ODFL', settings }).expect(201);
    const patch = (changes: object) => org.live.patch(`${PATH}/${made.body.id}`).send({ settings: changes });
    const { error } = (await patch({ auth: 'basic' }).expect(400)).body;
    expect(error).toMatchObject({
      param: 'settings.password',
      message: expect.stringContaining('is required when an address changes'),
    });
    await patch({ account: '7654321' }).expect(200);
    await patch({ auth: 'basic', password: 'p4ssword' }).expect(200);
    const header = { auth: 'api_key', api_key: 'known', password: 'p4ssword', api_key_header: 'Host' };
    expect((await patch(header).expect(400)).body.error).toMatchObject({ param: 'settings.api_key_header' });
    const { data } = (await org.live.get('/api/v1/audit-log?action=carrier.updated').expect(200)).body;
    expect(data.map(({ details }: { details: object }) => details)).toMatchObject([
      { changed: ['auth'], moved: true },
      { changed: ['account'], moved: false },
    ]);
  });

  it("created by the operator keep the operator's address after an unrelated change", async () => {
    const closed = await startApp();
    try {
      const owner = await closed.organization();
      const { adapter, scac, settings } = carrier('rl');
      const tenant = { organizationId: owner.id, mode: 'live' } as const;
      const wanted = { adapter, scac, settings };
      const { id } = await closed.app.get(CarrierConnectionsService).connect(tenant, wanted);
      await owner.live
        .patch(`${PATH}/${id}`)
        .send({ settings: { pallet_code: '0001' } })
        .expect(200);
      expect((await owner.live.post(`${PATH}/${id}/test`).expect(200)).body.works).toBe(true);
      await owner.live.post(PATH).send({ adapter, settings }).expect(400);
    } finally {
      await closed.close();
    }
  });

  it('count against the quota, replaced ones once', async () => {
    const few = await startApp({ QUOTA_CONNECTIONS: '10', ...LOOPBACK });
    try {
      const { id, live, test } = await few.organization();
      const service = few.app.get(CarrierConnectionsService);
      for (const scac of ['AAAA', 'BBBB', 'CCCC', 'DDDD']) {
        const settings = { api_key: 'key-key-key' };
        await service.connect({ organizationId: id, mode: 'live' }, { adapter: 'rl', scac, settings });
      }
      await live.post(PATH).send(bodyOf('rl')).expect(201);
      await live.post(PATH).send(bodyOf('rl')).expect(201);
      const refused = await test.post(PATH).send({ adapter: 'simulated', scac: 'SIM6' }).expect(422);
      expect(refused.body.error.code).toBe('quota_exceeded');
      const { body } = await live.get('/api/v1/limits').expect(200);
      expect(body.quotas).toContainEqual({ name: 'carrier_connections', limit: 10, used: 10 });
    } finally {
      await few.close();
    }
  });

  it('cannot reach internal networks in production', () => {
    expect(
      () =>
        new Config({
          NODE_ENV: 'production',
          ENCRYPTION_KEY: randomBytes(32).toString('base64'),
          ...LOOPBACK,
        }),
    ).toThrow(/^CARRIER_ALLOWED_CIDRS is not allowed in production. Unset it.$/);
  });
});
