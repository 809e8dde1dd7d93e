import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TODAY } from '../support/fixture.js';
import { InvoicesService } from '../../src/features/invoices/invoices.service.js';
import { QuoteLifecycle } from '../../src/features/quotes/quote-lifecycle.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { findEventViolation } from '../support/contract-check.js';
import { freightRequest, newFreight, newQuote, rateRequest } from '../support/factories.js';

/** Covers the events that each operation publishes, in their order. */
describe('operations publish events', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const post = async (path: string, body: object = {}): Promise<{ id: number; pro_number: string }> => {
    const response = await org.test.post(`/api/v1${path}`).send(body);
    expect([200, 201]).toContain(response.status);
    return response.body;
  };
  const booked = async (): Promise<{ id: number; pro_number: string }> =>
    post(`/freight/${(await newFreight(org.test)).id}/book`);
  const delivered = async (): Promise<number> => {
    const { id } = await booked();
    await post('/sandbox/simulate/shipment.delivered', { shipment_id: id });
    return id;
  };
  const invoice = async (): Promise<number> => {
    await delivered();
    return (await org.test.get('/api/v1/invoices?limit=1').expect(200)).body.data[0].id;
  };

  /** Name, preparation, operation and expected events. */
  const table: [string, () => Promise<unknown>, (before: never) => Promise<unknown>, string[]][] = [
    ['quotes', async () => undefined, () => post('/quotes', rateRequest()), ['quote.created']],
    [
      'a draft',
      () => newQuote(org.test),
      (quote: { id: number }) => post('/freight', freightRequest(quote.id)),
      [],
    ],
    [
      'a patch',
      () => newFreight(org.test),
      ({ id }: { id: number }) => org.test.patch(`/api/v1/freight/${id}`).send({ special_instructions: 'x' }),
      [],
    ],
    [
      'book',
      () => newFreight(org.test),
      ({ id }: { id: number }) => post(`/freight/${id}/book`),
      ['shipment.booked'],
    ],
    ['cancel', booked, ({ id }: { id: number }) => post(`/freight/${id}/cancel`), ['shipment.cancelled']],
    [
      'the first PDF of a bill of lading',
      booked,
      ({ id }: { id: number }) => org.test.get(`/api/v1/freight/${id}/bol/pdf`).expect(200),
      ['bol.generated'],
    ],
    [
      'the second PDF',
      async () => {
        const { id } = await booked();
        await org.test.get(`/api/v1/freight/${id}/bol/pdf`).expect(200);
        return { id };
      },
      ({ id }: { id: number }) => org.test.get(`/api/v1/freight/${id}/bol/pdf`).expect(200),
      [],
    ],
    [
      'a pickup',
      booked,
      ({ id }: { id: number }) => post('/sandbox/simulate/shipment.picked_up', { shipment_id: id }),
      ['shipment.picked_up'],
    ],
    [
      'a delivery',
      booked,
      ({ id }: { id: number }) => post('/sandbox/simulate/shipment.delivered', { shipment_id: id }),
      ['shipment.delivered', 'invoice.created'],
    ],
    ['a payment', invoice, (id: number) => post(`/invoices/${id}/pay`), ['invoice.paid']],
    ['a voided invoice', invoice, (id: number) => post(`/invoices/${id}/void`), ['invoice.voided']],
    [
      'an invoice past its due date',
      async () => {
        const id = await invoice();
        await app.sql.query(`UPDATE invoices SET due_date = now() - interval '1 minute' WHERE id = $1`, [id]);
      },
      () => app.app.get(InvoicesService).markOverdue(),
      ['invoice.updated', 'invoice.overdue'],
    ],
    [
      'a quote past its time',
      async () => {
        const { id } = await newQuote(org.test);
        await app.sql.query(`UPDATE quotes SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
      },
      () => app.app.get(QuoteLifecycle).expireDue(),
      ['quote.expired'],
    ],
    ['a customer', async () => undefined, () => post('/customers', { name: 'A' }), ['customer.created']],
    [
      'a changed customer',
      () => post('/customers', { name: 'A' }),
      ({ id }: { id: number }) => org.test.patch(`/api/v1/customers/${id}`).send({ name: 'B' }).expect(200),
      ['customer.updated'],
    ],
    [
      'a bill',
      async () => undefined,
      () =>
        post('/bills', {
          bill_number: 'E-1',
          carrier: 'SIM1',
          pro_number: '1',
          bill_date: TODAY,
          total_cents: 1,
        }),
      ['bill.created'],
    ],
    [
      'an address',
      async () => undefined,
      () => post('/addresses', { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' }),
      [],
    ],
    [
      'a patch of a customer that changes nothing',
      () => post('/customers', { name: 'A' }),
      ({ id }: { id: number }) => org.test.patch(`/api/v1/customers/${id}`).send({}).expect(200),
      [],
    ],
    ['tracking', async () => undefined, () => post('/tracking', { tracking_number: '42' }), []],
  ];

  it.each(table)('%s', async (_name, prepare, operate, expected) => {
    const before = (await prepare()) as never;
    const [{ last }] = await app.sql.query('SELECT coalesce(max(id), 0) AS last FROM events');
    await operate(before);
    const events = await app.sql.query<{ type: string }[]>(
      'SELECT type FROM events WHERE id > $1 ORDER BY id',
      [last],
    );
    expect(events.map(({ type }) => type)).toEqual(expected);
  });

  it('whose payloads match the OpenAPI document', async () => {
    const stored = await app.sql.query<{ type: string; data: unknown }[]>('SELECT type, data FROM events');
    expect(stored.length).toBeGreaterThan(30);
    // A simulated event carries fields of its request, so its data is not checked.
    const told = stored.filter(({ data }) => !(data as { shipment_id?: number }).shipment_id);
    expect(new Set(told.map(({ type }) => type)).size).toBeGreaterThanOrEqual(11);
    expect(told.map(findEventViolation).filter(Boolean)).toEqual([]);
  });

  it('except if they are rejected', async () => {
    const { id } = await newFreight(org.test, { ship_to: {} });
    const [{ last }] = await app.sql.query('SELECT max(id) AS last FROM events');
    await org.test.post(`/api/v1/freight/${id}/book`).expect(422);
    await org.test.post('/api/v1/customers').send({}).expect(400);
    expect(await app.sql.query('SELECT type FROM events WHERE id > $1', [last])).toEqual([]);
  });
});
