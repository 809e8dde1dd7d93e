import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { Fixture, toTestTenant } from '../support/fixture.js';

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const MONTREAL = { city: 'Montreal', state: 'QC', zip: 'H3B 2Y5', country: 'CA' };
const BUFFALO = { city: 'Buffalo', state: 'NY', zip: '14201' };
const TAXES = { gst_hst_number: '123456789 RT0001', qst_number: '1234567890 TQ0001' };

interface Line {
  type: string;
  code: string;
  description: string;
  amount_cents: number;
}

describe('taxes on invoices for freight within Canada', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start({ BILL_PASS_THROUGH: 'true' });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const setTaxes = async (taxes: object | null) =>
    (await org.test.patch('/api/v1/organization').send({ taxes }).expect(200)).body.taxes;
  const invoice = async (origin: object, destination: object) => {
    const shipment = await bench.createInTransitFreight(org, { origin, destination });
    await bench.publishFreightStatus(toTestTenant(org), shipment.id, 'delivered');
    const [opened] = await bench.listInvoices(org.test, shipment.id);
    const { body } = await org.test.get(`/api/v1/invoices/${opened!.id}`).expect(200);
    const taxes = (body.line_items as Line[]).filter(({ type }) => type === 'tax');
    return {
      shipment,
      body,
      taxes: taxes.map(({ code, amount_cents }) => [code, amount_cents]),
      lines: taxes,
    };
  };
  /** Divides half up in decimal text, not in the integer arithmetic of the service. */
  const percent = (cents: number, rate: number) =>
    Math.floor(Number(((cents * rate) / 100 + 0.5).toFixed(6)));

  it('are lines of the rates at the destination, with the registration numbers', async () => {
    await setTaxes(TAXES);
    const { shipment, body, taxes, lines } = await invoice(TORONTO, MONTREAL);
    const { quotedCents } = shipment;
    expect(taxes).toEqual([
      ['GST', percent(quotedCents, 5)],
      ['QST', percent(quotedCents, 9.975)],
    ]);
    expect(lines[1]!.description).toBe('QST 9.975%, registration number 1234567890 TQ0001');
    const total = quotedCents + percent(quotedCents, 5) + percent(quotedCents, 9.975);
    expect(body).toMatchObject({ amount_cents: total, total_cents: total, currency: 'USD' });
    const { body: freight } = await org.test.get(`/api/v1/freight/${shipment.id}`).expect(200);
    expect(freight.total_charge_cents).toBe(total);
    const ontario = await invoice(MONTREAL, TORONTO);
    expect(ontario.taxes).toEqual([['HST', percent(ontario.shipment.quotedCents, 13)]]);
  });

  it('are charged on a balance due as well', async () => {
    await setTaxes(TAXES);
    const { shipment } = await invoice(MONTREAL, TORONTO);
    const changes = { lines: undefined, total_cents: shipment.quotedCents + 10_000 };
    const bill = await bench.postBill(bench.buildBill(shipment, changes), org);
    await org.test.post(`/api/v1/bills/${bill.id}/approve`).expect(200);
    const invoices = await bench.listInvoices(org.test, shipment.id);
    expect(invoices.map(({ total_cents: cents }) => cents)).toContain(11_300);
  });

  it('are not charged across the border, without settings, or without a registration', async () => {
    expect((await invoice(TORONTO, MONTREAL)).taxes).toEqual([]);
    await setTaxes(TAXES);
    expect((await invoice(BUFFALO, TORONTO)).taxes).toEqual([]);
    await setTaxes({ gst_hst_number: TAXES.gst_hst_number });
    expect((await invoice(TORONTO, MONTREAL)).taxes).toMatchObject([['GST', expect.any(Number)]]);
    await setTaxes(null);
    expect((await invoice(TORONTO, MONTREAL)).taxes).toEqual([]);
  });

  it('have standard rates, which the organization can replace', async () => {
    expect((await setTaxes(TAXES)).rates).toContainEqual({ province: 'QC', code: 'QST', percent: 9.975 });
    const rates = [{ province: 'ON', code: 'HST', percent: 12.5 }];
    expect(await setTaxes({ ...TAXES, rates })).toEqual({ ...TAXES, rates });
    const { shipment, taxes } = await invoice(MONTREAL, TORONTO);
    expect(taxes).toEqual([['HST', percent(shipment.quotedCents, 12.5)]]);
  });

  it.each([
    [{ rates: [{ province: 'NY', code: 'HST', percent: 13 }] }, 'taxes.rates[0].province'],
    [{ rates: [{ province: 'ON', code: 'PST', percent: 13 }] }, 'taxes.rates[0].code'],
    [{ rates: [{ province: 'ON', code: 'HST', percent: 13.0001 }] }, 'taxes.rates[0].percent'],
    [{ rates: [{ province: 'ON', code: 'HST', percent: -1 }] }, 'taxes.rates[0].percent'],
    [{ gst_hst_number: '' }, 'taxes.gst_hst_number'],
  ])('are refused as %j', async (taxes, param) => {
    const { body } = await org.test.patch('/api/v1/organization').send({ taxes }).expect(400);
    expect(body.error.param).toBe(param);
    expect((await org.test.get('/api/v1/organization').expect(200)).body.taxes).toBeNull();
  });
});
