import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierDeclined, CarrierFault, CarrierUnsure } from '../../src/features/carriers/carrier-adapter.js';
import { BookingReconciliationService } from '../../src/features/freight/booking/booking-reconciliation.service.js';
import { Fixture, getError } from '../support/fixture.js';
import { listFreightEvents, listFreightEventTypes } from '../support/freight-events.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, newFreight } from '../support/factories.js';
import { hangUntilAborted } from '../support/fake-carrier.js';

describe('cancelling', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  it('voids a draft without a carrier call', async () => {
    const { id } = await newFreight(bench.org.live);
    expect((await bench.cancel(id).expect(200)).body).toMatchObject({ id, status: 'voided' });
    expect(bench.carrier.cancelled).toEqual([]);
    expect(await listFreightEvents(bench.app, id)).toMatchObject([
      { type: 'shipment.cancelled', data: { shipment: { status: 'VOIDED', freight_id: id } } },
    ]);
  });

  it('cancels the pickup with the carrier and releases the quote', async () => {
    const { id } = await newFreight(bench.org.live);
    const { body: booked } = await bench.book(id).expect(200);
    expect((await bench.cancel(id).expect(200)).body.status).toBe('voided');
    expect(bench.carrier.cancelled).toEqual([booked.pro_number]);
    expect(await bench.getQuoteStatus(booked.quote.id)).toBe('active');
    expect((await bench.org.live.get(`/api/v1/freight/${id}/tracking`)).body.status).toBe('cancelled');
    const { body: next } = await bench.org.live
      .post('/api/v1/freight')
      .send(freightRequest(booked.quote.id))
      .expect(201);
    await bench.book(next.id).expect(200);
    expect((await bench.cancel(id).expect(422)).body.error.code).toBe('freight_not_cancellable');
  });

  it('expires the quote if its time is over', async () => {
    const { id } = await newFreight(bench.org.live);
    const { body: booked } = await bench.book(id).expect(200);
    await bench.app.sql.query('UPDATE quotes SET expires_at = now() WHERE id = $1', [booked.quote.id]);
    await bench.cancel(id).expect(200);
    expect(await bench.getQuoteStatus(booked.quote.id)).toBe('expired');
  });

  it('changes nothing when the carrier declines', async () => {
    bench.carrier.behavior.cancel = async () => {
      throw new CarrierDeclined('The truck is at the door');
    };
    const { id } = await newFreight(bench.org.live);
    const { body: booked } = await bench.book(id).expect(200);
    const { body } = await bench.cancel(id).expect(422);
    expect(getError(body)).toMatchObject({
      code: 'carrier_refused_cancel',
      message: expect.stringContaining('The truck is at the door'),
    });
    expect(await bench.getFreight(id)).toMatchObject({
      status: 'scheduled',
      status_reason: 'The truck is at the door',
    });
    expect(await bench.getQuoteStatus(booked.quote.id)).toBe('booked');
    expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked']);
    bench.carrier.behavior = {};
    await bench.cancel(id).expect(200);
  });

  it.each([
    ['silent', hangUntilAborted],
    ['broken', async () => Promise.reject(new CarrierFault('HTTP 503'))],
  ])('voids when the carrier is %s, and repeats the call until the carrier responds', async (_name, act) => {
    bench.carrier.behavior.cancel = act;
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    expect((await bench.cancel(id).expect(200)).body).toMatchObject({
      status: 'voided',
      status_reason: expect.stringMatching(/^FXFE has not confirmed the cancellation of PRO 100000000 yet/),
    });
    await bench.expireLeases(id);
    await bench.recover();
    bench.carrier.behavior = {};
    await bench.expireLeases(id);
    await bench.recover();
    expect(bench.carrier.cancelled).toHaveLength(3);
    expect(await bench.recover()).toBe(0);
    expect(await bench.getFreight(id)).toMatchObject({ status: 'voided', status_reason: null });
    expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.cancelled']);
  });

  it('asks at once for a phone call if the carrier’s API cannot cancel', async () => {
    bench.carrier.cancel = undefined as never;
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    expect((await bench.cancel(id).expect(200)).body).toMatchObject({
      status: 'voided',
      tracking_status: 'exception',
      status_reason:
        'FXFE does not accept cancellations through its API. Call the carrier to cancel PRO 100000000.',
    });
    expect(await bench.recover()).toBe(0);
    expect(await bench.listNeedingAttention()).toEqual([id]);
  });

  it('asks for a phone call if the carrier accepts later and then declines', async () => {
    let answer: () => void = () => undefined;
    bench.carrier.behavior.tender = () => new Promise<void>((resolve) => (answer = resolve));
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    await bench.cancel(id).expect(200);
    bench.carrier.behavior.cancel = async () => {
      throw new CarrierDeclined('The truck is at the door');
    };
    answer();
    await eventually(async () => {
      await bench.recover();
      return bench.carrier.cancelled.length;
    });
    await eventually(async () => (await bench.getFreight(id)).tracking_status === 'exception');
    expect(await bench.getFreight(id)).toMatchObject({
      status: 'voided',
      status_reason: 'The truck is at the door',
    });
    expect(await bench.listNeedingAttention()).toEqual([id]);
  });

  it('warns that the carrier may have the booking until its API reports it', async () => {
    bench.carrier.behavior.tender = async () => {
      throw new CarrierUnsure('Ask it, then confirm or cancel.');
    };
    const { id } = await newFreight(bench.org.live);
    const { body: booked } = await bench.book(id).expect(200);
    const left = {
      status: 'voided',
      status_reason: `FXFE may have booked BOL ${booked.bol_number}. Call the carrier to confirm the cancellation.`,
    };
    expect((await bench.cancel(id).expect(200)).body).toMatchObject(left);
    await bench.expireLeases(id);
    expect(await bench.recover()).toBe(1);
    expect(await bench.getFreight(id)).toMatchObject(left);
    expect(await bench.listNeedingAttention()).toEqual([id]);
    bench.carrier.behavior = {};
    await bench.expireLeases(id);
    await bench.recover();
    await bench.recover();
    expect(bench.carrier.cancelled).toEqual(['100000000']);
    expect(await bench.getFreight(id)).toMatchObject({ status: 'voided', status_reason: null });
    expect(await bench.listNeedingAttention()).toEqual([]);
  });

  it('cancels by the carrier’s booking id', async () => {
    bench.carrier.bookingId = 'B-77';
    const { id } = await newFreight(bench.org.live);
    const { body: booked } = await bench.book(id).expect(200);
    await bench.cancel(id).expect(200);
    expect(bench.carrier.cancelRequests).toEqual([
      { reference: booked.bol_number, proNumber: '100000000', bookingId: 'B-77' },
    ]);
  });

  it('cancels with the carrier after acceptance if requested during the tender', async () => {
    let answer: () => void = () => undefined;
    bench.carrier.behavior.tender = () => new Promise<void>((resolve) => (answer = resolve));
    const { id } = await newFreight(bench.org.live);
    expect((await bench.book(id).expect(200)).body.status).toBe('tendered');
    expect((await bench.cancel(id).expect(200)).body.status).toBe('voided');
    answer();
    await eventually(async () => {
      await bench.recover();
      return bench.carrier.cancelled.length;
    });
    expect(bench.carrier.cancelled).toEqual(['100000000']);
    expect(await bench.getFreight(id)).toMatchObject({ status: 'voided', pro_number: '100000000' });
  });

  it('prevents the tender if it was not sent yet', async () => {
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    await bench.simulateCrash('booked', id);
    bench.carrier.tendered.length = 0;
    await bench.cancel(id).expect(200);
    expect(await bench.recover()).toBe(0);
    expect(bench.carrier.tendered).toEqual([]);
    expect(bench.carrier.cancelled).toEqual([]);
  });

  describe('compares the cancellation with the carrier’s tracking and', () => {
    /** Runs the check that is due a day later. */
    const askAfterADay = async (id: number) => {
      await bench.app.sql.query(
        `UPDATE bookings SET reconcile_at = reconcile_at - interval '25 hours' WHERE freight_id = $1`,
        [id],
      );
      const reconciling = bench.app.app.get(BookingReconciliationService);
      const asked = await reconciling.reconcileDue();
      return asked;
    };
    const scan = (status: 'picked_up' | 'cancelled') => ({
      status,
      description: status,
      location: 'Dallas, TX',
      occurredAt: new Date(),
    });
    const cancelled = async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      await bench.cancel(id).expect(200);
      return id;
    };

    it('needs a phone call if the shipment still moves', async () => {
      const id = await cancelled();
      bench.carrier.scans = [scan('picked_up')];
      expect(await askAfterADay(id)).toBe(1);
      expect(await bench.getFreight(id)).toMatchObject({
        status: 'voided',
        tracking_status: 'exception',
        status_reason:
          'FXFE is moving PRO 100000000 in Dallas, TX although it was canceled. Call the carrier.',
      });
      const { body } = await bench.org.live.get('/api/v1/freight?attention=true').expect(200);
      expect(body.data.map((freight: { id: number }) => freight.id)).toEqual([id]);
      expect(await listFreightEventTypes(bench.app, id)).toEqual([
        'shipment.booked',
        'shipment.cancelled',
        'shipment.exception',
      ]);
      expect(await askAfterADay(id)).toBe(0);
    });

    it('needs attention until ten days after the pickup day if the carrier has no API', async () => {
      bench.carrier.cancel = undefined as never;
      const id = await cancelled();
      expect(await askAfterADay(id)).toBe(1);
      expect(await bench.listNeedingAttention()).toEqual([id]);
      await bench.app.sql.query('UPDATE freight SET pickup_date = pickup_date - 40 WHERE id = $1', [id]);
      expect(await askAfterADay(id)).toBe(1);
      expect(await bench.listNeedingAttention()).toEqual([]);
      expect(await askAfterADay(id)).toBe(0);
    });

    it('checks again until ten days after the pickup day if the carrier agrees or is silent', async () => {
      const id = await cancelled();
      bench.carrier.scans = [
        scan('picked_up'),
        { ...scan('cancelled'), occurredAt: new Date(Date.now() + 1) },
      ];
      expect(await askAfterADay(id)).toBe(1);
      bench.carrier.behavior.track = () => Promise.reject(new CarrierFault('The carrier is down'));
      expect(await askAfterADay(id)).toBe(1);
      expect((await bench.getFreight(id)).status_reason).toBeNull();
      await bench.app.sql.query('UPDATE freight SET pickup_date = pickup_date - 40 WHERE id = $1', [id]);
      expect(await askAfterADay(id)).toBe(1);
      expect(bench.carrier.tracked).toHaveLength(2);
      expect(await askAfterADay(id)).toBe(0);
    });
  });

  it('is completed by the job after a crash', async () => {
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    await bench.app.sql.query(
      `UPDATE bookings SET pending = 'cancel', attempts = 1, due_at = now() - interval '1 second' WHERE freight_id = $1`,
      [id],
    );
    expect((await bench.cancel(id).expect(422)).body.error.code).toBe('freight_not_cancellable');
    await bench.recover();
    expect((await bench.getFreight(id)).status).toBe('voided');
    expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.cancelled']);
  });
});
