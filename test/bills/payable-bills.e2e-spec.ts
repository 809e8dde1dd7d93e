import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { Fixture, TODAY, type ChargeLine } from '../support/fixture.js';
import { freightRequest, rateRequest } from '../support/factories.js';

interface Load {
  id: number;
  pro: string;
  scac: string;
  quotedCents: number;
  lines: ChargeLine[];
}

/** Covers booked and delivered shipments, their bills, and the customer invoices that follow. */
describe('payable bills and the cost of a shipment', () => {
  let bench: Fixture;
  let serial = 0;

  beforeAll(async () => {
    bench = await Fixture.start({ BILL_PASS_THROUGH: 'true' });
    const tenant = { organizationId: bench.org.id, mode: 'test' as const };
    const byHand = { adapter: 'simulated', scac: 'SIM6', settings: {} };
    await bench.app.app.get(CarrierConnectionsService).connect(tenant, byHand);
  });
  afterAll(() => bench.close());

  const client = () => bench.org.test;
  const freightOf = async ({ id }: { id: number }) =>
    (await client().get(`/api/v1/freight/${id}`).expect(200)).body;
  const billOf = async ({ id }: { id: number }) =>
    (await client().get(`/api/v1/bills/${id}`).expect(200)).body;
  const invoiceOf = async ({ id }: { id: number }) =>
    (await client().get(`/api/v1/invoices?freight_id=${id}`).expect(200)).body.data;
  const act = async (path: string, body?: object) =>
    (await client().post(`/api/v1/${path}`).send(body).expect(200)).body;
  const decide = ({ id }: { id: number }, decision: string, body?: object) =>
    act(`bills/${id}/${decision}`, body);

  const quoted = async (scac: string) => {
    const { body } = await client().post('/api/v1/quotes').send(rateRequest()).expect(201);
    return body.data.find((quote: { scac: string }) => quote.scac === scac);
  };
  const drafted = async (scac = 'SIM2', changes: object = {}): Promise<Load> => {
    const quote = await quoted(scac);
    const sent = freightRequest(quote.id, changes as Record<string, unknown>);
    const { body } = await client().post('/api/v1/freight').send(sent).expect(201);
    const lines = quote.charges.map(({ type, code, amount_cents, weight, freight_class }: never) => ({
      type,
      code,
      amount_cents,
      weight,
      freight_class,
    }));
    return { id: body.id, pro: '', scac, quotedCents: quote.net_charge_cents, lines };
  };
  const booked = async (scac = 'SIM2', changes: object = {}): Promise<Load> => {
    const load = await drafted(scac, changes);
    const { pro_number } = await act(`freight/${load.id}/book`);
    return { ...load, pro: pro_number ?? '' };
  };
  const deliver = ({ id }: Load) =>
    client().post('/api/v1/sandbox/simulate/shipment.delivered').send({ shipment_id: id }).expect(200);
  const delivered = async (changes: object = {}) => {
    const load = await booked('SIM2', changes);
    await deliver(load);
    return load;
  };
  const exact = ({ pro, scac, lines }: Load, changes: object = {}) => ({
    bill_number: `ST-${++serial}`,
    carrier: scac,
    pro_number: pro,
    bill_date: TODAY,
    lines,
    ...changes,
  });
  const of = (load: Load, cents: number, changes: object = {}) =>
    exact(load, { lines: undefined, total_cents: cents, ...changes });
  const reject = async (bill: { id: number; total_cents: number }) => {
    await decide(bill, 'dispute', { reason: 'Not ours' });
    return decide(bill, 'resolve', { amount_cents: bill.total_cents });
  };

  it('a rejected bill of another carrier does not change the cost', async () => {
    const load = await delivered();
    const right = await bench.postBill(exact(load));
    expect(right).toMatchObject({ status: 'matched' });
    await decide(right, 'approve');
    const foreign = await bench.postBill(of(load, 28_895, { carrier: 'SIM1' }));
    expect(foreign).toMatchObject({
      status: 'disputed',
      reason: 'The shipment moved with a different carrier, SIM2.',
    });
    expect(await reject(foreign)).toMatchObject({ status: 'resolved', payable_cents: 0 });
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents, adjustments: [] });
    expect(await invoiceOf(load)).toMatchObject([{ status: 'open', amount_cents: load.quotedCents }]);
  });

  it('several payable bills add up to the cost', async () => {
    const load = await delivered();
    await bench.postBill(exact(load));
    const other = await bench.postBill(of(load, 43_520, { carrier: 'SIM1' }));
    await decide(other, 'approve');
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents + 43_520,
      adjustments: [{ bill_id: other.id, amount_cents: 43_520 }],
    });
  });

  it("the payable rest of another carrier's bill and a bill for a voided shipment are costs", async () => {
    const load = await booked();
    await act(`freight/${load.id}/cancel`);
    const turned = await bench.postBill(of(load, 15_000));
    expect(turned).toMatchObject({ status: 'disputed', reason: 'The shipment was canceled.' });
    expect(await reject(turned)).toMatchObject({ payable_cents: 0 });
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents, adjustments: [] });
    const again = await bench.postBill(of(load, 15_000));
    await decide(again, 'dispute', { reason: 'Half of it' });
    await decide(again, 'resolve', { amount_cents: 7_500 });
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents,
      adjustments: [{ bill_id: again.id, amount_cents: 7_500 - load.quotedCents, invoiced: false }],
    });
  });

  it('a bill that its carrier credits in full is not a cost', async () => {
    const load = await delivered();
    await reject(await bench.postBill(exact(load)));
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: 0 });
    const next = await bench.postBill(exact(load));
    expect(next).toMatchObject({ status: 'matched', payable_cents: load.quotedCents });
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents });
  });

  it('a bill with the wrong shipment id does not block the bills of that shipment', async () => {
    const [ours, other] = [await delivered(), await delivered()];
    const wrong = await bench.postBill(exact(ours, { freight_id: other.id }));
    expect(wrong).toMatchObject({ status: 'disputed', freight_id: other.id });
    const otherOne = await bench.postBill(exact(other));
    expect(otherOne).toMatchObject({ status: 'matched', freight_id: other.id });
    const repeat = await bench.postBill(exact(ours));
    expect(repeat).toMatchObject({ status: 'duplicate', duplicate_of_bill_id: wrong.id });
    const second = await bench.postBill(exact(ours));
    await reject(wrong);
    expect(await billOf(repeat)).toMatchObject({
      status: 'matched',
      reason: null,
      duplicate_of_bill_id: null,
      freight_id: ours.id,
      payable_cents: ours.quotedCents,
    });
    expect(await billOf(second)).toMatchObject({ status: 'duplicate', duplicate_of_bill_id: repeat.id });
    for (const load of [ours, other])
      expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents, adjustments: [] });
  });

  it('a bill for collect freight is disputed, and no invoice is created', async () => {
    const load = await delivered({ bill_to: { type: 'collect' } });
    const bill = await bench.postBill(of(load, load.quotedCents + 5_000));
    expect(bill).toMatchObject({ status: 'disputed', reason: expect.stringContaining('consignee') });
    await decide(bill, 'approve');
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents,
      adjustments: [{ amount_cents: 5_000, invoiced: false }],
    });
    expect(await invoiceOf(load)).toEqual([]);
  });

  it("a named third party gets an invoice, and the carrier's bill is payable", async () => {
    const load = await delivered({
      bill_to: { type: 'third_party', company: 'Payer Inc', address: '9 Elm St' },
    });
    expect(await bench.postBill(exact(load))).toMatchObject({ status: 'matched' });
    expect(await invoiceOf(load)).toHaveLength(1);
  });

  it('the invoice goes to the customer on file, also with a third party on the bill of lading', async () => {
    const customer = { name: 'Wanda Widget', company: 'Widget Works' };
    const { body } = await client().post('/api/v1/customers').send(customer).expect(201);
    const billTo = { type: 'third_party', company: 'Demo Logistics LLC', address: '1 Broker Way' };
    const load = await delivered({ customer_id: body.id, bill_to: billTo });
    const [{ id }] = await invoiceOf(load);
    expect((await client().get(`/api/v1/invoices/${id}`).expect(200)).body).toMatchObject({
      customer_id: body.id,
      bill_to: { company: 'Widget Works', contact: 'Wanda Widget' },
    });
  });

  it('a variance creates no invoice if the invoice was voided', async () => {
    const load = await delivered();
    const [invoice] = await invoiceOf(load);
    await act(`invoices/${invoice.id}/void`);
    await decide(await bench.postBill(of(load, load.quotedCents + 5_000)), 'approve');
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents,
      adjustments: [{ amount_cents: 5_000, invoiced: false }],
    });
    expect(await invoiceOf(load)).toMatchObject([{ status: 'void' }]);
    const asked = { freight_ids: [load.id], documents: ['invoice'] };
    const { body } = await client().post('/api/v1/documents').send(asked).expect(422);
    expect(body.error).toMatchObject({
      code: 'document_missing',
      message: 'The invoice of the shipment is void.',
    });
  });

  it('a credit invoice never becomes overdue and is found by its number', async () => {
    const load = await delivered();
    const [invoice] = await invoiceOf(load);
    await act(`invoices/${invoice.id}/pay`);
    await decide(await bench.postBill(of(load, load.quotedCents - 1_250)), 'approve');
    const [credit] = await invoiceOf(load);
    expect(credit).toMatchObject({ supplements_invoice_id: invoice.id, amount_cents: -1_250 });
    const simulated = await client()
      .post('/api/v1/sandbox/simulate/invoice.overdue')
      .send({ invoice_id: credit.id });
    expect(simulated.status).toBe(422);
    const found = (number: string) => client().get(`/api/v1/invoices?invoice_number=${number}`).expect(200);
    expect((await found(credit.invoice_number)).body.data).toMatchObject([{ id: credit.id, status: 'open' }]);
    expect((await found('INV-0')).body.data).toEqual([]);
  });

  describe('a credit above the charges of the customer', () => {
    const sumInvoices = async (load: Load) =>
      (await invoiceOf(load)).reduce(
        (sum: number, one: { amount_cents: number }) => sum + one.amount_cents,
        0,
      );
    const creditBy = async (load: Load, cents: number) => {
      const credit = await bench.postBill(of(load, -cents, { kind: 'credit' }));
      return decide(credit, 'approve');
    };

    it('returns nothing of an invoice that is credited in full', async () => {
      const load = await delivered();
      const [invoice] = await invoiceOf(load);
      const whole = { amount_cents: load.quotedCents, reason: 'Late delivery' };
      await client().post(`/api/v1/invoices/${invoice.id}/credit`).send(whole).expect(201);
      await decide(await bench.postBill(of(load, 10_000)), 'approve');
      expect(await sumInvoices(load)).toBe(0);
      const { total_charge_cents: charge, adjustments } = await freightOf(load);
      expect(charge).toBe(0);
      expect(adjustments).toMatchObject([{ amount_cents: 10_000 - load.quotedCents, invoiced: false }]);
      expect(adjustments[0].description).toMatch(
        /not credited, because it exceeds the charges of the customer$/,
      );
    });

    it('returns what is left, and a later increase first makes up for the rest', async () => {
      const load = await delivered();
      const right = await bench.postBill(exact(load));
      const credit = await creditBy(load, 1_000_000_000_000);
      expect(await freightOf(load)).toMatchObject({
        total_charge_cents: 0,
        adjustments: [
          { bill_id: credit.id, amount_cents: -load.quotedCents, invoiced: true },
          { bill_id: credit.id, amount_cents: load.quotedCents - 1_000_000_000_000, invoiced: false },
        ],
      });
      expect(await sumInvoices(load)).toBe(0);
      const more = await bench.postBill(of(load, 8_500, { kind: 'supplement' }));
      await decide(more, 'approve');
      expect(await sumInvoices(load)).toBe(0);
      expect((await freightOf(load)).adjustments.at(-1)).toMatchObject({
        amount_cents: 8_500,
        invoiced: false,
      });
      expect(await billOf(right)).toMatchObject({ status: 'matched' });
    });

    it('leaves a charge of 0 if it is approved before the invoice opens', async () => {
      const load = await booked();
      await act(`sandbox/simulate/shipment.picked_up`, { shipment_id: load.id });
      await creditBy(load, load.quotedCents + 700);
      expect(await freightOf(load)).toMatchObject({ total_charge_cents: 0 });
      await deliver(load);
      expect(await sumInvoices(load)).toBe(0);
      expect(await freightOf(load)).toMatchObject({ total_charge_cents: 0 });
    });

    it('returns the invoice first and then the supplements of earlier bills', async () => {
      const load = await delivered();
      const over = await bench.postBill(of(load, load.quotedCents * 3));
      await decide(over, 'approve');
      expect(await sumInvoices(load)).toBe(load.quotedCents * 3);
      await creditBy(load, load.quotedCents * 2);
      const [second, first, supplement, invoice] = await invoiceOf(load);
      expect(first).toMatchObject({ amount_cents: -load.quotedCents, supplements_invoice_id: invoice.id });
      expect(second).toMatchObject({
        amount_cents: -load.quotedCents,
        supplements_invoice_id: supplement.id,
      });
      expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents });
    });
  });

  it('a correct replacement reverses the variance that was approved before', async () => {
    const load = await delivered();
    const over = await bench.postBill(of(load, load.quotedCents + 5_000));
    await decide(over, 'approve');
    expect(await invoiceOf(load)).toMatchObject([
      { amount_cents: 5_000 },
      { amount_cents: load.quotedCents },
    ]);
    const right = await bench.postBill(exact(load, { replaces_bill_id: over.id }));
    expect(right).toMatchObject({ status: 'matched', payable_cents: load.quotedCents });
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents,
      adjustments: [
        { bill_id: over.id, amount_cents: 5_000, invoiced: true },
        { bill_id: right.id, amount_cents: -5_000, invoiced: true },
      ],
    });
    expect(await invoiceOf(load)).toMatchObject([
      { amount_cents: -5_000 },
      { amount_cents: 5_000 },
      { status: 'open', amount_cents: load.quotedCents },
    ]);
  });

  it('a replacement for another shipment reverses the variance on the first shipment', async () => {
    const [ours, other] = [await delivered(), await delivered()];
    const wrong = await bench.postBill(of(ours, ours.quotedCents + 5_000, { freight_id: other.id }));
    await decide(wrong, 'approve');
    expect(await freightOf(other)).toMatchObject({ total_charge_cents: other.quotedCents + 5_000 });
    const right = await bench.postBill(exact(ours, { replaces_bill_id: wrong.id }));
    expect(right).toMatchObject({ status: 'matched', freight_id: ours.id });
    for (const load of [ours, other])
      expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents });
  });

  it('a bill is audited again when its shipment is cancelled', async () => {
    const load = await booked();
    const bill = await bench.postBill(exact(load));
    expect(bill).toMatchObject({ status: 'matched' });
    await act(`freight/${load.id}/cancel`);
    const now = await billOf(bill);
    expect(now).toMatchObject({ status: 'disputed', reason: 'The shipment was canceled.' });
    expect((await bench.listBillEvents(bill.id)).map(({ type }) => type)).toEqual([
      'bill.created',
      'bill.updated',
    ]);
    expect(await freightOf(load)).toMatchObject({ adjustments: [] });
  });

  it('a bill is audited again when its shipment gets the PRO number', async () => {
    const load = { ...(await booked('SIM6')), pro: '400-77-1' };
    const early = await bench.postBill(exact(load));
    expect(early).toMatchObject({ status: 'disputed', freight_id: null, quoted_cents: null, comparison: [] });
    const named = await bench.postBill(exact(load, { freight_id: load.id, pro_number: undefined }));
    expect(named).toMatchObject({
      status: 'disputed',
      reason: 'The carrier has not confirmed the shipment yet.',
      freight_id: load.id,
    });
    await act(`freight/${load.id}/confirm`, { pro_number: '400771' });
    const now = await billOf(early);
    expect(now).toMatchObject({
      status: 'matched',
      reason: null,
      freight_id: load.id,
      payable_cents: load.quotedCents,
    });
    expect((await bench.listBillEvents(early.id)).slice(1)).toEqual([
      { type: 'bill.updated', data: { bill: now } },
    ]);
    expect(await billOf(named)).toMatchObject({ status: 'duplicate', duplicate_of_bill_id: early.id });
  });

  it('a bill with only a PRO number is audited at confirm and when the PRO number is corrected', async () => {
    const load = { ...(await booked('SIM6')), pro: '400881' };
    const bill = await bench.postBill(exact(load));
    await act(`freight/${load.id}/confirm`, { pro_number: load.pro });
    expect(await billOf(bill)).toMatchObject({ status: 'matched', freight_id: load.id });
    await act(`freight/${load.id}/confirm`, { pro_number: '400882' });
    expect(await billOf(bill)).toMatchObject({
      status: 'disputed',
      reason: 'The shipment has a different PRO number, 400882.',
    });
    await act(`freight/${load.id}/confirm`, { pro_number: load.pro });
    expect(await billOf(bill)).toMatchObject({ status: 'matched', reason: null });
    await deliver(load);
    expect(await bench.listBillEvents(bill.id)).toHaveLength(4);
  });

  it('a matched bill names a weight and a class that differ', async () => {
    const load = await delivered();
    const lines = load.lines.map((line) =>
      line.type === 'linehaul' ? { ...line, weight: 640, freight_class: '100' } : line,
    );
    expect(await bench.postBill(exact(load, { lines }))).toMatchObject({
      status: 'matched',
      reasons: ['RWE', 'RCL'],
      difference_cents: 0,
    });
    expect(await bench.postBill(exact(await delivered()))).toMatchObject({ status: 'matched', reasons: [] });
  });
});
