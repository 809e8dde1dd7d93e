import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierFault } from '../../src/features/carriers/carrier-adapter.js';
import { TrackingRefreshService } from '../../src/features/tracking/tracking-refresh.service.js';
import { listFreightEvents } from '../support/freight-events.js';
import { connectLiveCarrier, hangUntilAborted, CarrierWithoutBookingApi } from '../support/fake-carrier.js';
import { DEFAULT_CARRIER_NAME, buildScan, Fixture } from '../support/fixture.js';

describe('tracking by', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  describe('a check with the carrier', () => {
    it('stores the carrier’s response', async () => {
      await bench.startTracking({ tracking_number: '60-01' }).expect(201);
      bench.carrier.scans = [buildScan('in_transit', 3, 'Omaha, NE'), buildScan('picked_up', 2)];
      bench.carrier.estimatedDelivery = '2026-12-05';
      const body = await bench.refresh('6001');
      expect(bench.carrier.tracked).toEqual(['60-01']);
      expect(body).toMatchObject({
        status: 'in_transit',
        location: 'Omaha, NE',
        source: 'carrier',
        estimated_delivery: '2026-12-05',
        stale: false,
        last_checked_at: expect.any(String),
        events: [
          {
            status: 'picked_up',
            description: 'It is picked_up',
            location: 'Denver, CO',
            occurred_at: '2026-12-02T12:00:00.000Z',
          },
          { status: 'in_transit' },
        ],
      });
      expect(await bench.getTracking('6001')).toEqual(body);
      expect(await listFreightEvents(bench.app, body.id)).toEqual([
        {
          type: 'shipment.picked_up',
          data: {
            shipment: {
              id: body.id,
              freight_id: null,
              proNumber: '60-01',
              status: 'PICKED_UP',
              location: 'Denver, CO',
              carrier: DEFAULT_CARRIER_NAME,
            },
          },
        },
        {
          type: 'shipment.in_transit',
          data: { shipment: expect.objectContaining({ status: 'IN_TRANSIT' }) },
        },
      ]);
    });

    it.each([
      ['is broken', async () => Promise.reject(new CarrierFault('HTTP 500'))],
      ['has a fault in its adapter', async () => Promise.reject(new TypeError('no such field'))],
      ['never answers', hangUntilAborted],
    ])('returns the stored state marked stale when the carrier %s', async (_name, act) => {
      await bench.startTracking({ tracking_number: '6002' }).expect(201);
      bench.carrier.scans = [buildScan('picked_up', 2)];
      const before = await bench.refresh('6002');
      bench.carrier.behavior.track = act;
      expect(await bench.refresh('6002')).toEqual({ ...before, stale: true });
      bench.carrier.behavior = {};
      expect(await bench.refresh('6002')).toMatchObject({ stale: false });
    });

    it('is rejected for a carrier that is unknown, not connected or cannot track', async () => {
      await connectLiveCarrier(bench.app, bench.org, new CarrierWithoutBookingApi(), 'SAIA');
      for (const [number, named] of Object.entries({ 1: 'Some Trucker', 2: 'XPO', 3: 'SAIA' })) {
        await bench.startTracking({ tracking_number: number, carrier: named }).expect(201);
        expect(await bench.refresh(number)).toMatchObject({
          stale: true,
          last_checked_at: null,
          status: 'pending',
        });
      }
    });

    it('ignores invalid scans', async () => {
      await bench.startTracking({ tracking_number: '6003' }).expect(201);
      bench.carrier.scans = [
        buildScan('teleported', 2),
        { ...buildScan('in_transit', 2), occurredAt: new Date(Number.NaN) },
        { ...buildScan('in_transit', 2), occurredAt: new Date(8.64e15) },
        { ...buildScan('picked_up', 2), location: `a\0b${'x'.repeat(300)}`, description: undefined as never },
      ];
      const { status, events } = await bench.refresh('6003');
      expect(status).toBe('picked_up');
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ description: '', location: expect.stringMatching(/^a bx{200,}$/) });
    });

    it('runs when due, in one process only, until delivery', async () => {
      const due = () => bench.app.app.get(TrackingRefreshService).refreshDue();
      await bench.startTracking({ tracking_number: '6004' }).expect(201);
      bench.carrier.scans = [buildScan('picked_up', 2)];
      await Promise.all([due(), due(), due()]);
      expect(bench.carrier.tracked).toEqual(['6004']);
      expect((await bench.getTracking('6004')).status).toBe('picked_up');
      await due();
      expect(bench.carrier.tracked).toHaveLength(1);
      bench.carrier.scans.push(buildScan('delivered', 5));
      await bench.app.sql.query(
        'UPDATE tracked_shipments SET next_check_at = now() WHERE next_check_at IS NOT NULL',
      );
      await due();
      expect(await bench.getTracking('6004')).toMatchObject({
        status: 'delivered',
        delivered_at: '2026-12-05T12:00:00.000Z',
      });
      const [row] = await bench.app.sql.query('SELECT next_check_at FROM tracked_shipments WHERE id = $1', [
        (await bench.getTracking('6004')).id,
      ]);
      expect(row.next_check_at).toBeNull();
    });

    it('stores scan codes, the signer and the carrier’s tracking URL, on shipments too', async () => {
      await bench.app.sql.query(
        "UPDATE carriers SET tracking_url = 'https://fx.example/?n={pro}' WHERE scac = 'FXFE'",
      );
      const { id, pro } = await bench.bookFreight();
      expect(await bench.getFreightTracking(id)).toMatchObject({
        signed_by: null,
        tracking_url: expect.any(String),
      });
      bench.carrier.scans = [
        { ...buildScan('delivered', 4), code: 'D1' },
        buildScan('picked_up', 2),
        { ...buildScan('in_transit', 3), code: 'x'.repeat(21) },
      ];
      bench.carrier.signedBy = 'B. Miller';
      const told = {
        signed_by: 'B. Miller',
        tracking_url: `https://fx.example/?n=${pro}`,
        events: [{ code: null }, { code: null }, { status: 'delivered', code: 'D1' }],
      };
      expect(await bench.refresh(pro)).toMatchObject(told);
      expect(await bench.getFreightTracking(id)).toMatchObject(told);
    });

    it('returns no tracking URL for a number that would change the URL', async () => {
      await bench.app.sql.query(
        "UPDATE carriers SET tracking_url = 'https://fx.example/?n={pro}' WHERE scac = 'FXFE'",
      );
      const { body } = await bench.startTracking({ tracking_number: '1&x=2' }).expect(201);
      expect(body.tracking_url).toBeNull();
    });

    it('spreads the next checks of many numbers checked at once', async () => {
      for (const number of ['7001', '7002', '7003', '7004'])
        await bench.startTracking({ tracking_number: number }).expect(201);
      await bench.app.app.get(TrackingRefreshService).refreshDue();
      const rows = await bench.app.sql.query(
        `SELECT round(extract(epoch FROM next_check_at - last_checked_at)) AS wait FROM tracked_shipments
         WHERE organization_id = $1`,
        [bench.org.id],
      );
      expect(new Set(rows.map(({ wait }: { wait: string }) => wait)).size).toBeGreaterThan(1);
    });

    it('is retried at the next due time after a failure', async () => {
      await bench.startTracking({ tracking_number: '6005' }).expect(201);
      bench.carrier.behavior.track = async () => Promise.reject(new CarrierFault('HTTP 500'));
      await bench.app.app.get(TrackingRefreshService).refreshDue();
      expect((await bench.getTracking('6005')).stale).toBe(true);
      const [row] = await bench.app.sql.query(
        `SELECT next_check_at BETWEEN now() + interval '26 minutes' AND now() + interval '34 minutes' AS soon
         FROM tracked_shipments WHERE organization_id = $1`,
        [bench.org.id],
      );
      expect(row.soon).toBe(true);
    });
  });
});
