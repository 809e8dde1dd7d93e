import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newFreight, newQuote } from '../support/factories.js';

describe('freight', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  describe('drafts', () => {
    it('need only a quote and return the fields of both shapes', async () => {
      const quote = await newQuote(org.test, { customer_id: 7 });
      const response = await org.test.post('/api/v1/freight').send({ quote_id: quote.id }).expect(201);
      const { body } = response;
      expect(response.headers.location).toBe(`/api/v1/freight/${body.id}`);
      const place = { city: 'Los Angeles', state: 'CA', zip: '90001' };
      const empty = { company: '', contact: '', address: '', phone: '', email: '' };
      expect(body).toMatchObject({
        object: 'freight',
        status: 'draft',
        customer_id: 7,
        pro_number: null,
        tracking_number: null,
        pickup_date: null,
        bol_number: expect.stringMatching(/^\d{17}$/),
        quote: { id: quote.id },
        ship_from: place,
        origin: { ...empty, ...place },
        bill_to: null,
        freight: null,
        references: [],
        special_instructions: null,
        total_charge_cents: body.quote.net_charge_cents,
      });
      const { body: got } = await org.test.get(`/api/v1/freight/${body.id}`).expect(200);
      expect(got).toEqual(body);
    });

    it('can share a quote and use an expired one', async () => {
      const quote = await newQuote(org.test);
      await app.sql.query(`UPDATE quotes SET status = 'expired' WHERE id = $1`, [quote.id]);
      for (let round = 0; round < 2; round++) {
        await org.test.post('/api/v1/freight').send({ quote_id: quote.id }).expect(201);
      }
    });

    it.each([
      ['no quote', { quote_id: undefined }, 'quote_id'],
      ['a quote that is text', { quote_id: '1' }, 'quote_id'],
      ['a fractional quote', { quote_id: 1.5 }, 'quote_id'],
      ['a negative customer', { customer_id: -1 }, 'customer_id'],
      ['a party that is text', { ship_from: 'Acme' }, 'ship_from'],
      ['a state of three letters', { ship_from: { state: 'CAL' } }, 'ship_from.state'],
      ['a ZIP of another state', { ship_to: { state: 'IL', zip: '90001' } }, 'ship_to.zip'],
      ['an address without @', { ship_to: { email: 'bob' } }, 'ship_to.email'],
      ['a company of 256 characters', { ship_from: { company: 'x'.repeat(256) } }, 'ship_from.company'],
      ['an unknown bill-to type', { bill_to: { type: 'cod' } }, 'bill_to.type'],
      ['no weight at all', { freight: { weight: 0 } }, 'freight.weight'],
      ['an unknown class', { freight: { freight_class: '93' } }, 'freight.freight_class'],
      ['four references', { references: Array(4).fill({ name: 'PO', value: '1' }) }, 'references'],
      ['a reference without a value', { references: [{ name: 'PO' }] }, 'references[0].value'],
      [
        'instructions of 1,001 characters',
        { special_instructions: 'x'.repeat(1001) },
        'special_instructions',
      ],
      ['a date that is none', { ship_date: '2026-02-30' }, 'ship_date'],
      ['a week for a date', { ship_date: '2026-W48-2' }, 'ship_date'],
    ])('reject %s', async (_name, changes, param) => {
      const quote = await newQuote(org.test);
      const { body } = await org.test
        .post('/api/v1/freight')
        .send(freightRequest(quote.id, changes))
        .expect(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    });

    it('reject another tenant’s quote', async () => {
      const quote = await newQuote(org.test);
      const { body } = await org.live.post('/api/v1/freight').send(freightRequest(quote.id)).expect(404);
      expect(body.error).toMatchObject({ code: 'resource_missing', param: 'quote_id' });
    });
  });

  describe('PATCH', () => {
    const patch = async (changes: Record<string, unknown>, first: Record<string, unknown> = {}) => {
      const { id } = await newFreight(org.test, first);
      const { body } = await org.test.patch(`/api/v1/freight/${id}`).send(changes).expect(200);
      const { body: got } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
      expect(got).toEqual(body);
      return body;
    };

    it('merges objects key by key', async () => {
      const body = await patch({
        ship_from: { contact: 'Zoe' },
        freight: { weight: 400 },
        bill_to: { type: 'collect' },
      });
      expect(body.ship_from).toEqual({
        company: 'Acme Manufacturing',
        contact: 'Zoe',
        address: '12 S Main St',
        phone: '555-222-6666',
        city: 'Los Angeles',
        state: 'CA',
        zip: '90001',
        country: 'US',
      });
      expect(body.freight).toEqual({
        description: 'Machine parts',
        handling_unit_type: 'pallet',
        weight: 400,
      });
      expect(body.bill_to).toEqual({ type: 'collect' });
    });

    it('clears fields with null and returns to the quote’s city, state and ZIP', async () => {
      const body = await patch(
        { ship_to: { contact: null, city: null, state: null, zip: null }, freight: { description: null } },
        { ship_to: { company: 'X', contact: 'Y', city: 'New York', state: 'NY', zip: '10001' } },
      );
      expect(body.ship_to).toEqual({
        company: 'X',
        city: 'Chicago',
        state: 'IL',
        zip: '60601',
        country: 'US',
      });
      expect(body.freight).toEqual({ handling_unit_type: 'pallet' });
    });

    it('clears whole objects with null', async () => {
      const body = await patch({
        ship_from: null,
        freight: null,
        bill_to: null,
        references: null,
        special_instructions: null,
      });
      expect(body).toMatchObject({
        ship_from: { city: 'Los Angeles', state: 'CA', zip: '90001' },
        freight: null,
        bill_to: null,
        references: [],
        special_instructions: null,
      });
      expect(body.ship_from).not.toHaveProperty('company');
    });

    it('replaces the references as a whole', async () => {
      const references = [{ name: 'SO', value: '9' }];
      expect((await patch({ references })).references).toEqual(references);
    });

    it('keeps omitted and immutable fields', async () => {
      const { id } = await newFreight(org.test);
      const { body: before } = await org.test.get(`/api/v1/freight/${id}`);
      const { body } = await org.test
        .patch(`/api/v1/freight/${id}`)
        .send({ status: 'delivered', total_charge_cents: 1, carrier: { scac: 'SIM2' }, bol_number: '1' })
        .expect(200);
      expect(body).toEqual(before);
    });

    it.each([
      [{ ship_from: { zip: '9' } }, 'ship_from.zip'],
      // The stored ZIP belongs to another state.
      [{ ship_to: { state: 'CA' } }, 'ship_to.zip'],
      [{ ship_from: [] }, 'ship_from'],
      [{ freight: { weight: -1 } }, 'freight.weight'],
      [{ references: 'PO 1' }, 'references'],
      [{ references: [{ name: '', value: '1' }] }, 'references[0].name'],
      [{ special_instructions: 5 }, 'special_instructions'],
      [{ bill_to: { type: null, company: 1 } }, 'bill_to.company'],
    ])('rejects %j', async (changes, param) => {
      const { id } = await newFreight(org.test);
      const { body } = await org.test.patch(`/api/v1/freight/${id}`).send(changes).expect(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    });

    it('returns 404 for another tenant’s shipment', async () => {
      const { id } = await newFreight(org.test);
      await org.live.patch(`/api/v1/freight/${id}`).send({}).expect(404);
      await org.test.patch('/api/v1/freight/abc').send({}).expect(404);
    });

    it('keeps both of two concurrent changes', async () => {
      const { id } = await newFreight(org.test);
      const send = (changes: object) => org.test.patch(`/api/v1/freight/${id}`).send(changes).expect(200);
      await Promise.all([
        send({ ship_from: { contact: 'A' } }),
        send({ ship_from: { email: 'a@example.com' } }),
      ]);
      const { body } = await org.test.get(`/api/v1/freight/${id}`);
      expect(body.ship_from).toMatchObject({ contact: 'A', email: 'a@example.com' });
    });
  });

  describe('lists', () => {
    it('filter by status and customer', async () => {
      const { test } = await app.organization();
      const draft = await newFreight(test, { customer_id: 3 });
      const booked = await newFreight(test);
      await test.post(`/api/v1/freight/${booked.id}/book`).expect(200);
      const ids = async (query: string) =>
        (await test.get(`/api/v1/freight?${query}`).expect(200)).body.data.map(
          ({ id }: { id: number }) => id,
        );
      expect(await ids('')).toEqual([booked.id, draft.id]);
      expect(await ids('status=draft')).toEqual([draft.id]);
      expect(await ids('status=scheduled')).toEqual([booked.id]);
      expect(await ids('customer_id=3')).toEqual([draft.id]);
      expect(await ids(`ending_before=${draft.id}`)).toEqual([booked.id]);
    });

    it('reject an unknown status', async () => {
      const { body } = await org.test.get('/api/v1/freight?status=lost').expect(400);
      expect(body.error.param).toBe('status');
    });
  });

  describe('the deprecated shipments path', () => {
    it('returns the same data as a shipment object with deprecation headers', async () => {
      const quote = await newQuote(org.test);
      const created = await org.test.post('/api/v1/shipments').send(freightRequest(quote.id)).expect(201);
      const { id } = created.body;
      expect(created.body.object).toBe('shipment');
      expect(created.headers.location).toBe(`/api/v1/shipments/${id}`);

      await org.test.post('/api/v1/shipments').send(freightRequest(987_654_321)).expect(404);
      const payer = { name: 'Dear', markup: { percent: 10 } };
      const { body: customer } = await org.test.post('/api/v1/customers').send(payer).expect(201);
      const dearer = await org.test
        .post('/api/v1/shipments')
        .send({ ...freightRequest(quote.id), customer_id: customer.id })
        .expect(422);
      expect(dearer.body.error).toMatchObject({ code: 'freight_differs_from_quote', param: 'customer_id' });
      const list = await org.test.get('/api/v1/shipments?limit=1').expect(200);
      expect(list.body).toMatchObject({ url: '/api/v1/shipments', data: [{ object: 'shipment', id }] });
      expect(list.headers).toMatchObject({
        deprecation: expect.stringMatching(/^@\d+$/),
        link: '</api/v1/freight>; rel="successor-version"',
      });
      const one = await org.test.get(`/api/v1/shipments/${id}`).expect(200);
      expect(one.headers.link).toBe(`</api/v1/freight/${id}>; rel="successor-version"`);
      const { body: canonical } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
      expect(one.body).toEqual({ ...canonical, object: 'shipment' });

      const tracking = await org.test.get(`/api/v1/shipments/${id}/tracking`).expect(200);
      expect(tracking.body).toMatchObject({ object: 'tracking', status: 'pending', events: [] });
      expect((await org.test.get(`/api/v1/shipments/${id}/bol`).expect(200)).body.object).toBe('bol');
      const booked = await org.test.post(`/api/v1/shipments/${id}/book`).expect(200);
      expect(booked.body).toMatchObject({ object: 'shipment', status: 'scheduled' });
      const cancelled = await org.test.post(`/api/v1/shipments/${id}/cancel`).expect(200);
      expect(cancelled.body).toMatchObject({ object: 'shipment', status: 'voided' });
      await org.test.post(`/api/v1/shipments/${id}/cancel`).expect(422);
      await org.test.post(`/api/v1/shipments/${id}/book`).expect(422);
      await org.test.patch(`/api/v1/shipments/${id}`).send({ special_instructions: 'x' }).expect(422);
    });

    it('adds deprecation headers to errors, and the freight path does not', async () => {
      const missing = await org.test.get('/api/v1/shipments/999999').expect(404);
      expect(missing.headers.deprecation).toMatch(/^@\d+$/);
      const { headers } = await org.test.get('/api/v1/freight').expect(200);
      expect(headers.deprecation).toBeUndefined();
      expect(headers.link).toBeUndefined();
    });
  });

  const A = 'application/vnd.freight.shape-a+json';
  const B = 'application/vnd.freight.shape-b+json';
  it.each([
    [B, 'shipment'],
    [B.toUpperCase(), 'shipment'],
    [`application/json;q=0.5, ${B}`, 'shipment'],
    [`${A};q=0.8, ${B};q=0.9`, 'shipment'],
    [`*/*;q=0.1, ${B}`, 'shipment'],
    [`*/*, ${B};q=0.5`, 'freight'],
    [`application/json, ${B};q=0.5`, 'freight'],
    [`${A}, ${B};q=0.9`, 'freight'],
    [`${B};q=0`, 'freight'],
    [`*/*, ${B};q=0`, 'freight'],
    [`application/*;q=0.3, ${B};q=0.2`, 'freight'],
    ['*/*', 'freight'],
    ['text/html', 'freight'],
    [`text/html, ${B};q=nonsense`, 'freight'],
  ])('accepted as %s is a %s', async (accept, object) => {
    const { id } = await newFreight(org.test);
    const { body } = await org.test.get(`/api/v1/freight/${id}`).set('Accept', accept).expect(200);
    expect(body.object).toBe(object);
  });

  it('changes only the object name under shape B', async () => {
    const { id } = await newFreight(org.test);
    const get = (shape: string) =>
      org.test
        .get(`/api/v1/freight/${id}`)
        .set('Accept', `application/vnd.freight.shape-${shape}+json`)
        .expect(200);
    const [a, b] = [(await get('a')).body, (await get('b')).body];
    expect(a.object).toBe('freight');
    expect(b).toEqual({ ...a, object: 'shipment' });
    const list = await org.test.get('/api/v1/freight').set('Accept', 'application/vnd.freight.shape-b+json');
    expect(list.body.data[0].object).toBe('shipment');
    expect(list.headers.vary).toMatch(/Accept/i);
  });
});
