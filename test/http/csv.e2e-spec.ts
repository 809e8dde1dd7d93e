import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type TestAgent from 'supertest/lib/agent.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations } from '../support/openapi-document.js';
import { fillPath, seedResources, type SeededResources } from '../support/seeded-resources.js';

const ADDRESS = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };
type Cells = Record<string, string>;

const lists = operations.filter((operation) => 'x-csv' in operation);

describe('lists as CSV', () => {
  let app: TestApp;
  let org: TestOrganization;
  let world: SeededResources;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
    world = await seedResources(app, org);
  }, 60_000);
  afterAll(() => app.close());

  const csv = async (path: string, client: TestAgent = org.test): Promise<string> => {
    const { text, headers } = await client.get(path).set('Accept', 'text/csv').expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.vary).toMatch(/Accept/);
    return text;
  };
  const rows = async (path: string, client?: TestAgent): Promise<Cells[]> =>
    parse(await csv(path, client), { columns: true, bom: false });

  /** Each request adds a row to the request log, so the test lists only older rows. */
  const olderRequests = async (): Promise<string> => {
    const { body } = await org.test.get('/api/v1/requests').expect(200);
    return `/api/v1/requests?starting_after=${body.data[0].id}`;
  };

  it('are covered by these tests', () => expect(lists.length).toBeGreaterThan(12));

  it.each(lists.map(({ path, operationId }) => [operationId, path] as const))(
    'of %s contain the records of the list, or only the header',
    async (_id, template) => {
      const path = template.endsWith('/requests') ? await olderRequests() : fillPath(world, template);
      const whole = /\/(group|reports)\/|\/(adapters|event-types)$/.test(path)
        ? path
        : `${path}${path.includes('?') ? '&' : '?'}limit=100`;
      const { body } = await org.test.get(whole).expect(200);
      const text = await csv(path);
      const records = parse(text, { columns: true }) as Cells[];
      const name = (record: { id?: unknown; customer_id?: unknown }): string =>
        String(record.id ?? record.customer_id ?? '');
      expect(records.map(name)).toEqual(body.data.map(name));
      expect(text.endsWith('\r\n')).toBe(true);
      // Every organization has rows in these lists.
      if (/\{|(adapters|audit-log|carriers|carrier-connections|event-types|keys|requests)$/.test(template))
        return;
      const none = await csv(path, org.live);
      expect(none).toBe(text.slice(0, text.indexOf('\r\n') + 2));
    },
  );

  it('are JSON if the client prefers it, and errors are always JSON', async () => {
    for (const accept of ['*/*', 'application/json, text/csv', 'text/csv;q=0.5, application/json'])
      expect((await org.test.get('/api/v1/freight').set('Accept', accept)).type).toBe('application/json');
    const shapeB = 'application/vnd.freight.shape-b+json, text/csv;q=0.5';
    const { type, body: page } = await org.test.get('/api/v1/freight').set('Accept', shapeB);
    expect([type, page.data[0].object]).toEqual(['application/json', 'shipment']);
    for (const [query, param] of [
      ['limit=0', 'limit'],
      ['status=lost', 'status'],
      ['ending_before=3', 'ending_before'],
      ['colour=red', 'colour'],
    ] as const) {
      const { body } = await org.test.get(`/api/v1/freight?${query}`).set('Accept', 'text/csv').expect(400);
      expect(body.error.param).toBe(param);
    }
    await app.client().get('/api/v1/freight').set('Accept', 'text/csv').expect(401);
  });

  it('accept the filters of the list', async () => {
    expect((await rows('/api/v1/freight?status=draft')).map(({ id }) => id)).toEqual([String(world.draft)]);
    const [shipment] = await rows(`/api/v1/freight?status=delivered`);
    expect(shipment).toMatchObject({
      id: String(world.freight),
      'carrier.scac': expect.stringMatching(/^SIM/),
    });
    expect(await rows('/api/v1/quotes?limit=2')).toHaveLength(2);
  });

  it('contain up to 10,000 rows from all pages and can be continued', async () => {
    const owner = await app.organization();
    await app.sql.query(
      `INSERT INTO products (organization_id, mode, sku) SELECT $1, 'test', 'P-' || n FROM generate_series(1, 10050) n`,
      [owner.id],
    );
    const first = await rows('/api/v1/products', owner.test);
    expect(first).toHaveLength(10_000);
    expect(new Set(first.map(({ sku }) => sku)).size).toBe(10_000);
    expect(first[0]!.sku).toBe('P-10050');
    const rest = await rows(`/api/v1/products?starting_after=${first.at(-1)!.id}`, owner.test);
    expect(rest.map(({ sku }) => sku)).toEqual(Array.from({ length: 50 }, (_, at) => `P-${50 - at}`));
  }, 60_000);

  it('contain no spreadsheet formulas', async () => {
    const { test } = await app.organization();
    const names = ['=HYPERLINK("http://x")', '+1 555', '-2', '@sum', "'=1", 'a,"b"'];
    for (const name of names) await test.post('/api/v1/customers').send({ name }).expect(201);
    const cells = (await rows('/api/v1/customers', test)).map(({ name }) => name);
    expect(cells.toReversed()).toEqual([...names.slice(0, 5).map((name) => `'${name}`), 'a,"b"']);
  });

  const withoutTimes = (record: object) => ({ ...record, id: 0, created_at: '', updated_at: '' });

  it.each([
    [
      'addresses',
      [
        {
          ...ADDRESS,
          external_ref: 'A-1',
          company: '=1+1',
          contact: "'=x",
          phone: '+1 555 1',
          hours: { open: '08:00', close: '16:30' },
        },
        {
          ...ADDRESS,
          external_ref: 'A-2',
          name: 'Dock, "north"',
          location_type: 'limited_access',
          limited_access: 'school',
          accessorials: { destination_liftgate: true },
          instructions: 'Ring\ntwice',
        },
      ],
    ],
    [
      'products',
      [
        {
          sku: '-P1',
          name: '@parts',
          freight_class: '92.5',
          weight: 500.5,
          length: 48,
          width: 40,
          height: 48,
          pieces: 3,
        },
        {
          sku: 'P2',
          description: 'Paint',
          density_rule: true,
          stackable: false,
          hazmat: {
            un_number: 'UN1263',
            proper_shipping_name: 'Paint',
            hazard_class: '3',
            packing_group: 'II',
          },
        },
      ],
    ],
  ])('of %s can be imported again unchanged', async (list, bodies) => {
    const [from, to] = [await app.organization(), await app.organization()];
    for (const body of bodies) await from.test.post(`/api/v1/${list}`).send(body).expect(201);
    const file = await csv(`/api/v1/${list}`, from.test);
    const load = (who: TestOrganization) =>
      who.test.post(`/api/v1/${list}/import`).set('Content-Type', 'text/csv').send(file).expect(200);
    expect((await load(from)).body).toMatchObject({ unchanged: 2 });
    await load(to);
    const stored = async ({ test }: TestOrganization) =>
      (await test.get(`/api/v1/${list}`).expect(200)).body.data.map(withoutTimes);
    expect(await stored(to)).toEqual(await stored(from));
  });
});
