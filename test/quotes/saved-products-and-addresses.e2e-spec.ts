import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { rateRequest, createTariff } from '../support/factories.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const DOCK = {
  company: 'Lakeside',
  contact: 'Bob',
  address: '400 W Lake St',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
};
const PARTS = {
  description: 'Machine parts',
  freight_class: '92.5',
  nmfc_item_number: '114000',
  nmfc_sub_code: '3',
  handling_unit_type: 'skid',
  packaging_type: 'carton',
  pieces: 24,
  weight: 500.5,
  length: 48,
  width: 40,
  height: 48,
  stackable: true,
};

describe('a quote from saved products and addresses', () => {
  let app: TestApp;
  let org: TestOrganization;
  let number = 0;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const saved = async (path: string, body: object, client = org.test): Promise<number> =>
    (await client.post(`/api/v1/${path}`).send(body).expect(201)).body.id;
  const product = (changes: object = {}) => saved('products', { ...PARTS, sku: `P-${++number}`, ...changes });
  const address = (changes: object = {}) => saved('addresses', { ...DOCK, ...changes });
  const quoted = async (request: object) =>
    (
      await org.test
        .post('/api/v1/quotes')
        .send({ ...rateRequest(), ...request })
        .expect(201)
    ).body.data[0];
  const refused = async (request: object) =>
    (
      await org.test
        .post('/api/v1/quotes')
        .send({ ...rateRequest(), ...request })
        .expect(400)
    ).body.error;

  it('fills a line from a product and prices it like the same line written out', async () => {
    const product_id = await product();
    const quote = await quoted({ items: [{ product_id }] });
    expect(quote.items).toEqual([{ ...PARTS, product_id, quantity: 1 }]);
    const spelt = await quoted({ items: [PARTS] });
    expect(quote.net_charge_cents).toBe(spelt.net_charge_cents);
    expect(quote.charges).toEqual(spelt.charges);
  });

  it('requires read scopes for the referenced records, in tariff rating too', async () => {
    const [product_id, address_id, tariff] = [await product(), await address(), await createTariff(org.test)];
    const { key } = await app.app
      .get(ApiKeysService)
      .create(org.id, 'test', { scopes: ['quotes.write', 'tariffs.write', 'tariffs.read'] });
    const line = PARTS;
    for (const [request, param, scope] of [
      [{ items: [line, { product_id }] }, 'items[1].product_id', 'products.read'],
      [{ destination: { address_id } }, 'destination.address_id', 'addresses.read'],
    ] as const)
      for (const path of ['quotes', `tariffs/${tariff}/rate`]) {
        const { body } = await app
          .client(key)
          .post(`/api/v1/${path}`)
          .send({ ...rateRequest(), ...request })
          .expect(403);
        expect(body.error).toMatchObject({ code: 'insufficient_scope', param });
        expect(body.error.message).toBe(`The API key lacks the scope ${scope}, which ${param} requires.`);
      }
    const reader = await app.app
      .get(ApiKeysService)
      .create(org.id, 'test', { scopes: ['quotes.write', 'products.read', 'addresses.read'] });
    await app
      .client(reader.key)
      .post('/api/v1/quotes')
      .send({ ...rateRequest(), items: [{ product_id }], destination: { address_id } })
      .expect(201);
  });

  it('multiplies the weight and pieces of a handling unit by the quantity', async () => {
    const product_id = await product({
      hazmat: { un_number: 'UN1090', proper_shipping_name: 'Acetone', hazard_class: '3', weight: 45 },
    });
    const quote = await quoted({ items: [{ product_id, quantity: 3 }] });
    expect(quote.items[0]).toMatchObject({
      quantity: 3,
      weight: 1501.5,
      pieces: 72,
      hazmat: { weight: 135 },
    });
    expect(quote.accessorials).toMatchObject({ hazmat: true });
    expect(quote.dimensions.weight).toBe(1501.5);
  });

  it('prefers the values of the line to those of the product', async () => {
    const product_id = await product();
    const own = {
      handling_unit_type: 'crate',
      weight: 700,
      height: 60,
      freight_class: '100',
      stackable: false,
    };
    const quote = await quoted({ items: [{ product_id, quantity: 2, nmfc_item_number: '1', ...own }] });
    expect(quote.items[0]).toMatchObject({ ...own, nmfc_item_number: '1', length: 48, pieces: 48 });
    expect(quote.items[0]).not.toHaveProperty('nmfc_sub_code');
  });

  it.each([
    [1, '92.5'],
    [2, '92.5'],
  ])(
    'classes a quantity of %i by density if the product has no fixed class',
    async (quantity, freight_class) => {
      const product_id = await product({ freight_class: null, density_rule: true, weight: 600 });
      expect((await quoted({ items: [{ product_id, quantity }] })).items[0].freight_class).toBe(
        freight_class,
      );
      const light = await quoted({ items: [{ product_id, quantity, weight: 100 * quantity }] });
      expect(light.items[0].freight_class).toBe('300');
    },
  );

  it('names the parameters that product and line both lack', async () => {
    const product_id = await product({ weight: null, freight_class: null });
    const error = await refused({ items: [{ product_id }, { quantity: 2 }] });
    expect(error).toMatchObject({ code: 'missing_parameter' });
    expect(error.errors.map(({ param }: { param: string }) => param)).toEqual(
      ['weight', 'freight_class', 'length', 'width', 'height'].map((name) => `items[1].${name}`),
    );
    const { errors } = await refused({ items: [{ product_id }] });
    expect(errors).toMatchObject([
      { code: 'missing_parameter', param: 'items[0].weight' },
      { code: 'missing_parameter', param: 'items[0].freight_class' },
    ]);
  });

  it('rejects a merged line that breaks a rule', async () => {
    const heavy = await product({ weight: 99_000 });
    expect((await refused({ items: [{ product_id: heavy, quantity: 2 }] })).param).toBe('items[0].weight');
    const chicago = await address();
    const param = (await refused({ destination: { address_id: chicago, zip: '90001' } })).param;
    expect(param).toBe('destination.zip');
  });

  it('fills origin and destination from addresses, with the accessorials of each', async () => {
    const services = {
      origin_liftgate: true,
      pickup_appointment: true,
      destination_liftgate: true,
      notify_before_delivery: true,
    };
    const address_id = await address({ accessorials: services });
    const quote = await quoted({ origin: { address_id }, accessorials: { inside_delivery: true } });
    expect(quote.origin).toMatchObject({ city: 'Chicago', state: 'IL', zip: '60601' });
    expect(quote.accessorials).toEqual({
      origin_liftgate: true,
      pickup_appointment: true,
      inside_delivery: true,
    });
    const other = await quoted({ destination: { address_id } });
    expect(other.accessorials).toEqual({ destination_liftgate: true, notify_before_delivery: true });
    const spelt = await quoted({ destination: DOCK, accessorials: other.accessorials });
    expect(other.net_charge_cents).toBe(spelt.net_charge_cents);
  });

  it('charges residential delivery and limited access by the kind of the saved address', async () => {
    const home = await address({ location_type: 'residential' });
    const port = await address({ location_type: 'limited_access', limited_access: 'port' });
    const quote = await quoted({ origin: { address_id: home }, destination: { address_id: port } });
    expect(quote.accessorials).toEqual({ residential_pickup: true, limited_access_delivery: true });
    expect(quote.limited_access).toEqual({ delivery: 'port' });
    const own = await quoted({ destination: { address_id: port }, limited_access: { delivery: 'farm' } });
    expect(own.limited_access).toEqual({ delivery: 'farm' });
  });

  it('omits an accessorial of the address that the request sets to false', async () => {
    const address_id = await address({
      location_type: 'limited_access',
      limited_access: 'school',
      accessorials: { destination_liftgate: true },
    });
    const accessorials = { destination_liftgate: false, limited_access_delivery: false };
    const quote = await quoted({ destination: { address_id }, accessorials });
    expect(quote).toMatchObject({ accessorials: {}, limited_access: {} });
  });

  it('keeps its values when the saved product or address changes', async () => {
    const address_id = await address({ accessorials: { destination_liftgate: true } });
    const product_id = await product();
    const quote = await quoted({ destination: { address_id }, items: [{ product_id }] });
    await org.test.patch(`/api/v1/addresses/${address_id}`).send({ city: 'Elsewhere', accessorials: null });
    await org.test.delete(`/api/v1/products/${product_id}`).expect(200);
    const { body } = await org.test.get(`/api/v1/quotes/${quote.id}`).expect(200);
    expect(body).toEqual(quote);
  });

  it('returns the same error for another tenant’s, another mode’s and an unknown record', async () => {
    const other = await app.organization();
    const foreign = [
      await saved('addresses', DOCK, other.test),
      await saved('addresses', DOCK, org.live),
      987_654_321,
    ];
    for (const id of foreign) {
      const error = await refused({ origin: { address_id: id } });
      expect(error).toMatchObject({ code: 'unknown_reference', param: 'origin.address_id' });
      expect(error.message).toBe(
        `origin.address_id ${id} is not the id of a saved address. Save the address first.`,
      );
    }
    const theirs = await saved('products', { ...PARTS, sku: 'theirs' }, other.test);
    const live = await saved('products', { ...PARTS, sku: 'live' }, org.live);
    for (const product_id of [theirs, live, 987_654_321]) {
      const error = await refused({ items: [PARTS, { product_id }] });
      expect(error).toMatchObject({ code: 'unknown_reference', param: 'items[1].product_id' });
    }
  });

  it.each([
    ['text for an address', { origin: { address_id: '7' } }, 'origin.address_id'],
    ['null for an address and nothing else', { origin: { address_id: null } }, 'origin.address_id'],
    ['half a place', { origin: { zip: '90001' } }, 'origin.city'],
    ['text for a product', { items: [{ product_id: 'P-1' }] }, 'items[0].product_id'],
  ])('rejects %s', async (_name, request, param) => {
    expect((await refused(request)).param).toBe(param);
  });
});
