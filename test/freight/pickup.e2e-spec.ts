import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierDeclined, CarrierFault } from '../../src/features/carriers/carrier-adapter.js';
import { MissedPickupsService } from '../../src/features/freight/booking/missed-pickups.service.js';
import { addBusinessDays } from '../../src/domain/business-days.js';
import { addDays } from '../../src/domain/days.js';
import { toLocalDay } from '../../src/domain/local-time.js';
import { Fixture, getError } from '../support/fixture.js';
import { listFreightEvents } from '../support/freight-events.js';
import { newFreight, SHIP_DATE } from '../support/factories.js';
import { connectLiveCarrier, CarrierWithoutBookingApi } from '../support/fake-carrier.js';
import { parsePdfPages } from '../support/printed-pdf.js';

const WINDOW = { ready_time: '09:00', close_time: '16:30' };
const TODAY = toLocalDay('America/Los_Angeles', new Date());
const LATER = addBusinessDays(SHIP_DATE, 1);

describe('a pickup', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  const book = async (id: number, body: object = {}, status = 200) =>
    (await bench.book(id).send(body).expect(status)).body;
  const booked = async (changes: object = {}) => {
    const { id } = await newFreight(bench.org.live, { ...changes });
    await book(id, { pickup: { ...WINDOW, contact: 'Ann' } });
    return id;
  };
  const change = async (id: number, body: object, status = 200) =>
    (await bench.org.live.post(`/api/v1/freight/${id}/pickup`).send(body).expect(status)).body;
  const callOff = async (id: number, status = 200) =>
    (await bench.org.live.delete(`/api/v1/freight/${id}/pickup`).expect(status)).body;
  const pickupOf = async (id: number) => (await bench.getFreight(id)).pickup;

  describe('at booking', () => {
    it('requests the window and computes the delivery date from the pickup day', async () => {
      const { id } = await newFreight(bench.org.live);
      expect((await bench.getFreight(id)).pickup).toMatchObject({ date: null, status: 'none' });
      const body = await book(id, { ship_date: LATER, pickup: { ...WINDOW, instructions: 'Dock 4' } });
      expect(body).toMatchObject({
        ship_date: LATER,
        pickup_date: LATER,
        estimated_delivery_date: addBusinessDays(LATER, 3),
        pickup: { date: LATER, ...WINDOW, status: 'confirmed', confirmation: 'PU-1', instructions: 'Dock 4' },
      });
      expect(bench.carrier.tendered[0]).toMatchObject({
        pickupDate: LATER,
        pickup: { readyTime: '09:00', closeTime: '16:30', instructions: 'Dock 4' },
      });
      const { body: tracking } = await bench.org.live.get(`/api/v1/freight/${id}/tracking`).expect(200);
      const { body: tracked } = await bench.org.live.get(`/api/v1/tracking/${body.pro_number}`).expect(200);
      for (const answer of [tracking, tracked]) {
        expect(answer).toMatchObject({
          pickup_date: LATER,
          estimated_delivery_date: body.estimated_delivery_date,
        });
      }
    });

    it.each([
      [{ ship_date: addDays(TODAY, -1) }, 'ship_date', 'date_out_of_range'],
      [{ ship_date: addDays(TODAY, 31) }, 'ship_date', 'date_out_of_range'],
      [{ ship_date: '9999-12-31' }, 'ship_date', 'invalid_value'],
      [{ pickup: { ...WINDOW, close_time: '08:00' } }, 'pickup.close_time', 'conflicting_values'],
      [{ pickup: { ...WINDOW, ready_time: '9am' } }, 'pickup.ready_time', 'invalid_value'],
      [{ pickup: { ready_time: '09:00' } }, 'pickup.close_time', 'missing_parameter'],
    ])('rejects %j', async (body, param, code) => {
      const { id } = await newFreight(bench.org.live);
      expect(getError(await book(id, body, 400))).toMatchObject({ code, param });
      expect((await bench.getFreight(id)).status).toBe('draft');
    });

    it('rejects a day after the quote expires', async () => {
      const { id } = await newFreight(bench.org.live, { ship_date: undefined });
      const error = getError(await book(id, { ship_date: addDays(TODAY, 20) }, 422));
      expect(error).toMatchObject({ code: 'quote_expires_before_pickup', param: 'ship_date' });
      expect((await bench.getFreight(id)).status).toBe('draft');
    });

    it('moves a weekend to the next business day with a warning until the pickup, on the draft too', async () => {
      let day = addDays(TODAY, 1);
      while (new Date(day).getUTCDay() !== 6) day = addDays(day, 1);
      const { id } = await newFreight(bench.org.live, { ship_date: day });
      const moved = [
        expect.objectContaining({ code: 'class_density_mismatch' }), // The warning of the quote itself.
        expect.objectContaining({ code: 'pickup_moved', param: 'ship_date' }),
      ];
      expect((await bench.getFreight(id)).warnings).toEqual(moved);
      await bench.app.sql.query(`UPDATE quotes SET expires_at = now() + interval '20 days'`);
      const body = await book(id);
      expect(body).toMatchObject({
        ship_date: day,
        pickup_date: addBusinessDays(day, 0),
        warnings: moved,
      });
      bench.carrier.scans = [
        { status: 'picked_up', description: 'Picked up', location: 'Dallas, TX', occurredAt: new Date() },
      ];
      await bench.org.live.post(`/api/v1/tracking/${body.pro_number}/refresh`).expect(200);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'in_transit', warnings: moved.slice(0, 1) });
    });

    it('rejects a draft for yesterday', async () => {
      const { id } = await newFreight(bench.org.live);
      const { quote } = await bench.getFreight(id);
      const { body } = await bench.org.live
        .post('/api/v1/freight')
        .send({ quote_id: quote.id, ship_date: addDays(TODAY, -1) })
        .expect(400);
      expect(getError(body)).toMatchObject({ param: 'ship_date' });
    });

    it('is part of the request that an Idempotency-Key identifies', async () => {
      const { id } = await newFreight(bench.org.live);
      const send = (body: object) => bench.book(id).set('Idempotency-Key', `window-${id}`).send(body);
      const { body } = await send({ pickup: WINDOW }).expect(200);
      expect((await send({ pickup: WINDOW }).expect(200)).body).toEqual(body);
      await send({ pickup: { ...WINDOW, ready_time: '10:00' } }).expect(409);
      expect(bench.carrier.tendered).toHaveLength(1);
    });

    it('is removed when a carrier declines and the draft returns', async () => {
      bench.carrier.behavior.tender = async () => {
        throw new CarrierDeclined('No');
      };
      const { id } = await newFreight(bench.org.live);
      await book(id, { pickup: WINDOW }, 422);
      expect(await pickupOf(id)).toMatchObject({ status: 'none', date: null, ready_time: null });
    });

    it('gets the hours of its address back when a carrier declines', async () => {
      const { body: dock } = await bench.org.live
        .post('/api/v1/addresses')
        .send({
          address: '1 Main St',
          city: 'Los Angeles',
          state: 'CA',
          zip: '90001',
          hours: { open: '08:00', close: '15:30' },
        })
        .expect(201);
      const { id } = await newFreight(bench.org.live, {
        ship_from: { address_id: dock.id, company: 'Acme', phone: '555-0101' },
      });
      bench.carrier.behavior.tender = async () => {
        throw new CarrierDeclined('No');
      };
      const hours = { ready_time: '08:00', close_time: '15:30' };
      for (const pickup of [undefined, { ...WINDOW, contact: 'Ann' }]) {
        await book(id, { pickup }, 422);
        expect(await pickupOf(id)).toMatchObject({ status: 'none', contact: null, ...hours });
      }
      bench.carrier.behavior = {};
      expect((await book(id)).pickup).toMatchObject({ status: 'confirmed', ...hours });
      expect(bench.carrier.tendered.at(-1)!.pickup).toMatchObject({ readyTime: '08:00', closeTime: '15:30' });
    });
  });

  describe('of a booked shipment', () => {
    it('is changed with the carrier and keeps omitted fields', async () => {
      const id = await booked();
      const body = await change(id, { date: LATER, close_time: '18:00' });
      expect(body).toMatchObject({
        status: 'scheduled',
        pickup_date: LATER,
        pickup_confirmation: `PU-${LATER}`,
        estimated_delivery_date: addBusinessDays(LATER, 3),
        pickup: { date: LATER, ready_time: '09:00', close_time: '18:00', contact: 'Ann', status: 'changed' },
      });
      expect(bench.carrier.pickups).toEqual([
        {
          reference: body.bol_number,
          proNumber: body.pro_number,
          confirmation: 'PU-1',
          wanted: {
            date: LATER,
            window: { readyTime: '09:00', closeTime: '18:00', contact: 'Ann' },
          },
        },
      ]);
      await change(id, { date: LATER });
      expect(bench.carrier.pickups).toHaveLength(1);
    });

    it('sets the date on the documents until it is cancelled', async () => {
      const id = await booked();
      const paper = async () => {
        const { body } = await bench.org.live.get(`/api/v1/freight/${id}/bol/pdf`).expect(200);
        return (await parsePdfPages(body)).flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
      };
      const bol = async () => (await bench.org.live.get(`/api/v1/freight/${id}/bol`).expect(200)).body;
      expect((await bol()).ship_date).toBe(SHIP_DATE);
      expect(await paper()).toContain(SHIP_DATE);
      await change(id, { date: LATER });
      expect((await bol()).ship_date).toBe(LATER);
      expect(await paper()).toContain(LATER);
      expect(await paper()).not.toContain(SHIP_DATE);
      await callOff(id);
      expect((await bol()).ship_date).toBeNull();
      expect(await paper()).not.toContain(LATER);
      await change(id, { date: SHIP_DATE });
      expect((await bol()).ship_date).toBe(SHIP_DATE);
    });

    it('can be cancelled and requested again without losing the booking', async () => {
      const id = await booked();
      const body = await callOff(id);
      expect(body).toMatchObject({
        status: 'scheduled',
        pro_number: '100000000',
        pickup_date: null,
        pickup: { status: 'cancelled', date: null, confirmation: null },
      });
      expect(bench.carrier.pickups[0]!.wanted).toBeNull();
      expect(bench.carrier.cancelled).toEqual([]);
      expect(getError(await callOff(id, 422))).toMatchObject({ code: 'pickup_not_changeable' });
      expect((await change(id, { date: LATER })).pickup).toMatchObject({ status: 'confirmed', date: LATER });
    });

    it('stays unchanged when the carrier declines', async () => {
      const id = await booked();
      const before = await pickupOf(id);
      bench.carrier.behavior.pickup = async () => {
        throw new CarrierDeclined('The truck is on its way');
      };
      const error = getError(await change(id, { date: LATER }, 422));
      expect(error).toMatchObject({ code: 'carrier_refused_pickup' });
      expect(error.message).toContain('The truck is on its way');
      expect(getError(await callOff(id, 422))).toMatchObject({ code: 'carrier_refused_pickup' });
      expect(await pickupOf(id)).toEqual(before);
    });

    it.each([
      [{ date: addDays(TODAY, -1) }, 400, 'date'],
      [{ ready_time: '17:00' }, 400, 'close_time'],
      [{ date: addDays(TODAY, 25) }, 422, 'date'],
    ])('rejects the change %j', async (body, status, param) => {
      const id = await booked();
      const before = await pickupOf(id);
      expect(getError(await change(id, body, status))).toMatchObject({ param });
      expect(await pickupOf(id)).toEqual(before);
      expect(bench.carrier.pickups).toEqual([]);
    });

    it('can be changed from booking until pickup', async () => {
      const { id } = await newFreight(bench.org.live);
      expect(getError(await change(id, { date: LATER }, 422))).toMatchObject({
        code: 'pickup_not_changeable',
      });
      await callOff(id, 422);
      await bench.book(id).expect(200);
      await bench.cancel(id).expect(200);
      expect((await pickupOf(id)).status).toBe('cancelled');
      await change(id, { date: LATER }, 422);
    });

    it('needs a phone call if the carrier has no API', async () => {
      await connectLiveCarrier(bench.app, bench.org, new CarrierWithoutBookingApi(), 'FXFE');
      const { id } = await newFreight(bench.org.live);
      expect(await book(id, { pickup: WINDOW })).toMatchObject({
        status: 'created',
        pickup: { status: 'requested' },
      });
      // The carrier has not been asked yet. The coordinator calls and confirms.
      const status_reason =
        'FedEx Freight Priority does not accept bookings through its API. Book by phone, then confirm the shipment with the ' +
        'PRO number. If you already booked it, call the carrier about the pickup change.';
      expect(await change(id, { date: LATER })).toMatchObject({
        pickup: { status: 'requested', date: LATER },
        status_reason,
      });
      expect(await callOff(id)).toMatchObject({ pickup: { status: 'cancelled' }, status_reason });
      expect(await bench.listNeedingAttention()).toEqual([id]);
    });

    it('needs attention until pickup if the carrier’s API cannot change it', async () => {
      const id = await booked();
      bench.carrier.pickup = undefined as never;
      const status_reason =
        'FedEx Freight Priority does not accept pickup changes through its API. Call the carrier about PRO 100000000.';
      const body = await change(id, { date: LATER });
      expect(body).toMatchObject({
        status: 'scheduled',
        pickup: { date: LATER, status: 'requested' },
        status_reason,
      });
      expect(await bench.listNeedingAttention()).toEqual([id]);
      expect(await callOff(id)).toMatchObject({ pickup: { status: 'cancelled', date: null }, status_reason });
      expect(await bench.recover()).toBe(0);
      bench.carrier.scans = [
        { status: 'picked_up', description: 'Picked up', location: 'Dallas, TX', occurredAt: new Date() },
      ];
      await bench.org.live.post(`/api/v1/tracking/${body.pro_number}/refresh`).expect(200);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'in_transit', status_reason: null });
      expect(await bench.listNeedingAttention()).toEqual([]);
    });

    it('needs no attention once the carrier agrees', async () => {
      const id = await booked();
      bench.carrier.behavior.pickup = async () => {
        throw new CarrierDeclined('Too early');
      };
      await change(id, { date: LATER }, 422);
      expect(await bench.listNeedingAttention()).toEqual([id]);
      bench.carrier.behavior = {};
      expect(await change(id, { date: LATER })).toMatchObject({ status_reason: null });
      expect(await bench.listNeedingAttention()).toEqual([]);
    });
  });

  describe('without a response of the carrier', () => {
    const silent = async () => {
      throw new CarrierFault('HTTP 500');
    };

    it('is pending, repeated with the same request, and then changed', async () => {
      const id = await booked();
      bench.carrier.behavior.pickup = silent;
      expect((await change(id, { date: LATER })).pickup).toMatchObject({ status: 'requested', date: LATER });
      expect(getError(await change(id, { date: SHIP_DATE }, 422))).toMatchObject({
        code: 'pickup_not_changeable',
      });
      expect(await bench.recover()).toBe(0);
      bench.carrier.behavior = {};
      await bench.expireLeases(id);
      expect(await bench.recover()).toBe(1);
      expect(await pickupOf(id)).toMatchObject({ status: 'changed', confirmation: `PU-${LATER}` });
      expect(bench.carrier.pickups).toHaveLength(2);
      expect(bench.carrier.pickups[1]).toEqual(bench.carrier.pickups[0]);
      await bench.expireLeases(id);
    });

    it('returns to its previous state if the carrier finally declines', async () => {
      const id = await booked();
      const before = await pickupOf(id);
      bench.carrier.behavior.pickup = silent;
      await change(id, { date: LATER });
      bench.carrier.behavior.pickup = async () => {
        throw new CarrierDeclined('Too late');
      };
      await bench.expireLeases(id);
      await bench.recover();
      expect(await bench.getFreight(id)).toMatchObject({ pickup: before, status_reason: 'Too late' });
    });

    it('can be cancelled, and the cancellation is repeated until the carrier responds', async () => {
      const id = await booked();
      bench.carrier.behavior.pickup = silent;
      expect((await callOff(id)).pickup.status).toBe('cancelled');
      bench.carrier.behavior = {};
      await bench.expireLeases(id);
      expect(await bench.recover()).toBe(1);
      expect(bench.carrier.pickups).toHaveLength(2);
      expect(await pickupOf(id)).toMatchObject({ status: 'cancelled' });
    });
  });

  describe('when a process dies', () => {
    const crash = async (id: number) => {
      await bench.app.sql.query(
        `UPDATE bookings SET pending = 'pickup', attempts = 1, due_at = now() - interval '1 second' WHERE freight_id = $1`,
        [id],
      );
      await bench.app.sql.query(
        `UPDATE freight SET pickup_status = 'confirmed', pickup_date = $2, pickup_confirmation = 'PU-1' WHERE id = $1`,
        [id, SHIP_DATE],
      );
    };

    it('is repeated by one process with the same request', async () => {
      const id = await booked();
      await change(id, { date: LATER });
      await crash(id);
      const claimed = await Promise.all([bench.recover(), bench.recover(), bench.recover()]);
      expect(claimed.sort()).toEqual([0, 0, 1]);
      expect(await pickupOf(id)).toMatchObject({ status: 'changed', date: LATER });
      expect(bench.carrier.pickups).toHaveLength(2);
      expect(bench.carrier.pickups[1]).toEqual(bench.carrier.pickups[0]);
    });

    it('is completed by a repeat of the request with its key', async () => {
      const id = await booked();
      const send = () =>
        bench.org.live
          .post(`/api/v1/freight/${id}/pickup`)
          .set('Idempotency-Key', `pickup-${id}`)
          .send({ date: LATER });
      await send().expect(200);
      await crash(id);
      await bench.app.sql.query('DELETE FROM idempotent_requests WHERE organization_id = $1', [bench.org.id]);
      expect((await send().expect(200)).body.pickup).toMatchObject({ status: 'changed', date: LATER });
      expect(bench.carrier.pickups).toHaveLength(2);
      expect(await bench.recover()).toBe(0);
    });

    it('does not block a cancellation of the shipment', async () => {
      const id = await booked();
      bench.carrier.behavior.pickup = async () => {
        throw new CarrierFault('HTTP 500');
      };
      await change(id, { date: LATER });
      expect((await bench.cancel(id).expect(200)).body.status).toBe('voided');
      await bench.expireLeases(id);
      expect((await pickupOf(id)).status).toBe('cancelled');
    });
  });

  describe('after its day has ended', () => {
    const miss = () => bench.app.app.get(MissedPickupsService).recordDue();
    const endDay = (id: number) =>
      bench.app.sql.query(`UPDATE freight SET pickup_ends_at = now() - interval '1 second' WHERE id = $1`, [
        id,
      ]);

    it('is marked missed once without a scan and can be requested again', async () => {
      const id = await booked();
      expect(await miss()).toBe(0);
      await endDay(id);
      const counted = await Promise.all([miss(), miss()]);
      expect(counted.sort()).toEqual([0, 1]);
      const freight = await bench.getFreight(id);
      expect(freight).toMatchObject({ status: 'scheduled', pickup: { status: 'missed' } });
      expect(freight.status_reason).toContain(SHIP_DATE);
      const events = await listFreightEvents(bench.app, id);
      expect(events.map(({ type }) => type)).toEqual(['shipment.booked', 'shipment.exception']);
      expect((await change(id, { date: LATER })).pickup.status).toBe('changed');
      expect(await miss()).toBe(0);
    });

    it('is not marked missed with a scan, and the delivery date counts from the scan', async () => {
      const { id } = await newFreight(bench.org.test);
      await bench.org.test.post(`/api/v1/freight/${id}/book`).send({ pickup: WINDOW }).expect(200);
      await bench.org.test
        .post('/api/v1/sandbox/simulate/shipment.delivered')
        .send({ shipment_id: id })
        .expect(200);
      const { body } = await bench.org.test.get(`/api/v1/freight/${id}`).expect(200);
      expect(body).toMatchObject({
        status: 'delivered',
        pickup_date: TODAY,
        pickup: { status: 'confirmed' },
      });
      const { body: tracking } = await bench.org.test.get(`/api/v1/freight/${id}/tracking`).expect(200);
      expect(tracking.pickup_date).toBe(TODAY);
      expect(toLocalDay('America/Los_Angeles', new Date(tracking.delivered_at)) >= TODAY).toBe(true);
      await endDay(id);
      await miss();
      expect((await bench.org.test.get(`/api/v1/freight/${id}`)).body.pickup.status).toBe('confirmed');
    });
  });
});
