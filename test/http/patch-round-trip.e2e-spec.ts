import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight, createTariff } from '../support/factories.js';

interface Resource extends Record<string, unknown> {
  id: number;
  updated_at: string;
}

let made = 0;

/** Creates one of each resource that can be changed, with every field. */
const RESOURCES: Record<string, (org: TestOrganization) => Promise<number>> = {
  addresses: async ({ test }) =>
    (
      await test
        .post('/api/v1/addresses')
        .send({
          name: 'Dock 4',
          company: 'Lakeside',
          contact: 'Ann',
          street: '1 Main St',
          city: 'Los Angeles',
          state: 'CA',
          zip: '90001',
          phone: '555',
          email: 'a@example.com',
          customer_id: 3,
          location_type: 'limited_access',
          limited_access: 'port',
          hours: { open: '08:00', close: '17:00' },
          accessorials: { origin_liftgate: true },
          instructions: 'Ring',
          external_ref: `D-${++made}`,
        })
        .expect(201)
    ).body.id,
  products: async ({ test }) =>
    (
      await test
        .post('/api/v1/products')
        .send({
          sku: `P-${++made}`,
          freight_class: '70',
          handling_unit_type: 'skid',
          weight: 0.1,
          length: 48.25,
          hazmat: { un_number: 'UN1090', proper_shipping_name: 'Acetone', hazard_class: '3' },
        })
        .expect(201)
    ).body.id,
  tariffs: async ({ test }) =>
    createTariff(test, {
      effective_from: '2026-01-01',
      discount_percent: 72.5,
      fuel_table: [{ from: '2026-01-01', percent: 31.25 }],
      fak: { '85': '70', '77.5': '70' },
      accessorials: { LFTD: { flat_cents: 9_500 }, IDL: { minimum_cents: 1, per_cwt_cents: 2 } },
      transit: [{ origin: '900', destination: 'IL', days: 4 }],
      tender_email: 'dispatch@example.com',
    }),
  customers: async ({ test }) =>
    (
      await test
        .post('/api/v1/customers')
        .send({ name: 'Ann', company: 'Acme', external_ref: 'C-1', metadata: { b: '1', a: '2' } })
        .expect(201)
    ).body.id,
  freight: async ({ test }) => {
    const { id } = await newFreight(test);
    const change = { references: [{ name: 'PO', value: '1' }], bill_to: { type: 'collect' } };
    await test.patch(`/api/v1/freight/${id}`).send(change).expect(200);
    return id;
  },
  webhooks: async ({ test }) =>
    (
      await test
        .post('/api/v1/webhooks')
        .send({
          url: 'https://example.com/hook',
          events: ['quote.expired', 'quote.created'],
          description: 'x',
        })
        .expect(201)
    ).body.id,
};

const CHANGES: Record<string, object> = {
  addresses: { city: 'Los Ángeles' },
  products: { name: 'Parts' },
  tariffs: { name: 'Acme 2027' },
  customers: { phone: '555-1' },
  freight: { special_instructions: 'Ring twice' },
  webhooks: { description: 'y' },
};

describe('a GET response', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const countEvents = async (): Promise<number> =>
    (await app.sql.query<{ count: number }[]>('SELECT count(*)::int AS count FROM events'))[0]!.count;

  it.each(Object.keys(RESOURCES))('can be sent back to /%s without a change', async (name) => {
    const path = `/api/v1/${name}/${await RESOURCES[name]!(org)}`;
    const { body: read } = (await org.test.get(path).expect(200)) as { body: Resource };
    const events = await countEvents();
    for (const body of [read, {}]) {
      const { body: answer } = await org.test.patch(path).send(body).expect(200);
      expect(answer).toEqual(read);
    }
    expect((await org.test.get(path)).body).toEqual(read);
    expect(await countEvents()).toBe(events);
  });

  it.each(Object.keys(RESOURCES))('can be sent back to /%s with one edited field', async (name) => {
    const path = `/api/v1/${name}/${await RESOURCES[name]!(org)}`;
    const { body: read } = (await org.test.get(path).expect(200)) as { body: Resource };
    const { body: answer } = await org.test
      .patch(path)
      .send({ ...read, ...CHANGES[name] })
      .expect(200);
    expect(answer).toEqual({ ...read, ...CHANGES[name], updated_at: expect.any(String) });
    expect(answer.updated_at).not.toBe(read.updated_at);
  });

  describe('of an address', () => {
    let path: string;
    let read: Resource;

    beforeAll(async () => {
      path = `/api/v1/addresses/${await RESOURCES.addresses!(org)}`;
      read = (await org.test.get(path).expect(200)).body;
    });

    it.each([
      [{ contact: 'Bob' }, 'Bob'],
      [{ contact_name: 'Cid' }, 'Cid'],
      [{ contact: null }, null],
      [{ contact_name: 'Ann', contact: 'Ann' }, 'Ann'],
      [{ contact_name: null }, null],
    ])('changes the contact if one of its two names was edited: %j', async (edit, contact) => {
      const back = { ...(await org.test.get(path)).body, ...edit };
      const { body } = await org.test.patch(path).send(back).expect(200);
      expect(body).toMatchObject({ contact, contact_name: contact });
    });

    it('changes the street under either of its names', async () => {
      const edited = { ...read, street: '2 Main St' };
      expect((await org.test.patch(path).send(edited).expect(200)).body.address).toBe('2 Main St');
      const back = { address: '3 Main St', street: '2 Main St' };
      expect((await org.test.patch(path).send(back).expect(200)).body.address).toBe('3 Main St');
    });

    it.each([
      ['contact_name', { contact: 'Dan', contact_name: 'Eve' }],
      ['street', { address: '8 Main St', street: '9 Main St' }],
    ])('is rejected if both names were edited differently, with param %s', async (param, edit) => {
      const before = (await org.test.get(path)).body;
      const { body } = await org.test
        .patch(path)
        .send({ ...before, ...edit })
        .expect(400);
      expect(body.error).toMatchObject({ code: 'conflicting_values', param });
      expect((await org.test.get(path)).body).toEqual(before);
    });
  });
});
