import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newQuote } from '../support/factories.js';
import { StatementRecorder } from '../support/statement-recorder.js';

interface Row {
  id: number;
}

const PLACE = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };

describe('search', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const find = async (list: string, q: string, more = '', client = org.test): Promise<number[]> => {
    const query = `q=${encodeURIComponent(q)}${more}`;
    return (await client.get(`/api/v1/${list}?${query}`).expect(200)).body.data.map(({ id }: Row) => id);
  };
  const post = async (list: string, body: object): Promise<Row> =>
    (await org.test.post(`/api/v1/${list}`).send(body).expect(201)).body;

  it('matches parts of words in any case, and all words in any order', async () => {
    const lake = await post('addresses', { ...PLACE, company: 'Lakeside Stores', contact: 'Jürgen 100%_x' });
    const other = await post('addresses', { ...PLACE, name: 'Dock', external_ref: 'DC-4711' });
    expect(await find('addresses', 'KESI')).toEqual([lake.id]);
    expect(await find('addresses', 'stores lake')).toEqual([lake.id]);
    expect(await find('addresses', '  angeles   dock ')).toEqual([other.id]);
    expect(await find('addresses', '4711')).toEqual([other.id]);
    expect(await find('addresses', 'main st')).toEqual([other.id, lake.id]);
    expect(await find('addresses', 'JÜRGEN')).toEqual([lake.id]);
    expect(await find('addresses', '100%_')).toEqual([lake.id]);
    for (const none of ['100_', 'lakeside dock', 'a%b', '\\\\\\', "'; DROP TABLE addresses; --"])
      expect(await find('addresses', none)).toEqual([]);
    await org.test.patch(`/api/v1/addresses/${lake.id}`).send({ company: 'Hilltop' }).expect(200);
    expect(await find('addresses', 'lakeside')).toEqual([]);
    expect(await find('addresses', 'hilltop')).toEqual([lake.id]);
  });

  it('finds products and customers', async () => {
    const product = await post('products', { sku: 'MP-24', name: 'Machine parts', description: 'Gears' });
    const customer = await post('customers', { name: 'Ann Lee', email: 'ann@acme.example' });
    expect(await find('products', 'mp-2')).toEqual([product.id]);
    expect(await find('products', 'gear machine')).toEqual([product.id]);
    expect(await find('customers', 'ACME.ex')).toEqual([customer.id]);
    expect(await find('customers', 'bob')).toEqual([]);
  });

  it('finds imported products by their latest values', async () => {
    const file = (name: string): string => `sku,name\nGK-1,${name}\n`;
    const load = (name: string) =>
      org.test.post('/api/v1/products/import').set('Content-Type', 'text/csv').send(file(name)).expect(200);
    await load('Gaskets');
    expect(await find('products', 'gasket')).toHaveLength(1);
    await load('Washers');
    expect(await find('products', 'gasket')).toEqual([]);
    expect(await find('products', 'washer')).toHaveLength(1);
  });

  it('finds shipments by number, reference, order and party', async () => {
    const quote = (await newQuote(org.test)) as Row & { quote_number: string };
    const request = {
      ...freightRequest(quote.id),
      references: [{ name: 'PO', value: 'REF-8812' }],
      orders: [{ number: 'ORD-5523' }],
    };
    const made = (await post('freight', request)) as Row & { bol_number: string; ship_to: { city: string } };
    const { body: booked } = await org.test.post(`/api/v1/freight/${made.id}/book`).expect(200);
    for (const word of [
      booked.pro_number.slice(1, 7),
      `${booked.pro_number.slice(0, 3)}-${booked.pro_number.slice(3)}`,
      made.bol_number.slice(4),
      quote.quote_number,
      'ef-881',
      'ord-55',
      `${booked.ship_from.company} ${booked.ship_to.city}`,
    ]) {
      expect([word, await find('freight', word)]).toEqual([word, [made.id]]);
      expect(await find('shipments', word)).toEqual([made.id]);
    }
    const pro = `${booked.pro_number.slice(0, 3)}-${booked.pro_number.slice(3)}`;
    const { body: byPro } = await org.test.get('/api/v1/freight').query({ pro_number: pro }).expect(200);
    expect(byPro.data.map(({ id }: Row) => id)).toEqual([made.id]);
    expect(await find('freight', 'ref-8812', '&status=draft')).toEqual([]);
    expect(await find('freight', 'ref-8812', '&created[gte]=2026-01-01&attention=false')).toEqual([made.id]);
  });

  it('pages both ways, with and without the search index', async () => {
    const { test, id } = await app.organization();
    await app.sql.query(
      `INSERT INTO addresses (organization_id, mode, address, city, state, zip, company)
       SELECT $1, 'test', '1 Main St', 'Los Angeles', 'CA', '90001', CASE WHEN n <= 7 THEN 'Rare Co' ELSE 'Common Co' END
       FROM generate_series(1, 3000) n`,
      [id],
    );
    const walk = async (q: string): Promise<number[]> => {
      const ids: number[] = [];
      for (let cursor = '', more = true; more; cursor = `&starting_after=${ids.at(-1)}`) {
        const { body } = await test.get(`/api/v1/addresses?q=${q}&limit=3${cursor}`).expect(200);
        ids.push(...body.data.map((row: Row) => row.id));
        more = body.has_more && ids.length < 30;
      }
      return ids;
    };
    const of = async (company: string, most: number): Promise<number[]> =>
      (
        await app.sql.query<Row[]>(
          'SELECT id FROM addresses WHERE organization_id = $1 AND company = $2 ORDER BY id DESC LIMIT $3',
          [id, company, most],
        )
      ).map((row) => row.id);
    expect(await walk('rare')).toEqual(await of('Rare Co', 100));
    expect(await walk('common')).toEqual(await of('Common Co', 30));
    const rare = await of('Rare Co', 100);
    expect(await find('addresses', 'rare', `&ending_before=${rare.at(-1)}&limit=2`, test)).toEqual(
      rare.slice(-3, -1),
    );
  });

  it('uses the search index for small tenants and words, also next to a tenant with nearly all rows', async () => {
    const [giant, other] = [await app.organization(), await app.organization()];
    await app.sql.query('DELETE FROM addresses');
    const fill = (id: number, mode: string, company: string, count: number) =>
      app.sql.query(
        `INSERT INTO addresses (organization_id, mode, address, city, state, zip, company)
         SELECT $1, $2, '1 Main St', 'Los Angeles', 'CA', '90001', $3 FROM generate_series(1, $4::int)`,
        [id, mode, company, count],
      );
    await fill(giant.id, 'test', 'Rare Co', 2);
    await fill(giant.id, 'live', 'Rare Co', 1);
    await fill(other.id, 'test', 'Rare Co', 5);
    await fill(giant.id, 'test', 'Common Co', 4_000);
    await app.sql.query('ANALYZE addresses');
    const recorder = new StatementRecorder(app);
    const sent = await recorder.record(async () =>
      expect(await find('addresses', 'rare', '', giant.test)).toHaveLength(2),
    );
    expect(sent.some(({ text }) => text.includes('organization_id + 0'))).toBe(true);
    expect(await find('addresses', 'rare', '', giant.live)).toHaveLength(1);
    expect(await find('addresses', 'rare', '', other.test)).toHaveLength(5);
  });

  it('finds only records of the tenant', async () => {
    await post('customers', { name: 'Zebrafish' });
    expect(await find('customers', 'zebra')).toHaveLength(1);
    const stranger = await app.organization();
    expect(await find('customers', 'zebra', '', stranger.test)).toEqual([]);
    expect(await find('customers', 'zebra', '', org.live)).toEqual([]);
  });

  it.each(['', 'ab', 'a b c d', 'ab cd', 'one two three four five six', 'x'.repeat(101), 'abc\u0007'])(
    'rejects %j',
    async (q) => {
      const { body } = await org.test.get(`/api/v1/freight?q=${encodeURIComponent(q)}`).expect(400);
      expect(body.error.param).toBe('q');
    },
  );

  it.each(['freight', 'shipments', 'addresses', 'products', 'customers'])(
    'of %s returns 503 when it takes too long',
    async (list) => {
      const table = list === 'shipments' ? 'freight' : list;
      await app.sql.transaction(async (manager) => {
        await manager.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        const { body, headers } = await org.test.get(`/api/v1/${list}?q=anything`).expect(503);
        expect(body.error.code).toBe('search_timeout');
        expect(headers['retry-after']).toBe('1');
      });
    },
  );

  it('works without the search index', async () => {
    await app.sql.query('DROP INDEX "IDX_customers_search"');
    await post('customers', { name: 'Quagga' });
    expect(await find('customers', 'uagg')).toHaveLength(1);
  });
});
