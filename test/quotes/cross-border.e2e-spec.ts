import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest } from '../support/factories.js';

interface Quote {
  id: number;
  scac: string;
  net_charge_cents: number;
  charges: { code: string; amount_cents: number }[];
  origin: object;
  destination: object;
}
interface Result {
  scac: string;
  status: string;
  reason: string | null;
}

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const MONTERREY = { city: 'Monterrey', state: 'NL', zip: '64000', country: 'MX' };
const CHICAGO = { city: 'Chicago', state: 'IL', zip: '60601' };

describe('places in Canada and Mexico', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false', PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const rate = (changes: Record<string, unknown>, client = org.test) =>
    client.post('/api/v1/quotes').send(rateRequest(changes));
  const results = async (changes: Record<string, unknown>) => {
    const { body } = await rate(changes);
    const list = (body.carrier_results ?? body.error.carrier_results) as Result[];
    return new Map(list.map(({ scac, status, reason }) => [scac, { status, reason }]));
  };

  it('SIM1 and SIM2 price a shipment to Canada with a border fee, and the others decline with words', async () => {
    const { body } = await rate({ destination: { ...TORONTO, zip: 'm5v3l9' } }).expect(201);
    const quotes = body.data as Quote[];
    expect(new Set(quotes.map(({ scac }) => scac))).toEqual(new Set(['SIM1', 'SIM2']));
    for (const quote of quotes) {
      expect(quote.destination).toEqual(TORONTO);
      expect(quote.origin).toEqual({ city: 'Los Angeles', state: 'CA', zip: '90001', country: 'US' });
      expect(quote.charges.filter(({ code }) => code === 'BORDER')).toHaveLength(1);
      const sum = quote.charges.reduce((total, charge) => total + charge.amount_cents, 0);
      expect(sum).toBe(quote.net_charge_cents);
    }
    const declined = (body.carrier_results as Result[]).filter(({ status }) => status === 'declined');
    expect(declined).toHaveLength(3);
    for (const { reason } of declined) expect(reason).toMatch(/^[\w ]+ does not serve Canada\.$/);
  });

  it('a shipment within Canada has no border fee', async () => {
    const montreal = { city: 'Montreal', state: 'QC', zip: 'H3B 2Y5', country: 'CA' };
    const { body } = await rate({ origin: TORONTO, destination: montreal }).expect(201);
    for (const { charges } of body.data as Quote[])
      expect(charges.map(({ code }) => code)).not.toContain('BORDER');
  });

  it('a connection and a tariff decline a country that they do not serve', async () => {
    await createTariff(org.test, { scac: 'ACMC' }, undefined);
    const mexico = await results({ destination: MONTERREY });
    expect(mexico.get('SIM1')).toEqual({
      status: 'declined',
      reason: "The carrier's connection does not accept shipments from or to Mexico.",
    });
    expect(mexico.get('ACMC')).toEqual({
      status: 'declined',
      reason: 'The tariff has no rates for Mexico.',
    });
    expect((await results({ origin: TORONTO })).get('ACMC')!.reason).toBe(
      'The tariff has no rates for Canada.',
    );
  });

  it.each([
    [{ ...TORONTO, country: 'US' }, 'state'],
    [{ ...TORONTO, zip: '90001' }, 'zip'],
    [{ ...TORONTO, zip: 'D5V 3L9' }, 'zip'],
    [{ ...TORONTO, state: 'QC' }, 'zip'],
    [{ ...TORONTO, country: 'FR' }, 'country'],
    [{ ...MONTERREY, state: 'ON' }, 'state'],
    [{ ...MONTERREY, zip: '6400' }, 'zip'],
  ])('a quote to %j is refused with the field %s', async (destination, field) => {
    const { body } = await rate({ destination }).expect(400);
    expect(body.error.errors.map(({ param }: { param: string }) => param)).toContain(`destination.${field}`);
  });

  it('saved addresses keep the country, and fill it into quotes and drafts', async () => {
    const address = { address: '1 Front St W', ...TORONTO, company: 'Maple', phone: '555-333-7777' };
    const { body: saved } = await org.test
      .post('/api/v1/addresses')
      .send({ ...address, zip: 'm5v-3l9' })
      .expect(201);
    expect(saved).toMatchObject(address);
    const path = `/api/v1/addresses/${saved.id}`;
    expect((await org.test.patch(path).send({ zip: '90001' }).expect(400)).body.error.param).toBe('zip');
    expect((await org.test.patch(path).send({ country: 'US' }).expect(400)).body.error.param).toBe('country');
    await org.test.patch(path).send({ state: 'IL', zip: '60601', country: null }).expect(200);
    expect((await org.test.patch(path).send(TORONTO).expect(200)).body.country).toBe('CA');
    const { body } = await rate({ destination: { address_id: saved.id } }).expect(201);
    const quote = body.data[0] as Quote;
    expect(quote.destination).toEqual(TORONTO);
    const { body: draft } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(quote.id, { ship_to: { address_id: saved.id } }))
      .expect(201);
    expect(draft.ship_to).toMatchObject(TORONTO);
    expect(draft.destination).toMatchObject(TORONTO);
    expect(draft.origin.country).toBe('US');
  });

  it('a draft takes the country of its quote, refuses other provinces, and books', async () => {
    const { body: group } = await rate({ destination: TORONTO }).expect(201);
    const quote = (group.data as Quote[])[0]!;
    const { body: draft } = await org.test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    expect(draft.ship_to).toMatchObject(TORONTO);
    const path = `/api/v1/freight/${draft.id}`;
    const { body: refused } = await org.test
      .patch(path)
      .send({ ship_to: { state: 'QC' } })
      .expect(400);
    expect(refused.error.param).toBe('ship_to.zip');
    await org.test
      .patch(path)
      .send({ ship_to: { state: 'ON', zip: 'm5v 3l9' } })
      .expect(200);
    await org.test
      .patch(path)
      .send({ ship_to: { state: 'IL', zip: '60601', country: 'US' } })
      .expect(200);
    const { body: differs } = await org.test.post(`${path}/book`).expect(422);
    expect(differs.error).toMatchObject({ code: 'address_differs_from_quote', param: 'ship_to.state' });
    await org.test.patch(path).send({ ship_to: TORONTO }).expect(200);
    await org.test.post(`${path}/book`).expect(200);
    const { body: bol } = await org.test.get(`${path}/bol`).expect(200);
    expect(bol.ship_to).toMatchObject(TORONTO);
    expect(bol.ship_from.country).toBe('US');
  });

  it('customers, payers and the organization have a country', async () => {
    const { body: customer } = await org.test
      .post('/api/v1/customers')
      .send({ name: 'Maple', ...TORONTO })
      .expect(201);
    expect(customer).toMatchObject(TORONTO);
    const refused = await org.test
      .patch(`/api/v1/customers/${customer.id}`)
      .send({ zip: '90001' })
      .expect(400);
    expect(refused.body.error.param).toBe('zip');
    expect((await org.test.post('/api/v1/customers').send({ name: 'Plain' }).expect(201)).body.country).toBe(
      'US',
    );
    const address = { address: '1 Front St W', ...TORONTO };
    const { body: profile } = await org.test.patch('/api/v1/organization').send({ address }).expect(200);
    expect(profile.address).toMatchObject(address);
    const { body: group } = await rate({ destination: CHICAGO }).expect(201);
    const { body: draft } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(group.data[0].id, { bill_to: { company: 'Maple', ...TORONTO } }))
      .expect(201);
    expect(draft.bill_to).toMatchObject(TORONTO);
  });

  it.each([
    [TORONTO, true, 'M5V 3L9'],
    [{ ...TORONTO, zip: 'h3b2y5' }, false, 'H3B 2Y5'],
    [{ ...TORONTO, zip: '90001' }, false, '90001'],
    [MONTERREY, true, '64000'],
    [{ ...MONTERREY, zip: '640' }, false, '640'],
  ])('the offline check of %j answers %s', async (place, valid, zip) => {
    const { body } = await org.test
      .post('/api/v1/addresses/validate')
      .send({ address: '1 Front St W', ...place })
      .expect(200);
    expect(body.valid).toBe(valid);
    expect(body.normalized).toMatchObject({ zip, country: place.country });
    expect(body.messages.length).toBeGreaterThan(0);
  });

  it('an address import reads the country, and a file without the column has US addresses', async () => {
    const header = 'external_ref,address,city,state,zip';
    const send = (csv: string) =>
      org.test.post('/api/v1/addresses/import').set('Content-Type', 'text/csv').send(csv);
    const read = async () =>
      (await org.test.get('/api/v1/addresses?external_ref=IMP-1').expect(200)).body.data[0];
    await send(`${header},country\nIMP-1,1 Front St W,Toronto,ON,M5V3L9,CA\n`).expect(200);
    expect(await read()).toMatchObject(TORONTO);
    await send(`${header}\nIMP-1,400 W Lake St,Chicago,IL,60601\n`).expect(200);
    expect(await read()).toMatchObject({ ...CHICAGO, country: 'US' });
  });

  describe('metric units', () => {
    const metric = { weight_unit: 'kg', dimension_unit: 'cm' };
    const items = (changes: object) => [
      { weight: 500, freight_class: '92.5', length: 120, width: 100, height: 120, ...changes },
    ];

    it('are converted, and the price is that of the same shipment in pounds and inches', async () => {
      const { body } = await rate({ ...metric, items: items({ quantity: 2 }) }).expect(201);
      const pounds = items({ quantity: 2, weight: 1_102.31, length: 47.24, width: 39.37, height: 47.24 });
      const { body: same } = await rate({ items: pounds }).expect(201);
      const prices = (list: Quote[]) => list.map(({ scac, net_charge_cents }) => [scac, net_charge_cents]);
      expect(prices(body.data)).toEqual(prices(same.data));
      expect(body.data[0].items[0]).toMatchObject(pounds[0]!);
      expect(body.data[0].dimensions).toEqual({
        length: 47.24,
        width: 39.37,
        height: 47.24,
        weight: 1_102.31,
      });
    });

    it('are converted once in a request with a saved address and a product', async () => {
      const product = { sku: 'M-1', name: 'Motor', freight_class: '85', length: 40, width: 40, height: 40 };
      const { body: saved } = await org.test.post('/api/v1/products').send(product).expect(201);
      const line = { product_id: saved.id, weight: 100 };
      const { body } = await rate({ weight_unit: 'kg', items: [line] }).expect(201);
      expect(body.data[0].items[0]).toMatchObject({ weight: 220.46, length: 40 });
    });

    it('have the limits of pounds and inches, and errors name the sent value', async () => {
      const faults = async (changes: object, units: object = metric) =>
        (await rate({ ...units, items: items(changes) }).expect(400)).body.error.errors as object[];
      expect(await faults({ weight: 60_000 })).toContainEqual(
        expect.objectContaining({
          param: 'items[0].weight',
          message: 'items[0].weight (60000 kg) must not be greater than 100,000 pounds.',
        }),
      );
      expect(await faults({ height: 4_000 })).toContainEqual(
        expect.objectContaining({
          param: 'items[0].height',
          message: 'items[0].height (4000 cm) must not be greater than 1,200 inches.',
        }),
      );
      expect(await faults({ weight: '5' })).toContainEqual(
        expect.objectContaining({ param: 'items[0].weight' }),
      );
      expect(await faults({}, { weight_unit: 'g' })).toContainEqual(
        expect.objectContaining({ param: 'weight_unit' }),
      );
    });
  });
});
