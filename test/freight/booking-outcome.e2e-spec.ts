import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierDeclined, CarrierFault, CarrierUnsure } from '../../src/features/carriers/carrier-adapter.js';
import { eventually } from '../support/eventually.js';
import { newFreight } from '../support/factories.js';
import { CarrierWithoutBookingApi, connectLiveCarrier, hangUntilAborted } from '../support/fake-carrier.js';
import { DEFAULT_CARRIER_NAME, Fixture } from '../support/fixture.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const NOTHING = { attempts: 0, next_attempt_at: null, last_error: null };

describe('the booking of a shipment', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  const failWith = (error: Error) => {
    bench.carrier.behavior.tender = () => Promise.reject(error);
  };
  const draft = async (): Promise<number> => (await newFreight(bench.org.live)).id;
  const book = async (id: number, status = 200) => (await bench.book(id).expect(status)).body;
  const retry = async (id: number) => {
    await bench.expireLeases(id);
    await bench.recover();
    return bench.getFreight(id);
  };

  it('is none for a draft', async () => {
    expect(await bench.getFreight(await draft())).toMatchObject({
      booking: { state: 'none', ...NOTHING },
      decline: null,
      status_reason: null,
    });
  });

  it('is done once the carrier accepts', async () => {
    expect(await book(await draft())).toMatchObject({
      status: 'scheduled',
      booking: { state: 'done', ...NOTHING, attempts: 1 },
      decline: null,
      status_reason: null,
    });
  });

  it('is pending while the carrier has not responded', async () => {
    bench.carrier.behavior.tender = (signal) => hangUntilAborted(signal);
    expect(await book(await draft())).toMatchObject({
      status: 'tendered',
      booking: { state: 'pending', attempts: 1, next_attempt_at: TIME, last_error: null },
      status_reason: `${DEFAULT_CARRIER_NAME} has not responded to the booking yet.`,
    });
    expect(await bench.listNeedingAttention()).toEqual([]);
  });

  it('is retrying after a fault, with the time of the next attempt', async () => {
    failWith(new CarrierFault('The carrier answered HTTP 502.'));
    const id = await draft();
    const booked = await book(id);
    expect(booked).toMatchObject({
      status: 'tendered',
      booking: {
        state: 'retrying',
        attempts: 1,
        next_attempt_at: TIME,
        last_error: 'The carrier answered HTTP 502.',
      },
      status_reason: `Lading retries the booking with ${DEFAULT_CARRIER_NAME}: The carrier answered HTTP 502.`,
    });
    expect(Date.parse(booked.booking.next_attempt_at)).toBeGreaterThan(Date.now());
    failWith(new CarrierFault('The carrier answered HTTP 503.'));
    expect((await retry(id)).booking).toMatchObject({
      state: 'retrying',
      attempts: 2,
      last_error: 'The carrier answered HTTP 503.',
    });
    bench.carrier.behavior = {};
    expect(await retry(id)).toMatchObject({
      booking: { state: 'done', ...NOTHING, attempts: 3 },
      status_reason: null,
    });
  });

  it('is unsure while the API of the carrier cannot tell, until a person confirms', async () => {
    failWith(new CarrierUnsure('Ask the carrier whether it has the booking.'));
    const id = await draft();
    const unsure = {
      state: 'unsure',
      attempts: 1,
      next_attempt_at: TIME,
      last_error: 'Ask the carrier whether it has the booking.',
    };
    const { booking, status_reason } = await book(id);
    expect(booking).toEqual(unsure);
    expect(status_reason).toBe(unsure.last_error);
    failWith(new CarrierFault('The search failed.'));
    expect((await retry(id)).booking).toMatchObject({ state: 'unsure', last_error: 'The search failed.' });
    failWith(new CarrierUnsure(unsure.last_error));
    for (let attempts = 3; attempts < 10; attempts++) await retry(id);
    expect((await retry(id)).booking).toMatchObject({ state: 'unsure', attempts: 10, next_attempt_at: null });
    const { body } = await bench.org.live
      .post(`/api/v1/freight/${id}/confirm`)
      .send({ pro_number: '123456789' })
      .expect(200);
    expect(body.booking).toEqual({ state: 'done', ...NOTHING, attempts: 10 });
  });

  it('keeps its attempts when the shipment is canceled later', async () => {
    failWith(new CarrierFault('The carrier answered HTTP 502.'));
    const id = await draft();
    await book(id);
    bench.carrier.behavior = {};
    await retry(id);
    bench.carrier.behavior.cancel = () => Promise.reject(new CarrierDeclined('Too late'));
    await bench.cancel(id).expect(422);
    expect((await bench.getFreight(id)).booking).toEqual({ state: 'done', ...NOTHING, attempts: 2 });
    bench.carrier.behavior = {};
    await bench.cancel(id).expect(200);
    expect(await bench.getFreight(id)).toMatchObject({
      status: 'voided',
      booking: { state: 'none', attempts: 2 },
      status_reason: null,
    });
  });

  it('stays open after a cancellation until the carrier responds to the tender', async () => {
    failWith(new CarrierFault('The carrier answered HTTP 502.'));
    const id = await draft();
    await book(id);
    expect((await bench.cancel(id).expect(200)).body).toMatchObject({
      status: 'voided',
      booking: { state: 'retrying', attempts: 1, next_attempt_at: TIME },
      status_reason: `${DEFAULT_CARRIER_NAME} has not responded to the booking yet. Lading cancels the booking if the carrier accepts it.`,
    });
    bench.carrier.behavior = {};
    expect((await retry(id)).booking).toEqual({ state: 'none', ...NOTHING, attempts: 2 });
  });

  it('is pending while a person books by hand', async () => {
    bench.org = await bench.app.organization();
    await connectLiveCarrier(bench.app, bench.org, new CarrierWithoutBookingApi());
    const id = await draft();
    expect(await book(id)).toMatchObject({
      status: 'created',
      booking: { state: 'pending', ...NOTHING },
      status_reason: `${DEFAULT_CARRIER_NAME} does not accept bookings through its API. Book by phone, then confirm the shipment with the PRO number.`,
    });
    const { body } = await bench.org.live
      .post(`/api/v1/freight/${id}/confirm`)
      .send({ pro_number: '123456789' })
      .expect(200);
    expect(body).toMatchObject({ booking: { state: 'done', ...NOTHING }, status_reason: null });
  });

  describe('that the carrier declines', () => {
    const declined = (message: string, code: string | null) => ({
      status: 'draft',
      status_reason: message,
      booking: { state: 'none', ...NOTHING },
      decline: { carrier: DEFAULT_CARRIER_NAME, code, message },
    });

    it.each([
      ['with a code', new CarrierDeclined('No service on that day', 'EBG0141'), 'EBG0141'],
      ['without a code', new CarrierDeclined('No service on that day'), null],
    ])('%s leaves a draft with the words of the carrier', async (_how, error, code) => {
      failWith(error);
      const id = await draft();
      await book(id, 422);
      expect(await bench.getFreight(id)).toMatchObject(declined('No service on that day', code));
    });

    it('at a retry leaves a draft with the words of the carrier', async () => {
      failWith(new CarrierFault('The carrier answered HTTP 502.'));
      const id = await draft();
      await book(id);
      failWith(new CarrierDeclined('No capacity', '17'));
      expect(await retry(id)).toMatchObject(declined('No capacity', '17'));
    });

    it('after the deadline of the request leaves a draft with the words of the carrier', async () => {
      let decline: () => void = () => undefined;
      bench.carrier.behavior.tender = () =>
        new Promise((_resolve, reject) => (decline = () => reject(new CarrierDeclined('No capacity', '17'))));
      const id = await draft();
      expect(await book(id)).toMatchObject({ booking: { state: 'pending' }, decline: null });
      decline();
      await eventually(async () => (await bench.getFreight(id)).status === 'draft');
      expect(await bench.getFreight(id)).toMatchObject(declined('No capacity', '17'));
    });

    it('keeps a message that is longer than the status reason', async () => {
      const message = 'No capacity. '.repeat(30).trim();
      failWith(new CarrierDeclined(message));
      const id = await draft();
      await book(id, 422);
      const { decline, status_reason } = await bench.getFreight(id);
      expect(decline.message.startsWith(status_reason)).toBe(true);
      expect(message.startsWith(decline.message)).toBe(true);
    });

    it('shows no decline once the shipment is booked', async () => {
      failWith(new CarrierDeclined('No capacity', '17'));
      const id = await draft();
      await book(id, 422);
      bench.carrier.behavior = {};
      expect(await book(id)).toMatchObject({
        status: 'scheduled',
        booking: { state: 'done', attempts: 1 },
        decline: null,
      });
    });
  });
});
