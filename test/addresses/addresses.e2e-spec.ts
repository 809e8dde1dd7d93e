import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const dock = {
  name: 'Chicago dock 4',
  company: 'Lakeside Stores',
  contact: 'Bob',
  address: '400 W Lake St',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  phone: '555-333-7777',
  email: 'bob@example.com',
  customer_id: 7,
};

describe('addresses', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const saved = async (changes: Record<string, unknown> = {}, client = org.test) =>
    (
      await client
        .post('/api/v1/addresses')
        .send({ ...dock, ...changes })
        .expect(201)
    ).body;

  it('can be created, read, updated and deleted', async () => {
    const { body, headers } = await org.test.post('/api/v1/addresses').send(dock).expect(201);
    expect(body).toMatchObject({ object: 'address', id: expect.any(Number), ...dock, contact_name: 'Bob' });
    const path = `/api/v1/addresses/${body.id}`;
    expect(headers.location).toBe(path);
    expect((await org.test.get(path).expect(200)).body).toEqual(body);
    const { body: changed } = await org.test.patch(path).send({ name: 'Dock 5', phone: null }).expect(200);
    expect(changed).toEqual({ ...body, name: 'Dock 5', phone: null, updated_at: changed.updated_at });
    const { body: gone } = await org.test.delete(path).expect(200);
    expect(gone).toEqual({ object: 'address', id: body.id, deleted: true });
    await org.test.get(path).expect(404);
    await org.test.delete(path).expect(404);
  });

  it('accept the aliases of shape A', async () => {
    const { contact: _contact, address, ...rest } = dock;
    const { body } = await org.test
      .post('/api/v1/addresses')
      .send({ ...rest, street: address, contact_name: 'Bob' })
      .expect(201);
    expect(body).toMatchObject({ ...dock, contact_name: 'Bob' });
    expect(body).not.toHaveProperty('street');
    await saved({ street: dock.address, contact_name: dock.contact });
  });

  it('accept shape B without optional fields', async () => {
    const { address, city, state, zip } = dock;
    const { body } = await org.test
      .post('/api/v1/addresses')
      .send({ address, city, state: 'il', zip })
      .expect(201);
    const unknown = {
      name: null,
      company: null,
      contact: null,
      contact_name: null,
      phone: null,
      email: null,
    };
    expect(body).toMatchObject({ address, city, state, zip, customer_id: null, ...unknown });
  });

  it('accept changes to every field and null for every optional field', async () => {
    const { id } = await saved();
    const path = `/api/v1/addresses/${id}`;
    const all = {
      name: 'Home',
      company: 'Acme',
      contact: 'Ann',
      address: '1 Main St',
      city: 'Los Angeles',
      state: 'CA',
      zip: '90001-1234',
      phone: '1',
      email: 'ann@example.com',
      customer_id: 8,
    };
    expect((await org.test.patch(path).send(all).expect(200)).body).toMatchObject(all);
    const nothing = {
      name: null,
      company: null,
      contact_name: null,
      phone: null,
      email: null,
      customer_id: null,
    };
    const { body } = await org.test.patch(path).send(nothing).expect(200);
    expect(body).toMatchObject({ ...nothing, contact: null, address: '1 Main St', zip: '90001-1234' });
    expect((await org.test.patch(path).send({ street: '2 Main St' }).expect(200)).body.address).toBe(
      '2 Main St',
    );
    expect((await org.test.patch(path).send({}).expect(200)).body.address).toBe('2 Main St');
  });

  it('reject a change that leaves ZIP and state inconsistent', async () => {
    const { id } = await saved();
    const path = `/api/v1/addresses/${id}`;
    const refused = async (change: Record<string, unknown>) =>
      (await org.test.patch(path).send(change).expect(400)).body.error.param;
    expect(await refused({ zip: '90001' })).toBe('zip');
    expect(await refused({ state: 'CA' })).toBe('state');
    await org.test.patch(path).send({ zip: '60607' }).expect(200);
    await org.test.patch(path).send({ zip: '90001', state: 'CA' }).expect(200);
  });

  it('are listed newest first, in both directions and by customer', async () => {
    const { test } = await app.organization();
    const ids: number[] = [];
    for (const customer_id of [1, 2, 1, 2]) ids.unshift((await saved({ customer_id }, test)).id);
    const list = async (query: string) => {
      const { body } = await test.get(`/api/v1/addresses?${query}`).expect(200);
      return [body.data.map(({ id }: { id: number }) => id), body.has_more];
    };
    expect(await list('limit=3')).toEqual([ids.slice(0, 3), true]);
    expect(await list(`starting_after=${ids[2]}`)).toEqual([ids.slice(3), false]);
    expect(await list(`ending_before=${ids[3]}&limit=2`)).toEqual([ids.slice(1, 3), true]);
    expect(await list('customer_id=1')).toEqual([[ids[1], ids[3]], false]);
    for (const [query, param] of [
      ['customer_id=-1', 'customer_id'],
      ['starting_after=1&ending_before=2', 'ending_before'],
    ]) {
      const { body } = await test.get(`/api/v1/addresses?${query}`).expect(400);
      expect(body.error.param).toBe(param);
    }
  });

  it('return 404 to other tenants', async () => {
    const { id } = await saved();
    const other = await app.organization();
    for (const client of [other.test, org.live]) {
      await client.get(`/api/v1/addresses/${id}`).expect(404);
      await client.patch(`/api/v1/addresses/${id}`).send({ name: 'Mine' }).expect(404);
      await client.delete(`/api/v1/addresses/${id}`).expect(404);
    }
    await org.test.get(`/api/v1/addresses/${id}`).expect(200);
    await org.test.get('/api/v1/addresses/dock').expect(404);
  });

  it.each([
    ['no street', { address: undefined }, 'address'],
    ['a street that is null', { address: null }, 'address'],
    ['a blank street', { address: ' ' }, 'address'],
    ['two streets', { street: '1 Main St' }, 'street'],
    ['two contacts', { contact_name: 'Ann' }, 'contact_name'],
    ['a contact and a null contact_name', { contact_name: null }, 'contact_name'],
    ['no city', { city: undefined }, 'city'],
    ['no state', { state: undefined }, 'state'],
    ['an unknown state', { state: 'XX' }, 'state'],
    ['a state in full', { state: 'Illinois' }, 'state'],
    ['no ZIP', { zip: undefined }, 'zip'],
    ['a ZIP of another state', { zip: '90001' }, 'zip'],
    ['a short ZIP', { zip: '606' }, 'zip'],
    ['a numeric ZIP', { zip: 60601 }, 'zip'],
    ['no email address', { email: 'bob' }, 'email'],
    ['a long phone', { phone: '5'.repeat(41) }, 'phone'],
    ['a long label', { name: 'x'.repeat(256) }, 'name'],
    ['text as a customer id', { customer_id: '7' }, 'customer_id'],
  ])('are rejected with %s, and nothing is stored', async (_name, changes, param) => {
    const { test, id } = await app.organization();
    const { body } = await test
      .post('/api/v1/addresses')
      .send({ ...dock, ...changes })
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    const stored = await app.sql.query('SELECT 1 FROM addresses WHERE organization_id = $1', [id]);
    expect(stored).toEqual([]);
  });

  it.each([
    ['address', null],
    ['city', null],
    ['state', null],
    ['zip', null],
    ['zip', '9000'],
    ['email', 'bob'],
    ['customer_id', -1],
  ])('reject a change of %s to %j', async (param, value) => {
    const before = await saved();
    const path = `/api/v1/addresses/${before.id}`;
    const { body } = await org.test
      .patch(path)
      .send({ name: 'Changed', [param]: value })
      .expect(400);
    expect(body.error.param).toBe(param);
    expect((await org.test.get(path).expect(200)).body).toEqual(before);
  });

  describe('with customer validation', () => {
    let strict: TestApp;
    beforeAll(async () => {
      strict = await startApp({ CUSTOMERS_STRICT: 'true' });
    });
    afterAll(() => strict.close());

    it('accept only ids of existing customers', async () => {
      const { test, live } = await strict.organization();
      const { body: customer } = await test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
      const { body } = await test
        .post('/api/v1/addresses')
        .send({ ...dock, customer_id: customer.id })
        .expect(201);
      await test.patch(`/api/v1/addresses/${body.id}`).send({ customer_id: null }).expect(200);
      for (const [client, customer_id] of [
        [test, customer.id + 1],
        [live, customer.id],
      ]) {
        const refused = await client
          .post('/api/v1/addresses')
          .send({ ...dock, customer_id })
          .expect(400);
        expect(refused.body.error.param).toBe('customer_id');
      }
      const refused = await test.patch(`/api/v1/addresses/${body.id}`).send({ customer_id: 99 }).expect(400);
      expect(refused.body.error.param).toBe('customer_id');
    });
  });
});
