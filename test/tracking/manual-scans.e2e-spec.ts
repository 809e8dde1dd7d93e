import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MissedPickupsService } from '../../src/features/freight/booking/missed-pickups.service.js';
import { listFreightEventTypes } from '../support/freight-events.js';
import { createTariff, freightRequest, newFreight, rateRequest } from '../support/factories.js';
import { Fixture } from '../support/fixture.js';
import { buildPng } from '../support/images.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const now = () => new Date().toISOString();
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('a scan recorded by hand', () => {
  let bench: Fixture;
  let serial = 0;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  /** Books a live shipment by the organization's own tariff, which has no API. */
  async function bookByTariff(): Promise<number> {
    await createTariff(bench.org.live, { scac: 'ACME' });
    const { data } = (await bench.org.live.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
    const quote = data.find(({ scac }: { scac: string }) => scac === 'ACME');
    const draft = await bench.org.live.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    await bench.book(draft.body.id).expect(200);
    return draft.body.id as number;
  }
  async function confirmed(): Promise<{ id: number; pro: string }> {
    const id = await bookByTariff();
    const pro = `4711${String(++serial).padStart(5, '0')}`;
    await bench.org.live.post(`/api/v1/freight/${id}/confirm`).send({ pro_number: pro }).expect(200);
    return { id, pro };
  }
  const scan = (id: number, body: object) => bench.org.live.post(`/api/v1/freight/${id}/scans`).send(body);
  const countScans = async () =>
    (
      await bench.app.sql.query(
        'SELECT count(*)::int AS count FROM tracking_scans WHERE organization_id = $1',
        [bench.org.id],
      )
    )[0].count as number;

  it('takes a shipment of an own tariff from the pickup to the invoice', async () => {
    const { id, pro } = await confirmed();
    const pickedUpAt = now();
    const { body: pickedUp } = await scan(id, { status: 'picked_up', occurred_at: pickedUpAt }).expect(200);
    expect(pickedUp).toMatchObject({ object: 'tracking', status: 'picked_up', tracking_number: pro });
    expect(await bench.getFreight(id)).toMatchObject({
      status: 'in_transit',
      tracking_status: 'picked_up',
      pickup: { status: 'confirmed' },
    });
    const deliveredAt = now();
    const { body } = await scan(id, {
      status: 'delivered',
      occurred_at: deliveredAt,
      city: 'Chicago',
      state: 'il',
      description: 'Left at dock 4',
      signed_by: 'Bob Ray',
      pieces: 2,
    }).expect(200);
    expect(body).toMatchObject({
      status: 'delivered',
      location: 'Chicago, IL',
      delivered_at: deliveredAt,
      signed_by: 'Bob Ray',
    });
    expect(body.events).toEqual([
      {
        status: 'picked_up',
        description: '',
        location: '',
        code: null,
        source: 'manual',
        signed_by: null,
        pieces: null,
        occurred_at: pickedUpAt,
      },
      {
        status: 'delivered',
        description: 'Left at dock 4',
        location: 'Chicago, IL',
        code: null,
        source: 'manual',
        signed_by: 'Bob Ray',
        pieces: 2,
        occurred_at: deliveredAt,
      },
    ]);
    expect(await bench.getFreightTracking(id)).toEqual(body);
    expect(await bench.getTracking(pro)).toMatchObject({ status: 'delivered', source: 'manual' });
    expect((await bench.getFreight(id)).status).toBe('delivered');
    expect(await bench.listInvoices(bench.org.live, id)).toMatchObject([{ status: 'open' }]);
    expect(await listFreightEventTypes(bench.app, id)).toEqual([
      'shipment.booked',
      'shipment.picked_up',
      'shipment.delivered',
    ]);
  });

  it('never moves the status back and has no effect when repeated', async () => {
    const { id } = await confirmed();
    const delivered = { status: 'delivered', occurred_at: now() };
    for (let repeat = 0; repeat < 2; repeat++) await scan(id, delivered).expect(200);
    const { body } = await scan(id, { status: 'out_for_delivery', occurred_at: now() }).expect(200);
    expect(body).toMatchObject({ status: 'delivered', events: [{}, {}] });
    expect(await bench.listInvoices(bench.org.live, id)).toHaveLength(1);
    expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.delivered']);
  });

  it('shows an exception in attention until the next scan', async () => {
    const { id } = await confirmed();
    await scan(id, { status: 'exception', occurred_at: now(), description: 'Consignee closed' }).expect(200);
    expect(await bench.listNeedingAttention()).toEqual([id]);
    await scan(id, { status: 'out_for_delivery', occurred_at: now() }).expect(200);
    expect(await bench.listNeedingAttention()).toEqual([]);
  });

  it('voids a shipment that the carrier canceled before the pickup', async () => {
    const { id } = await confirmed();
    await scan(id, { status: 'cancelled', occurred_at: now() }).expect(200);
    expect((await bench.getFreight(id)).status).toBe('voided');
    const { body } = await scan(id, { status: 'picked_up', occurred_at: now() }).expect(422);
    expect(body.error).toMatchObject({ code: 'freight_not_scannable' });
  });

  it('keeps the signer when a check with the carrier has none', async () => {
    const { id, pro } = await bench.bookFreight();
    await scan(id, { status: 'delivered', occurred_at: now(), signed_by: 'Bob Ray' }).expect(200);
    expect(await bench.refresh(pro)).toMatchObject({ status: 'delivered', signed_by: 'Bob Ray' });
  });

  it('may report a late or early pickup, but no other scan from before the pickup day', async () => {
    const { id } = await confirmed();
    await bench.app.sql.query(
      `UPDATE freight SET created_at = created_at - interval '9 days' WHERE id = $1`,
      [id],
    );
    await scan(id, { status: 'picked_up', occurred_at: daysAgo(3) }).expect(200);
    const { body } = await scan(id, { status: 'delivered', occurred_at: daysAgo(5) }).expect(400);
    expect(body.error).toMatchObject({ code: 'date_out_of_range', param: 'occurred_at' });
    await scan(id, { status: 'picked_up', occurred_at: daysAgo(5) }).expect(200);
    expect((await bench.getFreight(id)).status).toBe('in_transit');
  });

  it.each([
    ['occurred_at', 'missing_parameter', { occurred_at: undefined }],
    ['status', 'missing_parameter', { status: undefined }],
    ['status', 'invalid_value', { status: 'lost' }],
    ['occurred_at', 'invalid_value', { occurred_at: '2026-11-24' }],
    ['occurred_at', 'invalid_value', { occurred_at: '2026-11-24T10:00:00' }],
    ['occurred_at', 'date_out_of_range', { occurred_at: daysAgo(-1) }],
    ['occurred_at', 'date_out_of_range', { occurred_at: daysAgo(3) }],
    ['state', 'invalid_value', { state: 'Illinois' }],
    ['pieces', 'invalid_value', { pieces: -1 }],
    ['signed_by', 'conflicting_values', { status: 'picked_up', signed_by: 'Bob Ray' }],
  ])('returns 400 for %s: %s', async (param, code, changes) => {
    const { id } = await confirmed();
    const { body } = await scan(id, { status: 'delivered', occurred_at: now(), ...changes }).expect(400);
    expect(body.error).toMatchObject({ param, code });
    expect(await countScans()).toBe(0);
    expect((await bench.getFreight(id)).status).toBe('carrier_accepted');
  });

  it('returns 422 for a draft, a shipment without a PRO number, and a cancellation in transit', async () => {
    const body = { status: 'picked_up', occurred_at: now() };
    const { id: draft } = await newFreight(bench.org.live);
    const refuse = async (id: number, sent: object) => (await scan(id, sent).expect(422)).body.error;
    expect(await refuse(draft, body)).toMatchObject({
      code: 'freight_not_scannable',
      message: expect.stringContaining('draft'),
    });
    const created = await bookByTariff();
    expect(await refuse(created, body)).toMatchObject({
      code: 'freight_not_scannable',
      message: expect.stringContaining('/confirm'),
    });
    expect(await countScans()).toBe(0);
    const { id } = await bench.bookFreight();
    await scan(id, body).expect(200);
    expect(await refuse(id, { ...body, status: 'cancelled' })).toMatchObject({
      code: 'freight_not_cancellable',
    });
    await scan(999_999_999, body).expect(404);
  });

  describe('with a proof of delivery', () => {
    const upload = (id: number, query: Record<string, string>, bytes = buildPng(2, 2)) =>
      bench.org.live
        .post(`/api/v1/freight/${id}/documents`)
        .query(query)
        .set('Content-Type', 'image/png')
        .send(bytes);
    const listDocuments = async (id: number) =>
      (await bench.org.live.get(`/api/v1/freight/${id}/documents`).expect(200)).body.data;

    it('delivers the shipment and opens its invoice', async () => {
      const { id } = await confirmed();
      const proof = { type: 'pod', delivered_at: now(), signed_by: 'Bob Ray' };
      const { body } = await upload(id, proof).expect(201);
      expect(body).toMatchObject({ type: 'pod', source: 'upload' });
      expect(await bench.getFreightTracking(id)).toMatchObject({
        status: 'delivered',
        delivered_at: proof.delivered_at,
        signed_by: 'Bob Ray',
        events: [{ status: 'delivered', source: 'manual' }],
      });
      expect((await bench.getFreight(id)).status).toBe('delivered');
      expect(await bench.listInvoices(bench.org.live, id)).toHaveLength(1);
      await upload(id, proof).expect(200);
      expect(await listDocuments(id)).toHaveLength(1);
      expect(await bench.listInvoices(bench.org.live, id)).toHaveLength(1);
    });

    it('delivers with a file that was uploaded before without the time', async () => {
      const { id } = await confirmed();
      await upload(id, { type: 'pod' }).expect(201);
      expect((await bench.getFreight(id)).status).toBe('carrier_accepted');
      await upload(id, { type: 'pod', delivered_at: now() }).expect(200);
      expect((await bench.getFreight(id)).status).toBe('delivered');
    });

    it.each([
      ['delivered_at', 'date_out_of_range', { type: 'pod', delivered_at: daysAgo(-1) }],
      ['delivered_at', 'invalid_value', { type: 'pod', delivered_at: 'yesterday' }],
      ['delivered_at', 'missing_parameter', { type: 'pod', signed_by: 'Bob Ray' }],
      ['delivered_at', 'conflicting_values', { type: 'photo', delivered_at: daysAgo(0) }],
    ])('returns 400 for %s: %s, and stores nothing', async (param, code, query) => {
      const { id } = await confirmed();
      const { body } = await upload(id, query).expect(400);
      expect(body.error).toMatchObject({ param, code });
      expect(await listDocuments(id)).toEqual([]);
      expect((await bench.getFreight(id)).status).toBe('carrier_accepted');
    });

    it('returns 422 for a draft, and stores no delivery with an invalid file', async () => {
      const { id: draft } = await newFreight(bench.org.live);
      const { body } = await upload(draft, { type: 'pod', delivered_at: now() }).expect(422);
      expect(body.error).toMatchObject({ code: 'freight_not_scannable' });
      expect(await listDocuments(draft)).toEqual([]);
      const { id } = await confirmed();
      await upload(id, { type: 'pod', delivered_at: now() }, Buffer.from('no image')).expect(400);
      expect(await countScans()).toBe(0);
    });
  });

  describe('is asked for', () => {
    const endPickupDay = (id: number) =>
      bench.app.sql.query(`UPDATE freight SET pickup_ends_at = now() - interval '1 second' WHERE id = $1`, [
        id,
      ]);
    const recordMissed = () => bench.app.app.get(MissedPickupsService).recordDue();

    it('after the pickup day if no scan can arrive, instead of reporting a missed pickup', async () => {
      const { id } = await confirmed();
      expect(await bench.listNeedingAttention()).toEqual([]);
      await endPickupDay(id);
      expect(await recordMissed()).toBe(1);
      const freight = await bench.getFreight(id);
      expect(freight).toMatchObject({ status: 'carrier_accepted', pickup: { status: 'requested' } });
      expect(freight.status_reason).toMatch(
        /^Lading receives no scans from ACME for this shipment\. Ask the carrier .* as a scan/,
      );
      expect(await bench.listNeedingAttention()).toEqual([id]);
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked']);
      expect(await recordMissed()).toBe(0);
      await scan(id, { status: 'picked_up', occurred_at: now() }).expect(200);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'in_transit', status_reason: null });
      expect(await bench.listNeedingAttention()).toEqual([]);
    });

    it('after the estimated delivery day until the delivery', async () => {
      const { id } = await confirmed();
      const overdue = daysAgo(2).slice(0, 10);
      await scan(id, { status: 'picked_up', occurred_at: now() }).expect(200);
      await bench.app.sql.query('UPDATE freight SET estimated_delivery_date = $2 WHERE id = $1', [
        id,
        overdue,
      ]);
      expect(await bench.listNeedingAttention()).toEqual([id]);
      expect((await bench.getFreight(id)).status_reason).toBe(
        `The delivery was due on ${overdue} and has not been reported. Ask ACME, then record the delivery as a scan.`,
      );
      const others = await bench.org.live.get('/api/v1/freight?attention=false').expect(200);
      expect(others.body.data).toEqual([]);
      await scan(id, { status: 'delivered', occurred_at: now() }).expect(200);
      expect(await bench.listNeedingAttention()).toEqual([]);
      expect((await bench.getFreight(id)).status_reason).toBeNull();
    });
  });
});
