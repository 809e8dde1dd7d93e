import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listFreightEvents, listFreightEventTypes } from '../support/freight-events.js';
import { newFreight } from '../support/factories.js';
import { DEFAULT_CARRIER_NAME, buildScan, Fixture } from '../support/fixture.js';

describe('tracking of', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  describe('a shipment', () => {
    it('starts with its PRO number and has no tracking before', async () => {
      const { id } = await newFreight(bench.org.live);
      expect(await bench.getFreightTracking(id)).toEqual({
        object: 'tracking',
        tracking_number: null,
        carrier_name: DEFAULT_CARRIER_NAME,
        status: 'pending',
        location: null,
        pickup_date: null,
        estimated_delivery: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        estimated_delivery_date: expect.any(String),
        tracking_url: null,
        signed_by: null,
        delivered_at: null,
        events: [],
      });
      const { body } = await bench.org.live.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(await bench.getFreightTracking(id)).toMatchObject({
        tracking_number: body.pro_number,
        status: 'pending',
      });
      expect(await bench.getTracking(body.pro_number)).toMatchObject({ freight_id: id, source: 'carrier' });
    });

    it('moves through its statuses with one event each', async () => {
      const { id, pro } = await bench.bookFreight();
      const steps = ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'];
      const statuses: string[] = [];
      for (const [index, step] of steps.entries()) {
        bench.carrier.scans.push(buildScan(step, index + 1));
        await bench.refresh(pro);
        await bench.refresh(pro);
        statuses.push((await bench.getFreight(id)).status);
      }
      expect(statuses).toEqual(['in_transit', 'in_transit', 'in_transit', 'delivered']);
      expect(await listFreightEventTypes(bench.app, id)).toEqual([
        'shipment.booked',
        ...steps.map((step) => `shipment.${step}`),
      ]);
      expect((await listFreightEvents(bench.app, id)).at(-1)!.data.shipment).toEqual({
        id,
        freight_id: id,
        proNumber: pro,
        status: 'DELIVERED',
        location: 'Denver, CO',
        carrier: DEFAULT_CARRIER_NAME,
      });
      expect(await bench.getFreightTracking(id)).toMatchObject({
        status: 'delivered',
        delivered_at: '2026-12-04T12:00:00.000Z',
        events: steps.map((status) => ({ status })),
      });
      await bench.org.live.post(`/api/v1/freight/${id}/cancel`).expect(422);
    });

    it('passes through skipped statuses when the carrier reports a later one', async () => {
      const { id, tracked } = await bench.bookFreight();
      await bench.record(tracked, buildScan('delivered', 5));
      expect((await bench.getFreight(id)).status).toBe('delivered');
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.delivered']);
    });

    it('never moves back because of late, repeated or concurrent scans', async () => {
      const { id, tracked } = await bench.bookFreight();
      const arrive = () =>
        bench.record(tracked, buildScan('out_for_delivery', 4), buildScan('in_transit', 3));
      await Promise.all([arrive(), arrive(), arrive()]);
      await bench.record(
        tracked,
        buildScan('picked_up', 2),
        buildScan('exception', 1),
        buildScan('in_transit', 3),
      );
      expect(await bench.getFreightTracking(id)).toMatchObject({
        status: 'out_for_delivery',
        location: 'Denver, CO',
      });
      expect((await bench.getFreightTracking(id)).events).toHaveLength(4);
      expect(await listFreightEventTypes(bench.app, id)).toEqual([
        'shipment.booked',
        'shipment.in_transit',
        'shipment.out_for_delivery',
      ]);
    });

    it('stores when a scan occurred and when it was received', async () => {
      const { tracked } = await bench.bookFreight();
      await bench.record(tracked, buildScan('picked_up', 2));
      const [row] = await bench.app.sql.query(
        `SELECT occurred_at = '2026-12-02T12:00:00Z' AS happened, created_at > now() - interval '1 minute' AS heard
         FROM tracking_scans WHERE tracked_shipment_id = $1`,
        [tracked],
      );
      expect(row).toEqual({ happened: true, heard: true });
    });

    it('leaves the exception status with the next regular scan', async () => {
      const { id, tracked } = await bench.bookFreight();
      await bench.record(tracked, buildScan('in_transit', 2));
      await bench.record(tracked, buildScan('exception', 3, 'Reno, NV'));
      expect(await bench.getFreightTracking(id)).toMatchObject({ status: 'exception', location: 'Reno, NV' });
      expect((await bench.getFreight(id)).status).toBe('in_transit');
      await bench.record(tracked, buildScan('in_transit', 4));
      expect((await bench.getFreightTracking(id)).status).toBe('in_transit');
      expect(await listFreightEventTypes(bench.app, id)).toEqual([
        'shipment.booked',
        'shipment.in_transit',
        'shipment.exception',
        'shipment.in_transit',
      ]);
    });

    it('is voided and releases its quote when the carrier cancels it', async () => {
      const { id, tracked } = await bench.bookFreight();
      await bench.record(tracked, buildScan('cancelled', 2));
      const freight = await bench.getFreight(id);
      expect(freight.status).toBe('voided');
      expect((await bench.getFreightTracking(id)).status).toBe('cancelled');
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.cancelled']);
      const { body: quote } = await bench.org.live.get(`/api/v1/quotes/${freight.quote.id}`);
      expect(quote.status).toBe('active');
    });

    it('stays voided whatever the carrier reports', async () => {
      const { id, tracked } = await bench.bookFreight();
      await bench.org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
      await bench.record(tracked, buildScan('picked_up', 2), buildScan('delivered', 4));
      expect((await bench.getFreight(id)).status).toBe('voided');
      expect((await bench.getFreightTracking(id)).status).toBe('cancelled');
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.cancelled']);
    });

    it('stays readable after tracking stops and can be tracked again', async () => {
      const { id, pro, tracked } = await bench.bookFreight();
      await bench.org.live.delete(`/api/v1/tracking/${pro}`).expect(200);
      await bench.org.live.get(`/api/v1/tracking/${pro}`).expect(404);
      await bench.record(tracked, buildScan('picked_up', 2));
      expect(await bench.getFreightTracking(id)).toMatchObject({ status: 'picked_up', tracking_number: pro });
      expect((await bench.startTracking({ tracking_number: pro }).expect(201)).body).toMatchObject({
        id: tracked,
        freight_id: id,
        status: 'picked_up',
      });
    });

    it('adopts a number that was tracked before, with its scans', async () => {
      const pro = '100000000';
      const { body: standing } = await bench
        .startTracking({ tracking_number: pro, carrier: 'Some Trucker' })
        .expect(201);
      await bench.record(standing.id, buildScan('picked_up', 2));
      const { id } = await newFreight(bench.org.live);
      const { body } = await bench.org.live.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(body).toMatchObject({ status: 'in_transit', pro_number: pro });
      expect(await bench.getTracking(pro)).toMatchObject({
        id: standing.id,
        freight_id: id,
        carrier: DEFAULT_CARRIER_NAME,
      });
      const events = await bench.app.sql.query(
        `SELECT type FROM events WHERE (data->'shipment'->>'freight_id')::bigint = $1 ORDER BY id`,
        [id],
      );
      expect(events.map(({ type }: { type: string }) => type)).toEqual([
        'shipment.booked',
        'shipment.picked_up',
      ]);
    });

    it('gets a PRO number that the carrier reuses, and the older shipment stays readable', async () => {
      const first = await bench.bookFreight();
      bench.carrier.booked.clear();
      const second = await bench.bookFreight();
      expect(second.pro).toBe(first.pro);
      expect((await bench.getTracking(first.pro)).freight_id).toBe(second.id);
      await bench.record(first.tracked, buildScan('picked_up', 2));
      expect((await bench.getFreightTracking(first.id)).status).toBe('picked_up');
      expect((await bench.getFreightTracking(second.id)).status).toBe('pending');
    });

    it('returns 404 to other organizations', async () => {
      const { id } = await bench.bookFreight();
      await bench.org.test.get(`/api/v1/freight/${id}/tracking`).expect(404);
      await bench.org.live.get('/api/v1/freight/abc/tracking').expect(404);
    });
  });
});
