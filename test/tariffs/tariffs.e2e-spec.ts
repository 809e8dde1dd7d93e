import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, TARIFF } from '../support/factories.js';

const FULL = {
  ...TARIFF,
  effective_from: '2026-01-01',
  effective_to: '2026-12-31',
  discount_percent: 72.5,
  minimum_cents: 9_500,
  fuel_percent: null,
  fuel_table: [
    { from: '2026-01-01', percent: 28.5 },
    { from: '2026-07-01', percent: 31.75 },
  ],
  fak: { '85': '70', '92.5': '70' },
  accessorials: { LFTD: { flat_cents: 9_500 }, IDL: { per_cwt_cents: 850, minimum_cents: 7_500 } },
  transit_days: 5,
  transit: [{ origin: '900', destination: 'IL', days: 4 }],
  tender_email: 'dispatch@acme.example',
};

describe('tariffs', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  it.each(['test', 'live'] as const)('can be created, read, updated and deleted in %s mode', async (mode) => {
    const client = org[mode];
    const { body, headers } = await client.post('/api/v1/tariffs').send(FULL).expect(201);
    expect(body).toMatchObject({ object: 'tariff', ...FULL, rate_count: 0, rates_updated_at: null });
    expect(headers.location).toBe(`/api/v1/tariffs/${body.id}`);
    expect((await client.get(headers.location!).expect(200)).body).toEqual(body);
    expect((await client.get('/api/v1/tariffs?scac=acme').expect(200)).body.data).toEqual([body]);
    expect((await client.get('/api/v1/tariffs?scac=ACMX').expect(200)).body.data).toEqual([]);
    const change = { fuel_table: [], fuel_percent: 30, tender_email: null, fak: {}, effective_to: null };
    const changed = (await client.patch(headers.location!).send(change).expect(200)).body;
    expect(changed).toEqual({ ...body, ...change, updated_at: expect.any(String) });
    await client.delete(headers.location!).expect(200, { object: 'tariff', id: body.id, deleted: true });
    await client.get(headers.location!).expect(404);
    await client.delete(headers.location!).expect(404);
    await client.patch(headers.location!).send({}).expect(404);
  });

  it('require only a name and a SCAC', async () => {
    const { body } = await org.test.post('/api/v1/tariffs').send({ name: 'A', scac: 'abcd' }).expect(201);
    expect(body).toMatchObject({
      scac: 'ABCD',
      carrier_name: 'ABCD',
      discount_percent: 0,
      minimum_cents: 0,
      fuel_percent: null,
      fuel_table: [],
      fak: {},
      accessorials: {},
      transit_days: null,
      transit: [],
      tender_email: null,
    });
  });

  it.each([
    [{ name: undefined }, 'name'],
    [{ scac: undefined }, 'scac'],
    [{ scac: 'TOOLONG' }, 'scac'],
    [{ carrier_name: '' }, 'carrier_name'],
    [{ effective_from: '2026-02-30' }, 'effective_from'],
    [{ effective_from: '2027-01-01' }, 'effective_to'],
    [{ discount_percent: 100.01 }, 'discount_percent'],
    [{ discount_percent: 1.234 }, 'discount_percent'],
    [{ minimum_cents: -1 }, 'minimum_cents'],
    [{ minimum_cents: 1.5 }, 'minimum_cents'],
    [{ fuel_percent: 30 }, 'fuel_percent'],
    [{ fuel_table: [{ from: '2026-01-01' }] }, 'fuel_table[0].percent'],
    [{ fuel_table: [FULL.fuel_table[0], FULL.fuel_table[0]] }, 'fuel_table'],
    [{ fuel_table: {} }, 'fuel_table'],
    [{ fuel_table: [null] }, 'fuel_table'],
    [{ fuel_table: null }, 'fuel_table'],
    [{ fak: { '71': '70' } }, 'fak'],
    [{ fak: { '70': 70 } }, 'fak'],
    [{ fak: ['70'] }, 'fak'],
    [{ fak: null }, 'fak'],
    [{ accessorials: { LIFT: {} } }, 'accessorials'],
    [{ accessorials: { LFTD: 9_500 } }, 'accessorials'],
    [{ accessorials: { LFTD: null } }, 'accessorials'],
    [{ accessorials: null }, 'accessorials'],
    [{ accessorials: { LFTD: { flat: 9_500 } } }, 'accessorials'],
    [{ accessorials: { LFTD: { flat_cents: 1.5 } } }, 'accessorials'],
    [{ accessorials: { LFTD: { minimum_cents: 2, maximum_cents: 1 } } }, 'accessorials'],
    [{ transit_days: 366 }, 'transit_days'],
    [{ transit: [{ origin: '9', destination: 'US', days: 1 }] }, 'transit[0].origin'],
    [{ transit: [FULL.transit[0], FULL.transit[0]] }, 'transit'],
    [{ transit: [null] }, 'transit'],
    [{ transit: [FULL.transit[0], null, null] }, 'transit'],
    [{ tender_email: 'nobody' }, 'tender_email'],
  ])('reject %j', async (change, param) => {
    const { body } = await org.test
      .post('/api/v1/tariffs')
      .send({ ...FULL, ...change })
      .expect(400);
    expect(body.error.param).toBe(param);
  });

  it('reject a change that conflicts with stored fields', async () => {
    const { id } = (await org.test.post('/api/v1/tariffs').send(FULL).expect(201)).body;
    const refused = async (change: object) =>
      (await org.test.patch(`/api/v1/tariffs/${id}`).send(change).expect(400)).body.error.param;
    expect(await refused({ fuel_percent: 3 })).toBe('fuel_percent');
    expect(await refused({ effective_to: '2025-12-31' })).toBe('effective_to');
    expect(await refused({ name: null })).toBe('name');
  });

  it('return 404 to other tenants', async () => {
    const other = await app.organization();
    const { id } = (await org.test.post('/api/v1/tariffs').send(FULL).expect(201)).body;
    for (const client of [other.test, org.live]) {
      await client.get(`/api/v1/tariffs/${id}`).expect(404);
      await client.patch(`/api/v1/tariffs/${id}`).send({ name: 'Mine' }).expect(404);
      await client.delete(`/api/v1/tariffs/${id}`).expect(404);
      expect((await client.get('/api/v1/tariffs').expect(200)).body.data).toEqual([]);
    }
  });

  it('require their scopes', async () => {
    const keys = app.app.get(ApiKeysService);
    const reader = app.client((await keys.create(org.id, 'test', { scopes: ['tariffs.read'] })).key);
    const writer = app.client((await keys.create(org.id, 'test', { scopes: ['tariffs.write'] })).key);
    const { id } = (await writer.post('/api/v1/tariffs').send(FULL).expect(201)).body;
    await reader.get(`/api/v1/tariffs/${id}/rates`).expect(200);
    await writer.get(`/api/v1/tariffs/${id}/rates`).expect(403);
    await reader.put(`/api/v1/tariffs/${id}/rates`).set('Content-Type', 'text/csv').send('').expect(403);
    await reader.post('/api/v1/tariffs').send(FULL).expect(403);
  });

  it('count against the quota across both modes', async () => {
    const few = await startApp({ QUOTA_TARIFFS: '2' });
    try {
      const { test, live } = await few.organization();
      const { id } = (await test.post('/api/v1/tariffs').send(TARIFF).expect(201)).body;
      await live.post('/api/v1/tariffs').send(TARIFF).expect(201);
      const { body } = await test.post('/api/v1/tariffs').send(TARIFF).expect(422);
      expect(body.error).toMatchObject({
        code: 'quota_exceeded',
        message: expect.stringContaining('at most 2 tariffs per organization'),
      });
      const { quotas } = (await live.get('/api/v1/limits').expect(200)).body;
      expect(quotas).toContainEqual({ name: 'tariffs', limit: 2, used: 2 });
      await (await few.organization()).test.post('/api/v1/tariffs').send(TARIFF).expect(201);
      await test.delete(`/api/v1/tariffs/${id}`).expect(200);
      await test.post('/api/v1/tariffs').send(TARIFF).expect(201);
    } finally {
      await few.close();
    }
  });

  it("add their carriers to the organization's list without changing the directory", async () => {
    const { test, live } = await app.organization();
    const other = await app.organization();
    const list = async (query = '') => (await live.get(`/api/v1/carriers${query}`).expect(200)).body;
    const one = async (id: string | number) => (await live.get(`/api/v1/carriers/${id}`).expect(200)).body;
    await live
      .post('/api/v1/tariffs')
      .send({ ...TARIFF, scac: 'NORT' })
      .expect(201);
    expect(await one('nort')).toMatchObject({ scac: 'NORT', enabled: false });
    await createTariff(live, { scac: 'OWNA', carrier_name: 'Old name' });
    await createTariff(live, { scac: 'OWNA', carrier_name: 'Own A' });
    await createTariff(live, { scac: 'OWNB', carrier_name: 'Own B' });
    const before = await one('XPOL');
    expect(before.enabled).toBe(false);
    await createTariff(live, { scac: 'XPOL', carrier_name: 'What we call them' });
    expect(await one('XPOL')).toEqual({ ...before, enabled: true });
    const { data } = await list();
    expect(data).toMatchObject([
      { object: 'carrier', scac: 'OWNB', name: 'Own B', enabled: true, carrier_type: 'ltl', phone: null },
      { scac: 'OWNA', name: 'Own A' },
      { scac: 'XPOL', name: before.name },
    ]);
    expect(await one(data[0].id)).toEqual(data[0]);
    expect(await one('OWNB')).toEqual(data[0]);
    let page = await list('?limit=1');
    const paged = [...page.data];
    while (page.has_more) {
      page = await list(`?limit=1&starting_after=${paged.at(-1).id}`);
      paged.push(...page.data);
    }
    expect(paged).toEqual(data);
    expect((await list('?created[lt]=2020-01-01')).data).toEqual([]);
    expect((await list('?created[gte]=2020-01-01&limit=2')).data).toEqual(data.slice(0, 2));
    for (const client of [test, other.test, other.live]) {
      await client.get('/api/v1/carriers/OWNA').expect(404);
      await client.get(`/api/v1/carriers/${data[0].id}`).expect(404);
      expect((await client.get('/api/v1/carriers/XPOL').expect(200)).body.enabled).toBe(false);
      const listed = (await client.get('/api/v1/carriers').expect(200)).body.data;
      expect(listed.filter(({ scac }: { scac: string }) => /^OWN|XPOL/.test(scac))).toEqual([]);
    }
  });
});
