import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

const ADDRESS = { address: '400 W Lake St', city: 'Chicago', state: 'IL', zip: '60601' };
const NOBODY = 999_999;

/** Every operation that takes a `customer_id`, as bodies without one. */
async function buildBodies({ test }: TestOrganization, number: string): Promise<[string, object][]> {
  return [
    ['quotes', rateRequest()],
    ['freight', freightRequest((await newQuote(test)).id)],
    ['tracking', { tracking_number: number }],
    ['addresses', ADDRESS],
  ];
}

async function createCustomer({ test }: TestOrganization): Promise<number> {
  return (await test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201)).body.id as number;
}

function getCustomerId(body: { customer_id: number; data?: { customer_id: number }[] }): number {
  return (body.data?.[0] ?? body).customer_id;
}

describe('customer_id without customer validation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('accepts and returns any id, including 0', async () => {
    const org = await app.organization();
    for (const customer_id of [NOBODY, 0]) {
      for (const [path, body] of await buildBodies(org, `PRO${customer_id}`)) {
        const answer = await org.test
          .post(`/api/v1/${path}`)
          .send({ ...body, customer_id })
          .expect(201);
        expect(getCustomerId(answer.body)).toBe(customer_id);
      }
    }
  });
});

describe('customer_id with customer validation', () => {
  let app: TestApp;
  let org: TestOrganization;
  beforeAll(async () => {
    app = await startApp({ CUSTOMERS_STRICT: 'true' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  it('can be omitted or be the id of a customer', async () => {
    const customerId = await createCustomer(org);
    for (const customer_id of [undefined, customerId]) {
      for (const [path, body] of await buildBodies(org, `PRO${customer_id}`)) {
        const answer = await org.test
          .post(`/api/v1/${path}`)
          .send({ ...body, customer_id })
          .expect(201);
        expect(getCustomerId(answer.body)).toBe(customer_id ?? null);
      }
    }
  });

  it('rejects an unknown customer and those of other tenants, and stores nothing', async () => {
    const foreign = await createCustomer(await app.organization());
    const live = (await org.live.post('/api/v1/customers').send({ name: 'Ann' }).expect(201)).body.id;
    const rows = () =>
      app.sql.query(
        `SELECT (SELECT count(*) FROM quotes) AS quotes, (SELECT count(*) FROM freight) AS freight,
                (SELECT count(*) FROM tracked_shipments) AS tracked, (SELECT count(*) FROM addresses) AS addresses`,
      );
    const requests = await buildBodies(org, 'PRO1');
    const before = await rows();
    for (const customer_id of [NOBODY, 0, foreign, live]) {
      for (const [path, body] of requests) {
        const answer = await org.test
          .post(`/api/v1/${path}`)
          .send({ ...body, customer_id })
          .expect(400);
        expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param: 'customer_id' });
      }
    }
    expect(await rows()).toEqual(before);
  });

  it('is validated before carriers are called', async () => {
    const carrier = await connectLiveCarrier(app, org, new FakeCarrier());
    const rate = jest.spyOn(carrier, 'rate');
    await org.live
      .post('/api/v1/quotes')
      .send(rateRequest({ customer_id: NOBODY }))
      .expect(400);
    expect(rate).not.toHaveBeenCalled();
    await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    expect(rate).toHaveBeenCalledTimes(1);
  });
});
