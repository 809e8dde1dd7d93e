import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { QuoteLifecycle } from '../../src/features/quotes/quote-lifecycle.js';
import type { TestOrganization } from '../support/app.js';
import { Fixture, getError } from '../support/fixture.js';
import { listFreightEvents, listFreightEventTypes } from '../support/freight-events.js';
import { addBusinessDays } from '../../src/domain/business-days.js';
import { addDays } from '../../src/domain/days.js';
import { toLocalDay } from '../../src/domain/local-time.js';
import { freightRequest, newFreight, newQuote, SHIP_DATE } from '../support/factories.js';
import { connectLiveCarrier, CarrierWithoutBookingApi } from '../support/fake-carrier.js';

describe('booking', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  it('moves a test draft to scheduled in one call', async () => {
    const { id } = await newFreight(bench.org.test);
    const { body } = await bench.org.test.post(`/api/v1/freight/${id}/book`).expect(200);
    expect(body).toMatchObject({
      object: 'freight',
      id,
      status: 'scheduled',
      pro_number: expect.stringMatching(/^\d{9}$/),
      tracking_number: body.pro_number,
      pickup_confirmation: expect.any(String),
      pickup_date: SHIP_DATE,
    });
    expect(await listFreightEvents(bench.app, id)).toEqual([
      {
        type: 'shipment.booked',
        data: {
          shipment: {
            id,
            freight_id: id,
            proNumber: '',
            status: 'BOOKED',
            location: '',
            carrier: body.carrier_name,
          },
        },
      },
    ]);
    const { body: quote } = await bench.org.test.get(`/api/v1/quotes/${body.quote.id}`).expect(200);
    expect(quote.status).toBe('booked');
  });

  it('sends the carrier all details under the BOL number', async () => {
    const { id } = await newFreight(bench.org.live);
    const { body } = await bench.book(id).expect(200);
    expect(body).toMatchObject({ status: 'scheduled', pro_number: '100000000', pickup_confirmation: 'PU-1' });
    expect(bench.carrier.tendered).toEqual([
      expect.objectContaining({
        reference: body.bol_number,
        carrierQuoteNumber: 'Q-1',
        serviceCode: 'STD',
        description: 'Machine parts',
        specialInstructions: 'Gate code 123',
        pickupDate: SHIP_DATE,
      }),
    ]);
  });

  it('stays in carrier_accepted until the pickup is confirmed', async () => {
    bench.carrier.pickupConfirmation = null;
    const { id } = await newFreight(bench.org.live);
    const { body } = await bench.book(id).expect(200);
    expect(body).toMatchObject({ status: 'carrier_accepted', pickup_confirmation: null });
  });

  it('requests pickup on the next business day by default', async () => {
    const { id } = await newFreight(bench.org.live, { ship_date: undefined });
    const { body } = await bench.book(id).expect(200);
    const today = toLocalDay('America/Los_Angeles', new Date());
    expect(body.pickup_date).toBe(addBusinessDays(addDays(today, 1), 0));
    expect(body.warnings.map(({ code }: { code: string }) => code)).not.toContain('pickup_moved');
  });

  describe('rejects', () => {
    it.each([
      ['ship_from.company', { ship_from: { address: 'x', phone: '1' } }],
      ['ship_from.address', { ship_from: { company: 'x', phone: '1', address: '  ' } }],
      ['ship_from.phone', { ship_from: { company: 'x', address: 'x' } }],
      ['ship_to.company', { ship_to: null }],
      ['ship_to.phone', { ship_to: { company: 'x', address: 'x', phone: '' } }],
      ['freight.description', { freight: { handling_unit_type: 'crate' } }],
    ])('without %s', async (param, changes) => {
      const { id } = await newFreight(bench.org.live, changes);
      const { body } = await bench.book(id).expect(422);
      expect(getError(body)).toMatchObject({
        code: 'booking_incomplete',
        param,
        type: 'invalid_request_error',
      });
      expect((await bench.getFreight(id)).status).toBe('draft');
      expect(bench.carrier.tendered).toEqual([]);
    });

    it.each([
      ['ship_from.city', { ship_from: { city: 'Pasadena' } }],
      ['ship_from.state', { ship_from: { state: 'NY', zip: '10001' } }],
      ['ship_from.zip', { ship_from: { zip: '90002' } }],
      ['ship_to.zip', { ship_to: { zip: '60602' } }],
    ])('a %s that differs from the quote', async (param, changes) => {
      const { id } = await newFreight(bench.org.live);
      await bench.org.live.patch(`/api/v1/freight/${id}`).send(changes).expect(200);
      const { body } = await bench.book(id).expect(422);
      expect(getError(body)).toMatchObject({ code: 'address_differs_from_quote', param });
    });

    it('neither a city in other case nor a ZIP+4 of the same ZIP', async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.org.live
        .patch(`/api/v1/freight/${id}`)
        .send({ ship_from: { city: ' los angeles', zip: '90001-1234' } })
        .expect(200);
      await bench.book(id).expect(200);
    });

    it('an expired quote before and after the expiry job', async () => {
      const quote = await newQuote(bench.org.live);
      const draft = async () =>
        (await bench.org.live.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201)).body.id;
      await bench.app.sql.query(`UPDATE quotes SET expires_at = now() - interval '1 second' WHERE id = $1`, [
        quote.id,
      ]);
      expect(getError((await bench.book(await draft()).expect(422)).body)).toMatchObject({
        code: 'quote_expired',
      });
      await bench.app.app.get(QuoteLifecycle).expireDue();
      expect(await bench.getQuoteStatus(quote.id)).toBe('expired');
      expect(getError((await bench.book(await draft()).expect(422)).body)).toMatchObject({
        code: 'quote_expired',
      });
    });

    it('a quote that another shipment holds', async () => {
      const first = await newFreight(bench.org.live);
      const { body: booked } = await bench.book(first.id).expect(200);
      const { body: second } = await bench.org.live
        .post('/api/v1/freight')
        .send(freightRequest(booked.quote.id))
        .expect(201);
      expect(getError((await bench.book(second.id).expect(422)).body)).toMatchObject({
        code: 'quote_already_booked',
      });
    });

    it('a carrier that is no longer connected', async () => {
      const { id } = await newFreight(bench.org.live);
      const connections = bench.app.app.get(CarrierConnectionsService);
      const [connection] = await connections.list({ organizationId: bench.org.id, mode: 'live' });
      await connections.disconnect(connection!.id);
      const { body } = await bench.book(id).expect(422);
      expect(getError(body)).toMatchObject({ code: 'carrier_not_connected' });
      expect((await bench.getFreight(id)).status).toBe('draft');
    });

    it('another tenant’s shipment', async () => {
      const { id } = await newFreight(bench.org.live);
      for (const action of ['book', 'cancel', 'confirm']) {
        const send = (client: TestOrganization['test']) =>
          client
            .post(`/api/v1/freight/${id}/${action}`)
            .send(action === 'confirm' ? { pro_number: '1' } : {})
            .expect(404);
        await send(bench.org.test);
        await send((await bench.app.organization()).live);
      }
    });
  });

  describe('concurrent requests', () => {
    it('book a shipment once', async () => {
      const { id } = await newFreight(bench.org.live);
      const answers = await Promise.all(Array.from({ length: 6 }, () => bench.book(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
      expect(bench.carrier.tendered).toHaveLength(1);
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked']);
    });

    it('book a quote once', async () => {
      const quote = await newQuote(bench.org.live);
      const drafts = await Promise.all(
        Array.from({ length: 5 }, () =>
          bench.org.live.post('/api/v1/freight').send(freightRequest(quote.id)),
        ),
      );
      const answers = await Promise.all(drafts.map(({ body }) => bench.book(body.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
      const codes = answers.filter(({ status }) => status === 422).map(({ body }) => body.error.code);
      expect(new Set(codes)).toEqual(new Set(['quote_already_booked']));
      expect(bench.carrier.booked.size).toBe(1);
    });

    it('cancel a shipment once', async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      const answers = await Promise.all(Array.from({ length: 5 }, () => bench.cancel(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
      expect(bench.carrier.cancelled).toHaveLength(1);
      expect(await listFreightEventTypes(bench.app, id)).toEqual(['shipment.booked', 'shipment.cancelled']);
    });

    it('never leave a shipment booked with the carrier and voided here', async () => {
      const { id } = await newFreight(bench.org.live);
      await Promise.all([bench.book(id), bench.cancel(id)]);
      await bench.recover();
      const { status } = await bench.getFreight(id);
      if (status === 'voided') expect(bench.carrier.cancelled).toHaveLength(bench.carrier.booked.size);
      else expect(bench.carrier.cancelled).toEqual([]);
    });
  });

  describe('a carrier without a booking API', () => {
    let paper: CarrierWithoutBookingApi;
    beforeEach(async () => {
      paper = await connectLiveCarrier(bench.app, bench.org, new CarrierWithoutBookingApi());
    });
    const confirm = (id: number, body: Record<string, unknown>) =>
      bench.org.live.post(`/api/v1/freight/${id}/confirm`).send(body);

    it('leaves the shipment in created until its PRO number is entered', async () => {
      const { id } = await newFreight(bench.org.live);
      expect((await bench.book(id).expect(200)).body).toMatchObject({ status: 'created', pro_number: null });
      const { body } = await confirm(id, { pro_number: '012-345 678' }).expect(200);
      expect(body).toMatchObject({
        status: 'carrier_accepted',
        pro_number: '012345678',
        pickup_date: SHIP_DATE,
      });
      await confirm(id, { pro_number: '012345678' }).expect(422);
      expect((await bench.cancel(id).expect(200)).body.status).toBe('voided');
      expect(paper.tendered).toEqual([]);
    });

    it('can be confirmed through the deprecated path', async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      const { body } = await bench.org.live
        .post(`/api/v1/shipments/${id}/confirm`)
        .send({ pro_number: '87654321' })
        .expect(200);
      expect(body).toMatchObject({ object: 'shipment', status: 'carrier_accepted', pro_number: '87654321' });
    });

    it('schedules the shipment with a pickup confirmation', async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      const { body } = await confirm(id, { pro_number: '12345678', pickup_confirmation: 'PU-9' }).expect(200);
      expect(body).toMatchObject({ status: 'scheduled', pickup_confirmation: 'PU-9' });
    });

    it('lets the PRO number be corrected until pickup, and tracks the new number', async () => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      await confirm(id, { pro_number: '5550001' }).expect(200);
      const { body } = await confirm(id, { pro_number: '555-0002', pickup_confirmation: 'PU-3' }).expect(200);
      expect(body).toMatchObject({
        status: 'scheduled',
        pro_number: '5550002',
        pickup_confirmation: 'PU-3',
        pickup: { status: 'confirmed', confirmation: 'PU-3' },
      });
      const again = await confirm(id, { pro_number: '5550003' }).expect(200);
      expect(again.body).toMatchObject({
        status: 'scheduled',
        pro_number: '5550003',
        pickup_confirmation: 'PU-3',
      });
      const { body: tracked } = await bench.org.live.get(`/api/v1/freight/${id}/tracking`).expect(200);
      expect(tracked).toMatchObject({ tracking_number: '5550003' });
      await bench.org.live.get('/api/v1/tracking/5550001').expect(404);
      expect((await confirm(id, { pro_number: '555 0003' }).expect(422)).body.error.code).toBe(
        'freight_not_confirmable',
      );
      await bench.app.sql.query(`UPDATE freight SET status = 'in_transit' WHERE id = $1`, [id]);
      await confirm(id, { pro_number: '5550004' }).expect(422);
    });

    it('leaves a wrong PRO number to the client that tracks it separately', async () => {
      await bench.org.live.post('/api/v1/tracking').send({ tracking_number: '5560001' }).expect(201);
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      await confirm(id, { pro_number: '5560001' }).expect(200);
      await confirm(id, { pro_number: '5560002' }).expect(200);
      const { body } = await bench.org.live.get('/api/v1/tracking/5560001').expect(200);
      expect(body).toMatchObject({ freight_id: null });
    });

    it('requires a unique PRO number', async () => {
      const [one, other] = [await newFreight(bench.org.live), await newFreight(bench.org.live)];
      for (const { id } of [one, other]) await bench.book(id).expect(200);
      const answers = await Promise.all([one, other].map(({ id }) => confirm(id, { pro_number: '5570001' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expect(refused.body.error).toMatchObject({ code: 'pro_number_taken', param: 'pro_number' });
      const [first, second] = answers[0] === refused ? [other, one] : [one, other];
      expect((await bench.getFreight(second.id)).status).toBe('created');
      // Carriers reuse PRO numbers after a while.
      await bench.app.sql.query(`UPDATE freight SET created_at = now() - interval '2 years' WHERE id = $1`, [
        first.id,
      ]);
      await confirm(second.id, { pro_number: '5570001' }).expect(200);
    });

    it.each([
      [{}, 'pro_number'],
      [{ pro_number: 1 }, 'pro_number'],
      [{ pro_number: ' ' }, 'pro_number'],
      [{ pro_number: '- -' }, 'pro_number'],
      [{ pro_number: 'x'.repeat(51) }, 'pro_number'],
      [{ pro_number: 'ß'.repeat(50) }, 'pro_number'],
      [{ pro_number: '1', pickup_confirmation: 5 }, 'pickup_confirmation'],
      [{ pro_number: '1', pickup_confirmation: 'x'.repeat(51) }, 'pickup_confirmation'],
    ])('rejects %j', async (body, param) => {
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      const answer = await confirm(id, body).expect(400);
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param });
      expect((await bench.getFreight(id)).status).toBe('created');
    });

    it('rejects a PRO number that the carrier cannot have assigned', async () => {
      await connectLiveCarrier(bench.app, bench.org, paper, 'XPOL');
      const { data } = (
        await bench.org.live.post('/api/v1/quotes').send({
          origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
          destination: { city: 'Chicago', state: 'IL', zip: '60601' },
          items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
        })
      ).body;
      const quote = data.find(({ scac }: { scac: string }) => scac === 'XPOL');
      const { body: draft } = await bench.org.live
        .post('/api/v1/freight')
        .send(freightRequest(quote.id))
        .expect(201);
      await bench.book(draft.id).expect(200);
      expect((await confirm(draft.id, { pro_number: '123456789' }).expect(400)).body.error.param).toBe(
        'pro_number',
      );
      await confirm(draft.id, { pro_number: '111-111114' }).expect(200);
    });
  });
});
