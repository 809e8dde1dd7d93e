import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const parts = {
  sku: 'MP-24',
  name: 'Machine parts, pallet of 24',
  description: 'Machine parts',
  freight_class: '92.5',
  density_rule: false,
  nmfc_item_number: '114000',
  nmfc_sub_code: '3',
  handling_unit_type: 'skid',
  packaging_type: 'carton',
  pieces: 24,
  weight: 500,
  length: 48,
  width: 40,
  height: 48.5,
  stackable: true,
  hazmat: {
    un_number: 'UN1090',
    proper_shipping_name: 'Acetone',
    hazard_class: '3',
    packing_group: 'II',
    weight: 45,
  },
};

describe('products', () => {
  let app: TestApp;
  let org: TestOrganization;
  let number = 0;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const saved = async (changes: Record<string, unknown> = {}, client = org.test) =>
    (
      await client
        .post('/api/v1/products')
        .send({ ...parts, sku: `P-${++number}`, ...changes })
        .expect(201)
    ).body;

  it('can be created, read, updated and deleted', async () => {
    const { body, headers } = await org.test.post('/api/v1/products').send(parts).expect(201);
    expect(body).toMatchObject({ object: 'product', id: expect.any(Number), ...parts });
    const path = `/api/v1/products/${body.id}`;
    expect(headers.location).toBe(path);
    expect((await org.test.get(path).expect(200)).body).toEqual(body);
    const change = { name: 'Parts', weight: 510.5, hazmat: null, freight_class: null, density_rule: true };
    const { body: changed } = await org.test.patch(path).send(change).expect(200);
    expect(changed).toEqual({ ...body, ...change, updated_at: changed.updated_at });
    const { body: gone } = await org.test.delete(path).expect(200);
    expect(gone).toEqual({ object: 'product', id: body.id, deleted: true });
    await org.test.get(path).expect(404);
    await org.test.delete(path).expect(404);
  });

  it('require only a SKU', async () => {
    const { body } = await org.test.post('/api/v1/products').send({ sku: 'bare' }).expect(201);
    const { sku: _sku, density_rule: _rule, ...optional } = parts;
    for (const field of Object.keys(optional)) expect(body[field]).toBeNull();
    expect(body.density_rule).toBe(false);
  });

  it('accept eBOL unit codes and return their names', async () => {
    expect(await saved({ handling_unit_type: 'PAT', packaging_type: 'PAL' })).toMatchObject({
      handling_unit_type: 'pallet',
      packaging_type: 'pail',
    });
  });

  it('have a unique SKU per tenant', async () => {
    const { id } = await saved({ sku: 'once' });
    const other = await saved();
    const refused = [
      await org.test.post('/api/v1/products').send({ sku: 'once' }).expect(422),
      await org.test.patch(`/api/v1/products/${other.id}`).send({ sku: 'once' }).expect(422),
    ];
    for (const { body } of refused)
      expect(body.error).toMatchObject({ code: 'product_already_exists', param: 'sku' });
    await org.test.patch(`/api/v1/products/${id}`).send({ sku: 'once', name: 'Same' }).expect(200);
    await org.live.post('/api/v1/products').send({ sku: 'once' }).expect(201);
    await (await app.organization()).test.post('/api/v1/products').send({ sku: 'once' }).expect(201);
  });

  it('are created once per Idempotency-Key, and errors are replayed too', async () => {
    const post = () =>
      org.test.post('/api/v1/products').set('Idempotency-Key', 'twice').send({ sku: 'twice' });
    const { body } = await post().expect(201);
    expect((await post().expect(201)).body).toEqual(body);
    const again = () =>
      org.test.post('/api/v1/products').set('Idempotency-Key', 'taken').send({ sku: 'twice' });
    await again().expect(422);
    expect((await again().expect(422)).headers['idempotent-replayed']).toBe('true');
  });

  it('have a class or density_rule, not both', async () => {
    const { body } = await org.test
      .post('/api/v1/products')
      .send({ sku: 'both', freight_class: '70', density_rule: true })
      .expect(400);
    expect(body.error.param).toBe('freight_class');
    const { id } = await saved();
    const path = `/api/v1/products/${id}`;
    expect((await org.test.patch(path).send({ density_rule: true }).expect(400)).body.error.param).toBe(
      'freight_class',
    );
    await org.test.patch(path).send({ density_rule: true, freight_class: null }).expect(200);
  });

  it('are listed newest first, in both directions and by SKU', async () => {
    const { test } = await app.organization();
    const ids: number[] = [];
    for (const sku of ['a', 'b', 'c']) ids.unshift((await saved({ sku }, test)).id);
    const list = async (query: string) => {
      const { body } = await test.get(`/api/v1/products?${query}`).expect(200);
      return [body.data.map(({ id }: { id: number }) => id), body.has_more];
    };
    expect(await list('limit=2')).toEqual([ids.slice(0, 2), true]);
    expect(await list(`starting_after=${ids[1]}`)).toEqual([ids.slice(2), false]);
    expect(await list(`ending_before=${ids[1]}`)).toEqual([ids.slice(0, 1), false]);
    expect(await list('sku=b')).toEqual([[ids[1]], false]);
    expect(await list('sku=d')).toEqual([[], false]);
  });

  it('return 404 to other tenants', async () => {
    const { id } = await saved();
    const other = await app.organization();
    for (const client of [other.test, org.live]) {
      await client.get(`/api/v1/products/${id}`).expect(404);
      await client.patch(`/api/v1/products/${id}`).send({ name: 'Mine' }).expect(404);
      await client.delete(`/api/v1/products/${id}`).expect(404);
    }
    await org.test.get(`/api/v1/products/${id}`).expect(200);
    await org.test.get('/api/v1/products/parts').expect(404);
  });

  it.each([
    ['no SKU', { sku: undefined }, 'sku'],
    ['a blank SKU', { sku: ' ' }, 'sku'],
    ['a long SKU', { sku: 'x'.repeat(101) }, 'sku'],
    ['an unknown class', { freight_class: '91' }, 'freight_class'],
    ['a number for a class', { freight_class: 92.5 }, 'freight_class'],
    ['an unknown unit', { handling_unit_type: 'palette' }, 'handling_unit_type'],
    ['no weight at all', { weight: 0 }, 'weight'],
    ['text for a weight', { weight: '500' }, 'weight'],
    ['too long a side', { length: 1201 }, 'length'],
    ['half a piece', { pieces: 1.5 }, 'pieces'],
    ['a long NMFC item', { nmfc_item_number: '12345678901' }, 'nmfc_item_number'],
    ['half a danger', { hazmat: { un_number: 'UN1090' } }, 'hazmat.proper_shipping_name'],
    ['a misspelt danger', { hazmat: { ...parts.hazmat, unnumber: 1 } }, 'hazmat.unnumber'],
    ['NUL', { name: 'a\0b' }, 'name'],
  ])('are rejected with %s, and nothing is stored', async (_name, changes, param) => {
    const { test, id } = await app.organization();
    const { body } = await test
      .post('/api/v1/products')
      .send({ ...parts, ...changes })
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    expect(await app.sql.query('SELECT 1 FROM products WHERE organization_id = $1', [id])).toEqual([]);
  });
});
