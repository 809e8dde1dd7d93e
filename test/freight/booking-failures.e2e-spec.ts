import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { CarrierDeclined, CarrierFault } from '../../src/features/carriers/carrier-adapter.js';
import { BookingCarrierClient } from '../../src/features/freight/booking/booking-carrier-client.js';
import { Config } from '../../src/config/config.js';
import { startApp } from '../support/app.js';
import { Fixture, getError } from '../support/fixture.js';
import { listFreightEvents, listFreightEventTypes } from '../support/freight-events.js';
import { eventually } from '../support/eventually.js';
import { newFreight } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier, hangUntilAborted } from '../support/fake-carrier.js';

describe('booking with', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  describe('a carrier that declines', () => {
    it('restores the draft with the reason and releases the quote', async () => {
      bench.carrier.behavior.tender = async () => {
        throw new CarrierDeclined('No service on that day');
      };
      const { id } = await newFreight(bench.org.live);
      const { body } = await bench.book(id).expect(422);
      expect(getError(body)).toMatchObject({
        code: 'carrier_declined',
        message: expect.stringContaining('No service on that day'),
      });
      const draft = await bench.getFreight(id);
      expect(draft).toMatchObject({
        status: 'draft',
        status_reason: 'No service on that day',
        pro_number: null,
      });
      expect(await bench.getQuoteStatus(draft.quote.id)).toBe('active');
      const events = await listFreightEvents(bench.app, id);
      expect(events.map(({ type, data }) => [type, data.shipment.status])).toEqual([
        ['shipment.booked', 'BOOKED'],
        ['shipment.exception', 'EXCEPTION'],
      ]);

      bench.carrier.behavior = {};
      await bench.org.live
        .patch(`/api/v1/freight/${id}`)
        .send({ special_instructions: 'Another day' })
        .expect(200);
      const bolOf = async () => (await bench.org.live.get(`/api/v1/freight/${id}/bol`).expect(200)).body;
      const follows = { status: 'draft', special_instructions: 'Another day' };
      expect(await bolOf()).toMatchObject(follows);
      const { body: booked } = await bench.book(id).expect(200);
      expect(booked).toMatchObject({ status: 'scheduled', status_reason: null });
      expect(await bolOf()).toMatchObject({ ...follows, status: 'final' });
    });

    it('expires the quote if it expired during the call', async () => {
      const { id } = await newFreight(bench.org.live);
      const { quote } = await bench.getFreight(id);
      bench.carrier.behavior.tender = async () => {
        await bench.app.sql.query(`UPDATE quotes SET expires_at = now() WHERE id = $1`, [quote.id]);
        throw new CarrierDeclined('No');
      };
      await bench.book(id).expect(422);
      expect(await bench.getQuoteStatus(quote.id)).toBe('expired');
    });
  });

  describe('a slow, silent or faulty carrier', () => {
    it('waits until the deadline and then continues in the background', async () => {
      let answer: () => void = () => undefined;
      bench.carrier.behavior.tender = () => new Promise<void>((resolve) => (answer = resolve));
      const { id } = await newFreight(bench.org.live);
      const { body } = await bench.book(id).expect(200);
      expect(body).toMatchObject({ status: 'tendered', pro_number: null });
      answer();
      await eventually(async () => (await bench.getFreight(id)).status === 'scheduled');
      expect(await bench.getFreight(id)).toMatchObject({ status: 'scheduled', pro_number: '100000000' });
      expect(bench.carrier.tendered).toHaveLength(1);
    });

    it('repeats the tender with the same reference until the carrier responds', async () => {
      bench.carrier.behavior.tender = async () => {
        throw new CarrierFault('HTTP 500');
      };
      const { id } = await newFreight(bench.org.live);
      expect((await bench.book(id).expect(200)).body).toMatchObject({ status: 'tendered' });
      expect(await bench.recover()).toBe(0);
      await bench.expireLeases(id);
      expect(await bench.recover()).toBe(1);
      expect((await bench.getFreight(id)).status).toBe('tendered');
      bench.carrier.behavior = {};
      await bench.expireLeases(id);
      await bench.recover();
      expect((await bench.getFreight(id)).status).toBe('scheduled');
      expect(new Set(bench.carrier.tendered.map(({ reference }) => reference)).size).toBe(1);
      expect(bench.carrier.booked.size).toBe(1);
      await bench.expireLeases(id);
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked']);
    });

    it('rejects an invalid response', async () => {
      bench.carrier.booked.get = () => ({ proNumber: ' \0 ', pickupConfirmation: null });
      const { id } = await newFreight(bench.org.live);
      expect((await bench.book(id).expect(200)).body).toMatchObject({ status: 'tendered', pro_number: null });
    });
  });

  describe('a crash', () => {
    it.each([
      ['after the intent, before the call', 'booked', 0],
      ['after the call was announced, before it was made', 'tendered', 0],
      ['after the carrier answered, before the outcome was stored', 'tendered', 1],
    ] as const)('%s: is finished by the job, booked once', async (_name, status, alreadyBooked) => {
      const { id } = await newFreight(bench.org.live);
      const { body } = await bench.book(id).expect(200);
      if (!alreadyBooked) bench.carrier.booked.clear();
      await bench.simulateCrash(status, id);
      await bench.app.sql.query('DELETE FROM tracked_shipments WHERE freight_id = $1', [id]);
      bench.carrier.tendered.length = 0;
      expect(await bench.recover()).toBe(1);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'scheduled', pro_number: '100000000' });
      expect(bench.carrier.tendered.map(({ reference }) => reference)).toEqual([body.bol_number]);
      expect(bench.carrier.booked.size).toBe(1);
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked']);
      expect(await bench.recover()).toBe(0);
    });

    it('is recovered by one process only and after the lease expires', async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      await bench.simulateCrash('tendered', id);
      await bench.app.sql.query(
        `UPDATE bookings SET due_at = now() + interval '1 minute' WHERE freight_id = $1`,
        [id],
      );
      bench.carrier.tendered.length = 0;
      expect(await bench.recover()).toBe(0);
      await bench.expireLeases(id);
      const claimed = await Promise.all([bench.recover(), bench.recover(), bench.recover()]);
      expect(claimed.sort()).toEqual([0, 0, 1]);
      expect(bench.carrier.tendered).toHaveLength(1);
    });

    it('ignores a late result after another process took over', async () => {
      const inBackground = jest.spyOn(bench.app.app.get(BookingCarrierClient), 'runInBackground');
      let answer: () => void = () => undefined;
      bench.carrier.behavior.tender = () => new Promise<void>((resolve) => (answer = resolve));
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      bench.carrier.behavior = {};
      await bench.expireLeases(id);
      await bench.recover();
      expect((await bench.getFreight(id)).status).toBe('scheduled');
      await bench.cancel(id).expect(200);
      answer();
      await Promise.all(inBackground.mock.results.map(({ value }) => value));
      inBackground.mockRestore();
      expect((await bench.getFreight(id)).status).toBe('voided');
    });

    it('is completed by a repeat of the request with the same key', async () => {
      const { id } = await newFreight(bench.org.live);
      const send = () => bench.book(id).set('Idempotency-Key', `book-${id}`);
      const { body } = await send().expect(200);
      await bench.simulateCrash('tendered', id);
      await bench.app.sql.query('DELETE FROM tracked_shipments WHERE freight_id = $1', [id]);
      await bench.app.sql.query('DELETE FROM idempotent_requests WHERE organization_id = $1', [bench.org.id]);
      const { body: repeated } = await send().expect(200);
      expect(repeated).toMatchObject({ status: 'scheduled', pro_number: body.pro_number });
      expect(bench.carrier.booked.size).toBe(1);
      await bench.book(id).expect(422);
    });
  });

  describe('a process that stops', () => {
    const stop = async (deadline: string, finishes: boolean): Promise<string> => {
      const other = await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: deadline });
      const { url } = other.app.get(Config).database;
      const shipper = await other.organization();
      let answer: () => void = () => undefined;
      const slow = await connectLiveCarrier(other, shipper, new FakeCarrier());
      slow.behavior.tender = finishes
        ? () => new Promise<void>((resolve) => (answer = resolve))
        : (signal) => hangUntilAborted(signal);
      const { id } = await newFreight(shipper.live);
      const { body } = await shipper.live.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(body.status).toBe('tendered');
      const closing = other.close();
      answer();
      await closing;
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(
        'SELECT f.status, b.due_at <= now() AS due FROM freight f JOIN bookings b ON b.freight_id = f.id',
      );
      await client.end();
      return `${rows[0].status}, due ${rows[0].due}`;
    };

    it('finishes calls in progress', async () => {
      expect(await stop('200ms', true)).toBe('scheduled, due null');
    });

    it('leaves unfinished calls to the next process at once', async () => {
      expect(await stop('1600ms', false)).toBe('tendered, due true');
    });
  });
});
