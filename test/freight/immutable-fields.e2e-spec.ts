import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newFreight, newQuote, rateRequest, SHIP_DATE } from '../support/factories.js';

interface Answer {
  id: number;
  [field: string]: unknown;
}

describe('a value that another request determines is never silently dropped', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const get = async (id: number): Promise<Answer> =>
    (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
  const OTHERS: [string, unknown][] = [
    ['quote_id', 987_654],
    ['customer_id', 5],
    ['ship_date', '2027-01-01'],
    ['ship_date', null],
    ['pickup_date', '2027-01-01'],
    ['pickup', { ready_time: '09:00', close_time: '12:00' }],
    ['accessorials', { destination_liftgate: true }],
    ['limited_access', { delivery: 'school' }],
    ['items', [{ weight: 900 }]],
    ['items', []],
    ['declared_value_cents', 100_000],
  ];

  it.each(OTHERS)('and rejected in a change: %s %j', async (param, value) => {
    const { id } = await newFreight(org.test);
    const before = await get(id);
    const { body } = await org.test
      .patch(`/api/v1/freight/${id}`)
      .send({ special_instructions: 'x', [param]: value })
      .expect(400);
    expect(body.error).toMatchObject({ code: 'conflicting_values', param });
    expect(await get(id)).toEqual(before);
  });

  it('and rejected by name for each of several fields', async () => {
    const { id } = await newFreight(org.test);
    const { body } = await org.test
      .patch(`/api/v1/freight/${id}`)
      .send({ quote_id: 987_654, ship_date: '2027-01-01' })
      .expect(400);
    expect(body.error.errors.map(({ param }: { param: string }) => param)).toEqual(['quote_id', 'ship_date']);
  });

  it('but accepted unchanged, partially or in equivalent form', async () => {
    const items = [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }];
    const accessorials = { destination_liftgate: true };
    const quote = await newQuote(org.test, { items, accessorials, declared_value_cents: 5 });
    const { body: draft } = await org.test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const back = {
      quote_id: quote.id,
      customer_id: null,
      ship_date: `${SHIP_DATE}T09:00:00Z`,
      pickup: { status: 'none', date: null },
      pickup_date: null,
      items,
      accessorials: { ...accessorials, hazmat: false },
      limited_access: {},
      declared_value_cents: 5,
    };
    const { body } = await org.test.patch(`/api/v1/freight/${draft.id}`).send(back).expect(200);
    expect(body).toEqual(draft);
    const { ship_date: _day, customer_id: _customer, ...same } = back;
    await org.test.post('/api/v1/freight').send(freightRequest(quote.id, same)).expect(201);
    await org.test.post(`/api/v1/freight/${draft.id}/book`).send({ items, accessorials }).expect(200);
  });

  it.each(OTHERS.filter(([param]) => !['quote_id', 'customer_id', 'ship_date'].includes(param)))(
    'and rejected in a draft: %s %j',
    async (param, value) => {
      const quote = await newQuote(org.test);
      const { body: before } = await org.test.get('/api/v1/freight?limit=1').expect(200);
      const { body } = await org.test
        .post('/api/v1/freight')
        .send(freightRequest(quote.id, { [param]: value }))
        .expect(400);
      expect(body.error).toMatchObject({ code: 'conflicting_values', param });
      expect((await org.test.get('/api/v1/freight?limit=1').expect(200)).body).toEqual(before);
    },
  );

  it('and rejected when booking', async () => {
    const { id } = await newFreight(org.test);
    const { body } = await org.test
      .post(`/api/v1/freight/${id}/book`)
      .send({ accessorials: { inside_delivery: true } })
      .expect(400);
    expect(body.error).toMatchObject({ code: 'conflicting_values', param: 'accessorials' });
    expect(await get(id)).toMatchObject({ status: 'draft' });
  });

  describe('for the customer', () => {
    const customer = async (body: object = {}): Promise<number> =>
      (
        await org.test
          .post('/api/v1/customers')
          .send({ name: 'Ann', ...body })
          .expect(201)
      ).body.id;
    const draft = (quoteId: number, customerId: number | null, status: number) =>
      org.test
        .post('/api/v1/freight')
        .send(freightRequest(quoteId, { customer_id: customerId }))
        .expect(status);

    it('a draft uses the customer of its quote', async () => {
      const [quoted, other] = [await customer({ markup: { percent: 10 } }), await customer()];
      const { id } = await newQuote(org.test, { customer_id: quoted });
      const { body } = await draft(id, other, 422);
      expect(body.error).toMatchObject({
        code: 'freight_differs_from_quote',
        param: 'customer_id',
        message: `customer_id is ${other}, but the quote was priced for customer ${quoted}. Request quotes for this customer.`,
      });
      for (const same of [quoted, null]) expect((await draft(id, same, 201)).body.customer_id).toBe(quoted);
    });

    it('a draft may name a customer without markup if the quote has none', async () => {
      const [plain, marked] = [await customer(), await customer({ markup: { flat_cents: 100 } })];
      const { id } = await newQuote(org.test);
      expect((await draft(id, plain, 201)).body.customer_id).toBe(plain);
      expect((await draft(id, 987_654, 201)).body.customer_id).toBe(987_654);
      const { body } = await draft(id, marked, 422);
      expect(body.error).toMatchObject({ code: 'freight_differs_from_quote', param: 'customer_id' });
    });

    it('booking compares the customer of an older draft with its quote', async () => {
      const { id } = await newQuote(org.test, { customer_id: 7 });
      const { body: made } = await draft(id, null, 201);
      await app.sql.query('UPDATE freight SET customer_id = 8 WHERE id = $1', [made.id]);
      const { body } = await org.test.post(`/api/v1/freight/${made.id}/book`).expect(422);
      expect(body.error).toMatchObject({ code: 'freight_differs_from_quote', param: 'customer_id' });
    });
  });

  it.each(['pickup', 'delivery'])(
    'a quote request cannot name a limited access kind for %s and set the accessorial to false',
    async (side) => {
      const request = (wanted: boolean) =>
        rateRequest({
          limited_access: { [side]: 'school' },
          accessorials: { [`limited_access_${side}`]: wanted },
        });
      const { body } = await org.test.post('/api/v1/quotes').send(request(false)).expect(400);
      const param = `accessorials.limited_access_${side}`;
      expect(body.error).toMatchObject({ code: 'conflicting_values', param });
      const { body: rated } = await org.test.post('/api/v1/quotes').send(request(true)).expect(201);
      expect(rated.data[0].accessorials).toEqual({ [`limited_access_${side}`]: true });
    },
  );
});
