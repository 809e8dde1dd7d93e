import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Lading, LadingError, type Schemas } from '../../sdk/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { LOCAL_WEBHOOK_ENV } from '../support/fixture.js';

type Rate = Schemas['CreateQuotes'];
type Draft = Schemas['CreateFreight'];

describe('the SDK against a service', () => {
  let app: TestApp;
  let receiver: Receiver;
  let lading: Lading;

  beforeAll(async () => {
    app = await startApp(LOCAL_WEBHOOK_ENV);
    receiver = await startReceiver();
    const { testKey } = await app.organization();
    lading = new Lading({ apiKey: testKey, baseUrl: app.url });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const failure = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).catch((reason) => reason);

  it('ships freight from quote to invoice and verifies a webhook', async () => {
    const endpoint = await lading.webhooks.create({
      url: `${receiver.url}/hook`,
      events: ['shipment.booked'],
    });

    const quotes = await lading.quotes.create(rateRequest() as unknown as Rate);
    const group = await lading.quotes.group(quotes.quote_group_id);
    expect(group.data.map(({ id }) => id)).toEqual(quotes.data.map(({ id }) => id));

    const draft = await lading.freight.create(freightRequest(quotes.data[0]!.id) as unknown as Draft);
    expect(draft.status).toBe('draft');
    const booked = await lading.freight.book(draft.id);
    expect(booked.pro_number).toMatch(/^\d{9}$/);

    const pdf = await lading.freight.bolPdf(draft.id);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    const reader = (pdf.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value!).subarray(0, 5).toString()).toBe('%PDF-');
    await reader.cancel();

    await lading.sandbox.simulate('shipment.delivered', { shipment_id: draft.id });
    const { status } = await lading.freight.tracking(draft.id);
    expect(status).toBe('delivered');
    const [invoice] = (await lading.invoices.list({ freight_id: draft.id })).data;
    expect(await lading.invoices.pay(invoice!.id)).toMatchObject({ status: 'paid' });

    const { rawBody, headers } = (await receiver.waitForDeliveries(1))[0]!;
    const event = await lading.webhooks.verify(rawBody, headers, endpoint.secret);
    if (event.type !== 'shipment.booked') throw new Error(`It was told ${event.type}.`);
    expect(event.data.shipment.id).toBe(draft.id);
    for (const [body, secret] of [
      [`${rawBody} `, endpoint.secret],
      [rawBody, 'whsec_another'],
    ] as const)
      expect(await failure(lading.webhooks.verify(body, headers, secret))).toMatchObject({
        code: 'invalid_signature',
      });
  });

  it('returns one page of a list or iterates over every record', async () => {
    for (let number = 1; number <= 5; number++)
      await lading.customers.create({ name: `Customer ${number}`, external_ref: `c${number}` });

    const page = await lading.customers.list({ limit: 2 });
    expect(page).toMatchObject({ object: 'list', has_more: true });
    expect(page.data.map((customer) => customer.external_ref)).toEqual(['c5', 'c4']);

    const seen: unknown[] = [];
    for await (const customer of lading.customers.list({ limit: 2 })) seen.push(customer.external_ref);
    expect(seen).toEqual(['c5', 'c4', 'c3', 'c2', 'c1']);

    const first = await lading.quotes.create(rateRequest() as unknown as Rate);
    const all = await Array.fromAsync(lading.quotes.list());
    const oldest = all.at(-1)!.id;
    const newer = await Array.fromAsync(lading.quotes.list({ limit: 2, ending_before: oldest }));
    expect(newer.map(({ id }) => id)).toEqual(
      all
        .slice(0, -1)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(first.data.length).toBeGreaterThan(0);
  });

  it('throws errors with code, status and param', async () => {
    const missing = await failure(lading.freight.get(999_999));
    expect(missing).toBeInstanceOf(LadingError);
    expect(missing).toMatchObject({ name: 'LadingError', code: 'resource_missing', status: 404 });
    expect((missing as LadingError).requestId).toBeTruthy();

    const { data } = await lading.quotes.create(rateRequest() as unknown as Rate);
    const draft = await lading.freight.create({ quote_id: data[0]!.id });
    const incomplete = (await failure(lading.freight.book(draft.id))) as LadingError;
    expect(incomplete).toMatchObject({ code: 'booking_incomplete', status: 422 });
    expect(incomplete.errors.map(({ param }) => param)).toContain('ship_to.company');
    expect(incomplete.param).toBe(incomplete.errors[0]!.param);

    const stranger = new Lading({ apiKey: 'fk_test_nobody', baseUrl: app.url });
    expect(await failure(stranger.quotes.list())).toMatchObject({ code: 'unauthorized', status: 401 });
    // @ts-expect-error the document has no such field
    expect(await failure(lading.quotes.list({ colour: 'red' }))).toMatchObject({ code: 'unknown_parameter' });
  });
});
