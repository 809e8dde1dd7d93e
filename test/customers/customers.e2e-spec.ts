import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const ann = {
  name: 'Ann Example',
  company: 'Acme Manufacturing',
  email: 'ann@example.com',
  phone: '555-222-6666',
  external_ref: 'C-1044',
  metadata: { region: 'west' },
};

describe('customers', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const eventsOf = (id: number) =>
    app.sql.query<{ type: string; data: { customer: unknown } }[]>(
      `SELECT type, data FROM events WHERE data->'customer'->>'id' = $1 ORDER BY id`,
      [String(id)],
    );

  it('can be created, which publishes an event', async () => {
    const { body, headers } = await org.test.post('/api/v1/customers').send(ann).expect(201);
    expect(body).toMatchObject({ object: 'customer', id: expect.any(Number), ...ann });
    expect(headers.location).toBe(`/api/v1/customers/${body.id}`);
    expect((await org.test.get(headers.location!).expect(200)).body).toEqual(body);
    expect(await eventsOf(body.id)).toEqual([{ type: 'customer.created', data: { customer: body } }]);
  });

  it('require only a name', async () => {
    const { body } = await org.test.post('/api/v1/customers').send({ name: 'Bob' }).expect(201);
    expect(body).toMatchObject({ company: null, email: null, phone: null, external_ref: null, metadata: {} });
  });

  it('accept partial updates and null, which publish an event', async () => {
    const { body: added } = await org.test.post('/api/v1/customers').send(ann).expect(201);
    const change = { company: null, phone: '555-1', metadata: { tier: 'gold', region: null } };
    const { body } = await org.test.patch(`/api/v1/customers/${added.id}`).send(change).expect(200);
    expect(body).toMatchObject({ ...ann, company: null, phone: '555-1', metadata: { tier: 'gold' } });
    expect(new Date(body.updated_at).getTime()).toBeGreaterThan(new Date(body.created_at).getTime());
    const [, updated] = await eventsOf(added.id);
    expect(updated).toEqual({ type: 'customer.updated', data: { customer: body } });
    const cleared = await org.test
      .patch(`/api/v1/customers/${added.id}`)
      .send({ metadata: null })
      .expect(200);
    expect(cleared.body.metadata).toEqual({});
  });

  it('reject a new ZIP outside the stored state', async () => {
    const place = { city: 'Chicago', state: 'IL', zip: '60601' };
    const { body } = await org.test
      .post('/api/v1/customers')
      .send({ ...ann, ...place })
      .expect(201);
    const path = `/api/v1/customers/${body.id}`;
    const { body: refused } = await org.test.patch(path).send({ zip: '10001' }).expect(400);
    expect(refused.error).toMatchObject({ code: 'conflicting_values', param: 'zip' });
    await org.test.patch(path).send({ state: 'NY', zip: '10001' }).expect(200);
  });

  it('accept any metadata key, including prototype names', async () => {
    const keys = ['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', 'valueOf', 'a.b', 'ключ'];
    const text = `{"name":"Eve","metadata":{${keys.map((key) => `"${key}":"x"`).join()}}}`;
    const { body } = await org.test
      .post('/api/v1/customers')
      .set('Content-Type', 'application/json')
      .send(text)
      .expect(201);
    expect(Object.keys(body.metadata).sort()).toEqual(keys.slice(2).sort());
    const path = `/api/v1/customers/${body.id}`;
    const { body: changed } = await org.test
      .patch(path)
      .send({ metadata: { toString: null } })
      .expect(200);
    expect(Object.keys(changed.metadata).sort()).toEqual(keys.slice(3).sort());
  });

  it('are listed newest first, in both directions and by external_ref', async () => {
    const { test } = await app.organization();
    const ids: number[] = [];
    for (const external_ref of ['a', 'b', 'a']) {
      ids.unshift(
        (await test.post('/api/v1/customers').send({ name: 'N', external_ref }).expect(201)).body.id,
      );
    }
    const list = async (query: string) => {
      const { body } = await test.get(`/api/v1/customers?${query}`).expect(200);
      return [body.data.map(({ id }: { id: number }) => id), body.has_more];
    };
    expect(await list('limit=2')).toEqual([ids.slice(0, 2), true]);
    expect(await list(`starting_after=${ids[1]}`)).toEqual([ids.slice(2), false]);
    expect(await list('external_ref=a')).toEqual([[ids[0], ids[2]], false]);
    const { body } = await test.get('/api/v1/customers?ending_before=1').expect(400);
    expect(body.error.param).toBe('ending_before');
  });

  it('return 404 to other tenants', async () => {
    const { body } = await org.test.post('/api/v1/customers').send(ann).expect(201);
    const other = await app.organization();
    for (const client of [other.test, org.live]) {
      await client.get(`/api/v1/customers/${body.id}`).expect(404);
      await client.patch(`/api/v1/customers/${body.id}`).send({ name: 'Mine' }).expect(404);
      expect((await client.get('/api/v1/customers').expect(200)).body.data).toEqual([]);
    }
    await org.test.patch('/api/v1/customers/999999').send({ name: 'Nobody' }).expect(404);
  });

  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v']));

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['no email address', { email: 'ann' }, 'email'],
    ['a number for a phone', { phone: 555 }, 'phone'],
    ['metadata that is a list', { metadata: ['a'] }, 'metadata'],
    ['metadata that is text', { metadata: 'a' }, 'metadata'],
    ['metadata with a number', { metadata: { a: 1 } }, 'metadata'],
    ['metadata with null', { metadata: { a: null } }, 'metadata'],
    ['metadata with an object', { metadata: { a: { b: 'c' } } }, 'metadata'],
    ['metadata with an empty key', { metadata: { '': 'a' } }, 'metadata'],
    ['metadata with a long key', { metadata: { ['k'.repeat(41)]: 'a' } }, 'metadata'],
    ['metadata with a long value', { metadata: { a: 'v'.repeat(501) } }, 'metadata'],
    ['51 keys', { metadata: { ...fifty, more: 'v' } }, 'metadata'],
    ['NUL in metadata', { metadata: { a: 'v\0' } }, 'metadata.a'],
    ['half a character in metadata', { metadata: { a: '\ud800' } }, 'metadata.a'],
  ])('are rejected with %s, and nothing is stored', async (_name, changes, param) => {
    const { test, id } = await app.organization();
    const { body } = await test
      .post('/api/v1/customers')
      .send({ ...ann, ...changes })
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    const counts = await app.sql.query(
      `SELECT (SELECT count(*) FROM customers WHERE organization_id = $1) AS customers,
              (SELECT count(*) FROM events WHERE organization_id = $1) AS events`,
      [id],
    );
    expect(counts).toEqual([{ customers: 0, events: 0 }]);
  });

  it('accept 50 metadata keys and reject a 51st that is merged in', async () => {
    const { body } = await org.test
      .post('/api/v1/customers')
      .send({ name: 'N', metadata: fifty })
      .expect(201);
    const path = `/api/v1/customers/${body.id}`;
    const { body: refused } = await org.test
      .patch(path)
      .send({ metadata: { more: 'v' } })
      .expect(400);
    expect(refused.error.param).toBe('metadata');
    await org.test
      .patch(path)
      .send({ metadata: { more: 'v', k0: null } })
      .expect(200);
  });
});
