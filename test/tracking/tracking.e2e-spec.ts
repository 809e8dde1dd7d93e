import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_CARRIER_NAME, Fixture } from '../support/fixture.js';

describe('tracking', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  describe('a tracking number', () => {
    it('starts as pending, with the fields of both shapes', async () => {
      const response = await bench
        .startTracking({ tracking_number: '012-345 678', customer_id: 4 })
        .expect(201);
      expect(response.body).toEqual({
        object: 'tracked_shipment',
        id: expect.any(Number),
        tracking_number: '012-345 678',
        carrier: DEFAULT_CARRIER_NAME,
        carrier_name: DEFAULT_CARRIER_NAME,
        freight_id: null,
        customer_id: 4,
        status: 'pending',
        location: null,
        source: 'manual',
        estimated_delivery: null,
        estimated_delivery_date: null,
        pickup_date: null,
        tracking_url: null,
        signed_by: null,
        delivered_at: null,
        events: [],
        last_checked_at: null,
        stale: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      expect(response.headers.location).toBe('/api/v1/tracking/012-345%20678');
      expect(await bench.getTracking('012-345 678')).toEqual(response.body);
    });

    it('is found regardless of case and separators', async () => {
      const { body } = await bench.startTracking({ tracking_number: 'ab-012 3' }).expect(201);
      for (const number of ['AB0123', 'ab 01-23', 'ab0123'])
        expect((await bench.getTracking(number)).id).toBe(body.id);
      await bench.org.live.get('/api/v1/tracking/AB123').expect(404);
    });

    it('returns the existing record if it is already tracked', async () => {
      const { body } = await bench.startTracking({ tracking_number: '5001' }).expect(201);
      for (const again of [{ tracking_number: '50-01' }, { tracking_number: '5001', carrier: 'fxfe' }]) {
        const response = await bench.startTracking(again).expect(200);
        expect(response.body).toEqual(body);
        expect(response.headers.location).toBeUndefined();
      }
    });

    it('is rejected for a second carrier', async () => {
      await bench.startTracking({ tracking_number: '5002', carrier: 'Some Trucker' }).expect(201);
      await bench.startTracking({ tracking_number: '5002', carrier: 'SOME TRUCKER ' }).expect(200);
      const { body } = await bench.startTracking({ tracking_number: '5002', carrier: 'XPO' }).expect(422);
      expect(body.error.code).toBe('tracking_carrier_conflict');
    });

    it('accepts an unknown carrier, a SCAC and a carrier name', async () => {
      const name = async (number: string, named: string) =>
        (await bench.startTracking({ tracking_number: number, carrier: named }).expect(201)).body.carrier;
      expect(await name('1', 'Some Trucker')).toBe('Some Trucker');
      expect(await name('2', 'xpol')).toBe('XPO');
      expect(await name('3', 'saia ltl freight')).toBe('Saia LTL Freight');
    });

    it('becomes one record when concurrent requests start it', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => bench.startTracking({ tracking_number: '5003' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    });

    it('can be stopped and started again', async () => {
      const { body } = await bench.startTracking({ tracking_number: '5004' }).expect(201);
      const stop = () => bench.org.live.delete('/api/v1/tracking/5004');
      expect((await stop().expect(200)).body).toEqual({ object: 'tracking', deleted: true });
      await stop().expect(404);
      await bench.org.live.get('/api/v1/tracking/5004').expect(404);
      expect((await bench.startTracking({ tracking_number: '5004' }).expect(201)).body.id).not.toBe(body.id);
    });

    it('belongs to one organization and mode', async () => {
      await bench.startTracking({ tracking_number: '5005' }).expect(201);
      const stranger = await bench.app.organization();
      for (const client of [bench.org.test, stranger.live]) {
        await client.get('/api/v1/tracking/5005').expect(404);
        await client.delete('/api/v1/tracking/5005').expect(404);
        await client.post('/api/v1/tracking/5005/refresh').expect(404);
        await client.post('/api/v1/tracking').send({ tracking_number: '5005' }).expect(201);
      }
    });

    it.each([
      [{}, 'tracking_number'],
      [{ tracking_number: '' }, 'tracking_number'],
      [{ tracking_number: '   ' }, 'tracking_number'],
      [{ tracking_number: '- -' }, 'tracking_number'],
      [{ tracking_number: 'x'.repeat(51) }, 'tracking_number'],
      [{ tracking_number: 12345 }, 'tracking_number'],
      [{ tracking_number: '1', carrier: '' }, 'carrier'],
      [{ tracking_number: '1', carrier: 5 }, 'carrier'],
      [{ tracking_number: '1', carrier: 'x'.repeat(256) }, 'carrier'],
      [{ tracking_number: '1', customer_id: -1 }, 'customer_id'],
    ])('is rejected as %j', async (body, param) => {
      const answer = await bench.startTracking(body).expect(400);
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param });
    });

    it('accepts the maximum length in any script', async () => {
      const number = 'ß'.repeat(50);
      await bench.startTracking({ tracking_number: number }).expect(201);
      expect((await bench.getTracking(number)).tracking_number).toBe(number);
      await bench.org.live.get('/api/v1/tracking/%00').expect(404);
      await bench.org.live.get(`/api/v1/tracking/${'9'.repeat(500)}`).expect(404);
    });
  });

  it('lists tracked numbers newest first, in both directions and by customer', async () => {
    for (const number of ['1', '2', '3']) {
      await bench.startTracking({ tracking_number: number, customer_id: number === '2' ? 9 : 8 }).expect(201);
    }
    await bench.org.live.delete('/api/v1/tracking/1').expect(200);
    const list = async (query: string) =>
      (await bench.org.live.get(`/api/v1/tracking?${query}`).expect(200)).body;
    const numbers = async (query: string) =>
      (await list(query)).data.map((record: { tracking_number: string }) => record.tracking_number);
    expect(await list('limit=1')).toMatchObject({ object: 'list', url: '/api/v1/tracking', has_more: true });
    expect(await numbers('')).toEqual(['3', '2']);
    expect(await numbers('customer_id=9')).toEqual(['2']);
    const [newest, oldest] = (await list('')).data;
    expect(await numbers(`starting_after=${newest.id}`)).toEqual(['2']);
    expect(await numbers(`ending_before=${oldest.id}`)).toEqual(['3']);
    expect((await bench.org.live.get('/api/v1/tracking?limit=0').expect(400)).body.error.param).toBe('limit');
  });

  it('uses another object name under shape B, except when tracking stops', async () => {
    await bench.startTracking({ tracking_number: '5006' }).expect(201);
    const accept = 'application/vnd.freight.shape-b+json';
    const { body } = await bench.org.live.get('/api/v1/tracking/5006').set('Accept', accept).expect(200);
    expect(body).toEqual({ ...(await bench.getTracking('5006')), object: 'tracking' });
    const stopped = await bench.org.live.delete('/api/v1/tracking/5006').set('Accept', accept).expect(200);
    expect(stopped.body).toEqual({ object: 'tracking', deleted: true });
  });
});
