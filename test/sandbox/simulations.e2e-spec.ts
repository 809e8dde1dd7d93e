import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight, newQuote } from '../support/factories.js';

describe('a simulation', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    org = await app.organization();
  });
  afterAll(() => app.close());

  const simulate = (type: string, body: object = {}, query = '') =>
    org.test.post(`/api/v1/sandbox/simulate/${type}${query}`).send(body);
  const get = async (path: string) => (await org.test.get(`/api/v1${path}`).expect(200)).body;
  const count = async (): Promise<number> =>
    (await app.sql.query('SELECT count(*)::int AS n FROM events WHERE organization_id = $1', [org.id]))[0].n;
  const dataOf = async (id: string) =>
    (await app.sql.query('SELECT data FROM events WHERE public_id = $1', [id]))[0].data;
  const sent = async (type: string, body: object, query = '') =>
    dataOf((await simulate(type, body, query).expect(200)).body.event_id);

  const invoice = async (): Promise<number> => {
    const { id } = await newFreight(org.test);
    await simulate('shipment.delivered', { shipment_id: id }).expect(200);
    return (await get('/invoices?limit=1')).data[0].id;
  };

  it.each([
    ['shipment.delivered', 'shipment'],
    ['quote.created', 'quote'],
    ['quote.created', 'quotes'],
    ['quote.expired', 'quote'],
    ['invoice.paid', 'invoice'],
    ['customer.updated', 'customer'],
    ['bill.created', 'bill'],
    ['bol.generated', 'bol'],
    ['bol.generated', 'shipment'],
  ])('of %s ignores the `%s` of the request', async (type, key) => {
    const { body } = await simulate(type, { [key]: { id: 1, freight_id: 1 } }).expect(400);
    expect(body.error).toMatchObject({ code: 'conflicting_values', param: key });
    expect(await count()).toBe(0);
  });

  it('expires a quote as the job does', async () => {
    const { id } = await newQuote(org.test);
    const { quote } = await sent('quote.expired', { quote_id: id });
    const shown = await get(`/quotes/${id}`);
    expect(shown).toEqual(quote);
    expect(shown.status).toBe('expired');
    expect(Date.parse(shown.expires_at)).toBeLessThan(Date.now() + 60_000);
    expect((await simulate('quote.expired', { quote_id: id }).expect(422)).body.error.code).toBe(
      'simulation_impossible',
    );
  });

  it('does not expire a booked quote', async () => {
    const { id } = await newFreight(org.test);
    await simulate('shipment.booked', { shipment_id: id }).expect(200);
    const quoteId = (await get(`/freight/${id}`)).quote.id;
    const before = await count();
    await simulate('quote.expired', { quote_id: quoteId }).expect(422);
    expect(await count()).toBe(before);
    expect((await get(`/quotes/${quoteId}`)).status).toBe('booked');
  });

  it.each([
    ['invoice.paid', 'paid'],
    ['invoice.voided', 'void'],
    ['invoice.overdue', 'overdue'],
    ['invoice.updated', 'open'],
  ])('with %s changes the invoice, and GET agrees with the event', async (type, status) => {
    const id = await invoice();
    const { updated_at: before } = await get(`/invoices/${id}`);
    const { invoice: told, simulated } = await sent(type, { invoice_id: id });
    const shown = await get(`/invoices/${id}`);
    expect(simulated).toBe(true);
    expect(shown).toEqual(told);
    expect(shown.status).toBe(status);
    expect(Date.parse(shown.updated_at)).toBeGreaterThan(Date.parse(before));
  });

  it.each([
    ['invoice.paid', 'paid'],
    ['invoice.voided', 'void'],
    ['invoice.overdue', 'overdue'],
    ['quote.expired', 'expired'],
  ])('with %s and apply=false publishes the resulting state without storing it', async (type, status) => {
    const id = await invoice();
    const [name] = type.split('.') as [string];
    const object = name === 'invoice' ? id : (await newQuote(org.test)).id;
    const before = await get(`/${name}s/${object}`);
    const data = await sent(type, { [`${name}_id`]: object }, '?apply=false');
    expect(data[name].status).toBe(status);
    expect(await get(`/${name}s/${object}`)).toEqual(before);
  });

  it('of an impossible transition publishes and changes nothing', async () => {
    const [paid, voided] = [await invoice(), await invoice()];
    await simulate('invoice.paid', { invoice_id: paid }).expect(200);
    await simulate('invoice.voided', { invoice_id: voided }).expect(200);
    const before = await count();
    for (const [type, id] of [
      ['invoice.voided', paid],
      ['invoice.overdue', paid],
      ['invoice.updated', paid],
      ['invoice.paid', paid],
      ['invoice.paid', voided],
      ['invoice.overdue', voided],
    ] as const) {
      const { body } = await simulate(type, { invoice_id: id }).expect(422);
      expect(body.error.code).toBe('simulation_impossible');
    }
    expect(await count()).toBe(before);
  });

  it('adds a scan with the given location and description', async () => {
    const { id } = await newFreight(org.test);
    const said = { shipment_id: id, location: 'Tulsa, OK', description: 'Trailer swap' };
    const { shipment } = await sent('shipment.in_transit', said);
    expect(shipment.location).toBe('Tulsa, OK');
    expect(await get(`/freight/${id}/tracking`)).toMatchObject({
      location: 'Tulsa, OK',
      events: [{ status: 'in_transit', location: 'Tulsa, OK', description: 'Trailer swap' }],
    });
    await simulate('shipment.in_transit', { shipment_id: id, location: 7 }).expect(400);
  });

  it('adds each scan farther from the origin', async () => {
    const { id } = await newFreight(org.test);
    const { ship_from: from, ship_to: to } = await get(`/freight/${id}`);
    for (const status of ['picked_up', 'in_transit', 'exception', 'out_for_delivery', 'delivered']) {
      await simulate(`shipment.${status}`, { shipment_id: id }).expect(200);
    }
    const { events } = await get(`/freight/${id}/tracking`);
    const places = events.map(({ location }: { location: string }) => location);
    expect(places[0]).toBe(`${from.city}, ${from.state}`);
    expect(places[1]).not.toBe(places[0]);
    expect(places[2]).toBe(places[1]);
    expect(places[3]).not.toBe(places[1]);
    expect(places[4]).toBe(`${to.city}, ${to.state}`);
  });

  it('never moves a shipment back', async () => {
    const { id } = await newFreight(org.test);
    await simulate('shipment.delivered', { shipment_id: id }).expect(200);
    const before = [await count(), await get(`/freight/${id}/tracking`)];
    for (const status of ['booked', 'picked_up', 'out_for_delivery', 'delivered', 'exception']) {
      await simulate(`shipment.${status}`, { shipment_id: id }).expect(422);
    }
    expect([await count(), await get(`/freight/${id}/tracking`)]).toEqual(before);
  });
});
