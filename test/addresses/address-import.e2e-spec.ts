import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const FILE = [
  'external_ref,company,contact,address,city,state,zip,phone,location_type,limited_access,hours.open,hours.close,accessorials.destination_liftgate,instructions',
  'DC-4,Lakeside Stores,Bob,400 W Lake St,Chicago,IL,60601,555-1,limited_access,school,08:00,16:30,true,"Gate 4\nRing, twice"',
  ',Walk-in,,1 Main St,Los Angeles,ca,90001,,,,,,,',
].join('\n');

describe('the address import', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
  });

  const send = (file: string | Buffer, client = org.test): Test =>
    client.post('/api/v1/addresses/import').set('Content-Type', 'text/csv; charset=utf-8').send(file);
  const stored = async (client = org.test) => (await client.get('/api/v1/addresses').expect(200)).body.data;

  it('creates all rows in the order of the file', async () => {
    const { body } = await send(FILE).expect(200);
    expect(body).toEqual({ object: 'import', rows: 2, created: 2, updated: 0, unchanged: 0 });
    expect(await stored()).toMatchObject([
      {
        external_ref: 'DC-4',
        contact: 'Bob',
        location_type: 'limited_access',
        limited_access: 'school',
        hours: { open: '08:00', close: '16:30' },
        accessorials: { destination_liftgate: true },
        instructions: 'Gate 4\nRing, twice',
      },
      { external_ref: null, company: 'Walk-in', state: 'CA', hours: null, accessorials: {} },
    ]);
  });

  it('creates nothing for a repeated file, with or without external_ref', async () => {
    await send(FILE).expect(200);
    const before = await stored();
    expect((await send(FILE).expect(200)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await stored()).toEqual(before);
  });

  it('creates one address for two equal rows', async () => {
    const row = '1 Main St,Los Angeles,CA,90001';
    const file = `address,city,state,zip\n${row}\n${row}\n`;
    expect((await send(file).expect(200)).body).toMatchObject({ rows: 2, created: 1, unchanged: 1 });
    expect((await send(`${file}${row}\n`).expect(200)).body).toMatchObject({ created: 0, unchanged: 3 });
  });

  it('compares every column of a row without external_ref with the stored addresses', async () => {
    const header = 'address,city,state,zip,company,hours.open,hours.close,accessorials.destination_liftgate';
    const place = '1 Main St,Los Angeles,CA,90001';
    const rows = [`${place},Acme,08:00,16:00,true`, `${place},Acme,08:00,17:00,true`, `${place},,,,`];
    await send([header, ...rows].join('\n')).expect(200);
    const { body } = await send([header, ...rows, `${place},Acme,08:00,16:00,`].join('\n')).expect(200);
    expect(body).toMatchObject({ rows: 4, created: 1, unchanged: 3 });
    const fewer = await send(`address,city,state,zip\n${place}\n2 Main St,Los Angeles,CA,90001`).expect(200);
    expect(fewer.body).toMatchObject({ rows: 2, created: 1, unchanged: 1 });
  });

  it('finds the known rows of a file that is compared in several batches', async () => {
    const toFile = (count: number): string =>
      [
        'address,city,state,zip',
        ...Array.from({ length: count }, (_, n) => `${n} A St,Los Angeles,CA,90001`),
      ].join('\n');
    await send(toFile(1_100)).expect(200);
    expect((await send(toFile(1_102)).expect(200)).body).toMatchObject({ created: 2, unchanged: 1_100 });
  });

  it('updates the address with the same external_ref and keeps fields without a column', async () => {
    await send(FILE).expect(200);
    const [before] = await stored();
    const file =
      'external_ref,address,city,state,zip,location_type\nDC-4,1 Main St,Los Angeles,CA,90001,business\n';
    expect((await send(file).expect(200)).body).toMatchObject({ created: 0, updated: 1 });
    expect((await stored())[0]).toEqual({
      ...before,
      address: '1 Main St',
      city: 'Los Angeles',
      state: 'CA',
      zip: '90001',
      location_type: 'business',
      limited_access: null,
      updated_at: expect.any(String),
    });
  });

  it('accepts column aliases and prefers the canonical column if both exist', async () => {
    await send('street,contact_name,city,state,zip\n1 Main St,Ann,Los Angeles,CA,90001\n').expect(200);
    expect((await stored())[0]).toMatchObject({ address: '1 Main St', contact: 'Ann' });
    await send(
      'object,id,contact,contact_name,address,city,state,zip,created_at,updated_at\naddress,7,Bob,Ann,2 Main St,Los Angeles,CA,90001,x,y\n',
    ).expect(200);
    expect((await stored())[0]).toMatchObject({ address: '2 Main St', contact: 'Bob', contact_name: 'Bob' });
  });

  it('rejects a file with faults as a whole and names every fault', async () => {
    const { body } = await send(
      [
        'external_ref,address,city,state,zip,limited_access,hours.open,accessorials.inside_delivery,customer_id',
        'A,1 Main St,Los Angeles,CA,90001,,,,',
        'B,1 Main St,Los Angeles,CA,60601,,,,',
        'A,1 Main St,Los Angeles,CA,90001,,,,',
        'C,,Los Angeles,XX,90001,,08:00,maybe,seven',
        'D,1 Main St,Los Angeles,CA,90001,school,,,',
      ].join('\n'),
    ).expect(400);
    expect(body.error.code).toBe('invalid_file');
    expect(body.error.errors.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([
      [3, 'zip'],
      [4, 'external_ref'],
      [5, 'address'],
      [5, 'state'],
      [5, 'customer_id'],
      [5, 'hours.close'],
      [5, 'accessorials.inside_delivery'],
      [6, 'limited_access'],
    ]);
    expect(await stored()).toEqual([]);
  });

  it('names each missing required column', async () => {
    const { body } = await send('company\nx\n').expect(400);
    expect(body.error.errors.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([
      [1, 'address'],
      [1, 'city'],
      [1, 'state'],
      [1, 'zip'],
    ]);
  });

  it('affects only the tenant of the key', async () => {
    await send(FILE).expect(200);
    const other = await app.organization();
    for (const client of [other.test, org.live]) {
      expect(await stored(client)).toEqual([]);
      expect((await send(FILE.replaceAll('555-1', '555-2'), client).expect(200)).body.created).toBe(2);
    }
    expect((await stored())[0].phone).toBe('555-1');
  });

  describe('with customer validation', () => {
    let strict: TestApp;
    beforeAll(async () => {
      strict = await startApp({ CUSTOMERS_STRICT: 'true' });
    });
    afterAll(() => strict.close());

    it('accepts only ids of existing customers', async () => {
      const { test } = await strict.organization();
      const { body: customer } = await test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
      const file = (id: number) =>
        `address,city,state,zip,customer_id\n1 Main St,Los Angeles,CA,90001,${id}\n`;
      expect((await send(file(customer.id), test).expect(200)).body.created).toBe(1);
      const { body } = await send(file(customer.id + 1), test).expect(400);
      expect(body.error.errors).toMatchObject([{ row: 2, column: 'customer_id' }]);
    });
  });
});
