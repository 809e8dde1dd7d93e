import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TRACKING_STATUSES } from '../../src/domain/tracking-status.js';
import { FREIGHT_STATUSES } from '../../src/features/freight/record/freight-states.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';
import { StatementRecorder } from '../support/statement-recorder.js';

interface Row {
  id: number;
}

const ADDRESS = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };

describe('filters', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const idsOf = async (path: string, who = org): Promise<number[]> =>
    (await who.test.get(`/api/v1/${path}`).expect(200)).body.data.map(({ id }: Row) => id);
  const refused = async (path: string): Promise<string> =>
    (await org.test.get(`/api/v1/${path}`).expect(400)).body.error.param;

  describe('by time', () => {
    let owner: TestOrganization;
    let ids: number[];
    const TIMES = ['2026-03-01T23:59:59.999999Z', '2026-03-02T00:00:00Z', '2026-03-02T12:00:00.123456Z'];

    beforeAll(async () => {
      owner = await app.organization();
      ids = [];
      for (const time of TIMES) {
        const { body } = await owner.test.post('/api/v1/addresses').send(ADDRESS).expect(201);
        ids.push(body.id);
        await app.sql.query('UPDATE addresses SET created_at = $2 WHERE id = $1', [body.id, time]);
      }
    });

    it.each([
      ['created[gte]=2026-03-02', [2, 1]],
      ['created[gt]=2026-03-01', [2, 1]],
      ['created[gt]=2026-03-02', []],
      ['created[lt]=2026-03-02', [0]],
      ['created[lte]=2026-03-01', [0]],
      ['created[lte]=2026-03-02', [2, 1, 0]],
      ['created[gte]=2026-03-02T12:00:00.123Z', [2]],
      ['created[gt]=2026-03-02T12:00:00.123Z', []],
      ['created[lte]=2026-03-02T12:00:00.123Z', [2, 1, 0]],
      ['created[lt]=2026-03-02T12:00:00.123Z', [1, 0]],
      ['created[gte]=2026-03-02T01:00:00%2B01:00&created[lt]=2026-03-02T12:00:00', [1]],
      ['created%5Bgte%5D=2026-03-02&created[gte]=2026-03-01&created[lt]=2026-03-02', null],
      ['created[gt]=2026-03-02&created[lt]=2026-03-02', []],
    ])('returns the matching records for %s', async (query, places) => {
      if (places === null) return void (await owner.test.get(`/api/v1/addresses?${query}`).expect(400));
      expect(await idsOf(`addresses?${query}`, owner)).toEqual(places.map((place) => ids[place]));
    });

    it('includes a record whose transaction began before that of an older record', async () => {
      const { test } = await app.organization();
      const made: number[] = [];
      for (const time of ['2026-03-01T12:05:00Z', '2026-03-01T12:00:00Z', '2026-03-01T12:09:00Z']) {
        const { body } = await test.post('/api/v1/addresses').send(ADDRESS).expect(201);
        made.push(body.id);
        await app.sql.query('UPDATE addresses SET created_at = $2 WHERE id = $1', [body.id, time]);
      }
      const { body } = await test
        .get('/api/v1/addresses?created[gte]=2026-03-01T12:04:00Z&created[lt]=2026-03-01T12:06:00Z')
        .expect(200);
      expect(body.data.map(({ id }: Row) => id)).toEqual([made[0]]);
    });

    it.each([
      'created[gte]=yesterday',
      'created[lt]=2026-02-30',
      'created=2026-03-01',
      'created[eq]=2026-03-01',
    ])('rejects %s', async (query) => expect(await refused(`addresses?${query}`)).toBe(query.split('=')[0]));
  });

  describe('for shipments', () => {
    interface Shipment extends Row {
      bol_number: string;
      quote: { id: number };
      carrier: { scac: string };
    }
    let shipments: Shipment[];

    beforeAll(async () => {
      shipments = [];
      for (let count = 0; count < 4; count++) shipments.push((await newFreight(org.test)) as Shipment);
      await org.test.post(`/api/v1/freight/${shipments[1]!.id}/cancel`).expect(200);
      await org.test.post(`/api/v1/freight/${shipments[2]!.id}/book`).expect(200);
    }, 60_000);

    it('accept several statuses, ignore duplicates and page over them', async () => {
      const [a, b, c, d] = shipments.map(({ id }) => id);
      expect(await idsOf('freight?status=draft,voided')).toEqual([d, b, a]);
      expect(await idsOf('freight?status=voided,voided')).toEqual([b]);
      expect(await idsOf(`freight?status=draft,voided&limit=1&starting_after=${d}`)).toEqual([b]);
      expect(await idsOf(`freight?status=draft,voided&limit=1&ending_before=${a}`)).toEqual([b]);
      expect(await idsOf('freight?created[gte]=2026-01-01&status=draft,voided')).toEqual([d, b, a]);
      expect(await idsOf('freight')).toEqual([d, c, b, a]);
    });

    it('read at most 50 parts in one statement and return the same as with fewer values', async () => {
      const tracked = shipments[3]!.id;
      await app.sql.query(`UPDATE freight SET tracking_status = 'exception' WHERE id = $1`, [tracked]);
      const every = `status=${FREIGHT_STATUSES.join()}&tracking_status=${TRACKING_STATUSES.join()}`;
      const recorder = new StatementRecorder(app);
      for (const query of [every, `${every}&attention=true`, `${every}&attention=true&reference=none`]) {
        const sent = await recorder.record(() => org.test.get(`/api/v1/freight?${query}`).expect(200));
        const parts = sent.map(({ text }) => text.split('UNION ALL').length);
        expect(Math.max(...parts)).toBeGreaterThan(1);
        expect(Math.max(...parts)).toBeLessThanOrEqual(50);
      }
      expect(await idsOf(`freight?${every}`)).toEqual(
        await idsOf(`freight?tracking_status=${TRACKING_STATUSES.join()}`),
      );
      expect(await idsOf(`freight?${every}&attention=true`)).toEqual([tracked]);
      await app.sql.query('UPDATE freight SET tracking_status = NULL WHERE id = $1', [tracked]);
    });

    it('reject an unknown and an empty status', async () => {
      for (const value of ['draft,lost', 'draft,', '', 'Draft']) {
        expect(await refused(`freight?status=${value}`)).toBe('status');
      }
    });

    it('find them by number, quote and carrier', async () => {
      const { id, bol_number: bol, quote, carrier } = shipments[0]!;
      expect(await idsOf(`freight?bol_number=${bol}`)).toEqual([id]);
      expect(await idsOf(`freight?quote_id=${quote.id}`)).toContain(id);
      expect(await idsOf(`freight?carrier=${carrier.scac.toLowerCase()}`)).toContain(id);
      expect(await idsOf('freight?carrier=ZZZZ')).toEqual([]);
      expect(await refused('freight?carrier=too-long')).toBe('carrier');
    });

    it('find them by pickup date', async () => {
      const { id } = shipments[2]!;
      await app.sql.query(`UPDATE freight SET pickup_date = CURRENT_DATE + 1 WHERE id = $1`, [id]);
      const [{ day }] = await app.sql.query(`SELECT (CURRENT_DATE + 1)::text AS day`);
      expect(await idsOf(`freight?pickup_date[gte]=${day}&pickup_date[lte]=${day}`)).toEqual([id]);
      expect(await idsOf(`freight?pickup_date[gt]=${day}`)).toEqual([]);
      expect(await refused('freight?pickup_date[gte]=2026-01-01T00:00:00Z')).toBe('pickup_date[gte]');
    });
  });

  it('find them by any of their references', async () => {
    const { test } = await app.organization();
    const made: number[] = [];
    for (const values of [['A', 'B', 'C'], ['B'], ['C', 'B'], ['B', 'B'], []]) {
      const { id } = (await newFreight(test)) as Row;
      const references = values.map((value) => ({ name: 'PO', value }));
      await test.patch(`/api/v1/freight/${id}`).send({ references }).expect(200);
      made.push(id);
    }
    const of = async (query: string): Promise<number[]> =>
      (await test.get(`/api/v1/freight?${query}`).expect(200)).body.data.map(({ id }: Row) =>
        made.indexOf(id),
      );
    expect(await of('reference=B')).toEqual([3, 2, 1, 0]);
    expect(await of('reference=C')).toEqual([2, 0]);
    expect(await of('reference=A&status=draft,voided')).toEqual([0]);
    expect(await of('reference=b')).toEqual([]);
    expect(await of(`reference=B&limit=2&starting_after=${made[3]}`)).toEqual([2, 1]);
  }, 60_000);

  it('find them by tracking status and expected delivery', async () => {
    const { test } = await app.organization();
    const draft = (await newFreight(test)) as Row;
    const made: number[] = [];
    for (const event of ['picked_up', 'exception', 'delivered', null]) {
      const { id } = (await newFreight(test)) as Row;
      await test.post(`/api/v1/freight/${id}/book`).expect(200);
      if (event)
        await test.post(`/api/v1/sandbox/simulate/shipment.${event}`).send({ shipment_id: id }).expect(200);
      made.push(id);
    }
    const of = async (query: string): Promise<number[]> =>
      (await test.get(`/api/v1/freight?${query}`).expect(200)).body.data.map(({ id }: Row) =>
        made.indexOf(id),
      );
    expect(await of('tracking_status=picked_up')).toEqual([0]);
    expect(await of('tracking_status=exception,delivered')).toEqual([2, 1]);
    expect(await of('tracking_status=pending')).toEqual([3]);
    const { body } = await test.get(`/api/v1/freight/${made[3]}`).expect(200);
    expect(body.tracking_status).toBe('pending');
    expect((await test.get(`/api/v1/freight/${draft.id}`).expect(200)).body.tracking_status).toBe(null);
    const day = body.estimated_delivery_date;
    expect(await of(`estimated_delivery_date[gte]=${day}&estimated_delivery_date[lte]=${day}`)).toContain(3);
    expect(await of(`estimated_delivery_date[gt]=${day}`)).not.toContain(3);
    await test.post(`/api/v1/freight/${made[3]}/cancel`).expect(200);
    expect(await of('tracking_status=cancelled')).toEqual([3]);
  }, 60_000);

  it('find those that need attention', async () => {
    const { test } = await app.organization();
    const made: Record<string, number> = {};
    const shipment = async (name: string, change = ''): Promise<number> => {
      const { id } = (await newFreight(test)) as Row;
      if (change) await app.sql.query(`UPDATE freight SET ${change} WHERE id = $1`, [id]);
      return (made[name] = id);
    };
    await shipment('draft');
    await shipment('declined', `status_reason = 'No capacity'`);
    await shipment('by hand', `status = 'created'`);
    await shipment('just sent', `status = 'tendered'`);
    await shipment('unheard', `status = 'tendered', updated_at = now() - interval '16 minutes'`);
    await shipment('not sent', `status = 'booked', updated_at = now() - interval '16 minutes'`);
    await shipment('missed', `status = 'scheduled', pickup_status = 'missed'`);
    await shipment('refused', `status = 'carrier_accepted', status_reason = 'Too late'`);
    await shipment('picked up late', `status = 'in_transit', pickup_status = 'missed', status_reason = 'x'`);
    const held = await shipment('held');
    await test.post('/api/v1/sandbox/simulate/shipment.exception').send({ shipment_id: held }).expect(200);
    const of = async (query: string): Promise<string[]> => {
      const { body } = await test.get(`/api/v1/freight?${query}`).expect(200);
      return body.data.map(({ id }: Row) => Object.keys(made).find((name) => made[name] === id));
    };
    const waiting = ['held', 'refused', 'missed', 'not sent', 'unheard', 'by hand', 'declined'];
    expect(await of('attention=true&limit=100')).toEqual(waiting);
    expect(await of('attention=false&limit=100')).toEqual(['picked up late', 'just sent', 'draft']);
    expect(await of(`attention=true&limit=2&starting_after=${made.missed}`)).toEqual(['not sent', 'unheard']);
    expect(await of('attention=true&status=draft')).toEqual(['declined']);
    await test.post('/api/v1/sandbox/simulate/shipment.delivered').send({ shipment_id: held }).expect(200);
    expect(await of('attention=true&limit=1')).toEqual(['refused']);
    expect(await refused('freight?attention=yes')).toBe('attention');
  }, 60_000);

  it('return quotes of several statuses once', async () => {
    const { test } = await app.organization();
    const { quote } = (await newFreight(test)) as Row & { quote: Row };
    const active = (await test.get('/api/v1/quotes?limit=100').expect(200)).body.data;
    await app.sql.query(`UPDATE quotes SET expires_at = now() - interval '1 day' WHERE id = $1`, [quote.id]);
    const both = await test.get('/api/v1/quotes?status=expired,active&limit=100').expect(200);
    expect(both.body.data.map(({ id }: Row) => id)).toEqual(active.map(({ id }: Row) => id));
    const gone = await test.get('/api/v1/quotes?status=expired,booked').expect(200);
    expect(gone.body.data.map(({ id }: Row) => id)).toEqual([quote.id]);
  });

  it('combine with AND', async () => {
    const { test } = await app.organization();
    const body = { name: 'Ann', external_ref: 'A-1', email: 'ann@acme.example' };
    const { id } = (await test.post('/api/v1/customers').send(body).expect(201)).body;
    await test
      .post('/api/v1/customers')
      .send({ ...body, external_ref: 'A-2' })
      .expect(201);
    const found = await test
      .get('/api/v1/customers?email=ann@acme.example&external_ref=A-1&created[gte]=2026-01-01')
      .expect(200);
    expect(found.body.data.map((row: Row) => row.id)).toEqual([id]);
    await test.get('/api/v1/customers?email=').expect(400);
  });
});
