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

/** What a controller sees: shipments booked and delivered, bills, and the customer's invoice, which follows. */
describe('which bill stands, and what a shipment costs by it', () => {
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

  it('a bill that is not ours moves nothing when it is rejected', async () => {
    const load = await delivered();
    const right = await bench.postBill(exact(load));
    expect(right).toMatchObject({ status: 'matched' });
    await decide(right, 'approve');
    const foreign = await bench.postBill(of(load, 28_895, { carrier: 'SIM1' }));
    expect(foreign).toMatchObject({
      status: 'disputed',
      reason: 'The shipment went with another carrier, SIM2.',
    });
    expect(await reject(foreign)).toMatchObject({ status: 'resolved', payable_cents: 0 });
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents, adjustments: [] });
    expect(await invoiceOf(load)).toMatchObject([{ status: 'open', amount_cents: load.quotedCents }]);
  });

  it('several that are payable are the cost together', async () => {
    const load = await delivered();
    await bench.postBill(exact(load));
    const other = await bench.postBill(of(load, 43_520, { carrier: 'SIM1' }));
    await decide(other, 'approve');
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents + 43_520,
      adjustments: [{ bill_id: other.id, amount_cents: 43_520 }],
    });
  });

  it('what is left of one that is not ours is cost, and so is what a voided shipment is billed', async () => {
    const load = await booked();
    await act(`freight/${load.id}/cancel`);
    const turned = await bench.postBill(of(load, 15_000));
    expect(turned).toMatchObject({ status: 'disputed', reason: 'The shipment was cancelled.' });
    expect(await reject(turned)).toMatchObject({ payable_cents: 0 });
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents, adjustments: [] });
    const again = await bench.postBill(of(load, 15_000));
    await decide(again, 'dispute', { reason: 'Half of it' });
    await decide(again, 'resolve', { amount_cents: 7_500 });
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: 7_500,
      adjustments: [{ bill_id: again.id, invoiced: false }],
    });
  });

  it('what the right carrier gives back whole is no cost', async () => {
    const load = await delivered();
    await reject(await bench.postBill(exact(load)));
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: 0 });
    const next = await bench.postBill(exact(load));
    expect(next).toMatchObject({ status: 'matched', payable_cents: load.quotedCents });
    expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents });
  });

  it('a bill with the id of another shipment is in nobody’s way', async () => {
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

  it('the consignee pays for collect freight: a bill for it is disputed and nobody is invoiced', async () => {
    const load = await delivered({ bill_to: { type: 'collect' } });
    const bill = await bench.postBill(of(load, load.quotedCents + 5_000));
    expect(bill).toMatchObject({ status: 'disputed', reason: expect.stringContaining('consignee') });
    await decide(bill, 'approve');
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents + 5_000,
      adjustments: [{ amount_cents: 5_000, invoiced: false }],
    });
    expect(await invoiceOf(load)).toEqual([]);
  });

  it('a third party that is named is invoiced by us, and the carrier’s bill is ours', async () => {
    const load = await delivered({
      bill_to: { type: 'third_party', company: 'Payer Inc', address: '9 Elm St' },
    });
    expect(await bench.postBill(exact(load))).toMatchObject({ status: 'matched' });
    expect(await invoiceOf(load)).toHaveLength(1);
  });

  it('nobody is billed on where the invoice was voided', async () => {
    const load = await delivered();
    const [invoice] = await invoiceOf(load);
    await act(`invoices/${invoice.id}/void`);
    await decide(await bench.postBill(of(load, load.quotedCents + 5_000)), 'approve');
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents + 5_000,
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

  it('a credit never falls due, and is found by its number', async () => {
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

  it('a correction that is right takes back what was approved before', async () => {
    const load = await delivered();
    const over = await bench.postBill(of(load, load.quotedCents + 5_000));
    await decide(over, 'approve');
    expect(await invoiceOf(load)).toMatchObject([{ amount_cents: load.quotedCents + 5_000 }]);
    const right = await bench.postBill(exact(load, { replaces_bill_id: over.id }));
    expect(right).toMatchObject({ status: 'matched', payable_cents: load.quotedCents });
    expect(await freightOf(load)).toMatchObject({
      total_charge_cents: load.quotedCents,
      adjustments: [
        { bill_id: over.id, amount_cents: 5_000, invoiced: true },
        { bill_id: right.id, amount_cents: -5_000, invoiced: true },
      ],
    });
    expect(await invoiceOf(load)).toMatchObject([{ status: 'open', amount_cents: load.quotedCents }]);
  });

  it('a correction for another shipment takes it back where it was', async () => {
    const [ours, other] = [await delivered(), await delivered()];
    const wrong = await bench.postBill(of(ours, ours.quotedCents + 5_000, { freight_id: other.id }));
    await decide(wrong, 'approve');
    expect(await freightOf(other)).toMatchObject({ total_charge_cents: other.quotedCents + 5_000 });
    const right = await bench.postBill(exact(ours, { replaces_bill_id: wrong.id }));
    expect(right).toMatchObject({ status: 'matched', freight_id: ours.id });
    for (const load of [ours, other])
      expect(await freightOf(load)).toMatchObject({ total_charge_cents: load.quotedCents });
  });

  it('is examined again when the shipment is cancelled', async () => {
    const load = await booked();
    const bill = await bench.postBill(exact(load));
    expect(bill).toMatchObject({ status: 'matched' });
    await act(`freight/${load.id}/cancel`);
    const now = await billOf(bill);
    expect(now).toMatchObject({ status: 'disputed', reason: 'The shipment was cancelled.' });
    expect((await bench.listBillEvents(bill.id)).map(({ type }) => type)).toEqual([
      'bill.created',
      'bill.updated',
    ]);
    expect(await freightOf(load)).toMatchObject({ adjustments: [] });
  });

  it('is examined again once its shipment has the PRO number, by which nothing is billed before', async () => {
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

  it('by its number alone it is examined at confirm, and again when the number is corrected', async () => {
    const load = { ...(await booked('SIM6')), pro: '400881' };
    const bill = await bench.postBill(exact(load));
    await act(`freight/${load.id}/confirm`, { pro_number: load.pro });
    expect(await billOf(bill)).toMatchObject({ status: 'matched', freight_id: load.id });
    await act(`freight/${load.id}/confirm`, { pro_number: '400882' });
    expect(await billOf(bill)).toMatchObject({
      status: 'disputed',
      reason: 'The shipment has another PRO number, 400882.',
    });
    await act(`freight/${load.id}/confirm`, { pro_number: load.pro });
    expect(await billOf(bill)).toMatchObject({ status: 'matched', reason: null });
    await deliver(load);
    expect(await bench.listBillEvents(bill.id)).toHaveLength(4);
  });

  it('weight and class that differ at the same price are named', async () => {
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
