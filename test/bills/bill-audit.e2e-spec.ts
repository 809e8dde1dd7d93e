import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareCharges, type BillLine, sumAmounts } from '../../src/features/bills/compare-charges.js';
import { CHARGE_TYPES, type Charge } from '../../src/domain/charges.js';
import { startApp, type TestApp } from '../support/app.js';
import { Fixture, type BillableFreight, TODAY } from '../support/fixture.js';
import { newFreight } from '../support/factories.js';

describe('the audit of carrier bills', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  it('matches a bill that agrees with the quote and publishes an event', async () => {
    const shipment = await bench.createInTransitFreight();
    const sent = bench.buildBill(shipment);
    const { body, headers } = await bench.org.test.post('/api/v1/bills').send(sent).expect(201);
    expect(body).toMatchObject({
      object: 'bill',
      bill_number: sent.bill_number,
      carrier: shipment.scac,
      pro_number: shipment.pro,
      freight_id: shipment.id,
      bill_date: TODAY,
      status: 'matched',
      reason: null,
      total_cents: shipment.quotedCents,
      quoted_cents: shipment.quotedCents,
      difference_cents: 0,
      lines: sent.lines.map((line) => ({
        ...line,
        code: null,
        description: null,
        weight: null,
        freight_class: null,
      })),
    });
    expect(headers.location).toBe(`/api/v1/bills/${body.id}`);
    expect((await bench.org.test.get(headers.location!).expect(200)).body).toEqual(body);
    expect(await bench.listBillEvents(body.id)).toEqual([{ type: 'bill.created', data: { bill: body } }]);
  });

  it('shows the variance by charge type', async () => {
    const shipment = await bench.createInTransitFreight();
    const reweigh = { type: 'adjustment', code: 'RWE', description: 'Reweigh', amount_cents: 1_250 };
    const lines = [...bench.buildBill(shipment).lines, reweigh];
    const body = await bench.postBill(bench.buildBill(shipment, { lines }));
    expect(body).toMatchObject({ status: 'variance', reasons: ['RWE'], difference_cents: 1_250 });
    expect(body.comparison.at(-1)).toEqual({
      type: 'adjustment',
      code: 'RWE',
      quoted_cents: 0,
      billed_cents: 1_250,
      difference_cents: 1_250,
      within_tolerance: false,
    });
    const others = body.comparison.slice(0, -1);
    expect(others.every((row: { within_tolerance: boolean }) => row.within_tolerance)).toBe(true);
  });

  it('detects an amount moved from one charge type to another', async () => {
    const shipment = await bench.createInTransitFreight();
    const lines = bench.buildBill(shipment).lines.map((line) => ({ ...line }));
    lines[0]!.amount_cents += 100;
    lines.push({ type: 'accessorial', amount_cents: -100 });
    expect(await bench.postBill(bench.buildBill(shipment, { lines }))).toMatchObject({
      status: 'variance',
      difference_cents: 0,
    });
  });

  it('compares totals if the bill has no lines', async () => {
    const shipment = await bench.createInTransitFreight();
    const only = (total_cents: number) => bench.buildBill(shipment, { lines: undefined, total_cents });
    const body = await bench.postBill(only(shipment.quotedCents));
    expect(body).toMatchObject({ status: 'matched', lines: [] });
    expect(body.comparison).toEqual([
      {
        type: 'total',
        code: null,
        quoted_cents: shipment.quotedCents,
        billed_cents: shipment.quotedCents,
        difference_cents: 0,
        within_tolerance: true,
      },
    ]);
    const replacing = { ...only(shipment.quotedCents + 1), replaces_bill_id: body.id };
    expect(await bench.postBill(replacing)).toMatchObject({
      status: 'variance',
      difference_cents: 1,
    });
  });

  it('finds the carrier by name, and the shipment by id or by a PRO number with dashes', async () => {
    for (const changesFor of [
      ({ carrierName }: BillableFreight) => ({ carrier: carrierName.toUpperCase() }),
      ({ scac }: BillableFreight) => ({ carrier: scac.toLowerCase() }),
      ({ id }: BillableFreight) => ({ pro_number: undefined, freight_id: id }),
      ({ id }: BillableFreight) => ({ freight_id: id }),
      ({ pro }: BillableFreight) => ({ pro_number: `${pro.slice(0, 3)}-${pro.slice(3)}` }),
    ]) {
      const shipment = await bench.createInTransitFreight();
      expect(await bench.postBill(bench.buildBill(shipment, changesFor(shipment)))).toMatchObject({
        status: 'matched',
        freight_id: shipment.id,
      });
      const { body } = await bench.org.test.post('/api/v1/bills').send(bench.buildBill(shipment)).expect(201);
      expect(body.status).toBe('duplicate');
    }
  });

  it.each([
    ['no shipment with that PRO number', { pro_number: 'NONE-1' }, /No shipment/],
    ['another carrier', { carrier: 'Somebody Else' }, /a different carrier/],
  ])('disputes a bill for %s', async (_name, changes, reason) => {
    const shipment = await bench.createInTransitFreight();
    const body = await bench.postBill(bench.buildBill(shipment, changes));
    expect(body).toMatchObject({ status: 'disputed', reason: expect.stringMatching(reason) });
  });

  it.each([
    ['draft', /not booked/],
    ['voided', /canceled/],
  ])('disputes a bill for a shipment that is %s', async (status, reason) => {
    const shipment = await bench.createInTransitFreight();
    await bench.setFreightStatus(shipment.id, status, shipment.pro);
    expect(await bench.postBill(bench.buildBill(shipment))).toMatchObject({
      status: 'disputed',
      reason: expect.stringMatching(reason),
      quoted_cents: shipment.quotedCents,
    });
  });

  it('disputes a bill with the PRO number of another shipment', async () => {
    const [one, other] = [await bench.createInTransitFreight(), await bench.createInTransitFreight()];
    const body = await bench.postBill(bench.buildBill(one, { freight_id: one.id, pro_number: other.pro }));
    expect(body).toMatchObject({ status: 'disputed', reason: expect.stringContaining(one.pro) });
  });

  describe('with a tolerance of 50 cents', () => {
    let lenient: TestApp;
    beforeAll(async () => {
      lenient = await startApp({ BILL_TOLERANCE_CENTS: '50' });
    });
    afterAll(() => lenient.close());

    it.each([
      [50, 'matched'],
      [-50, 'matched'],
      [51, 'variance'],
      [-51, 'variance'],
    ])('a difference of %d cents is %s', async (off, status) => {
      const { test } = await lenient.organization();
      const { id } = await newFreight(test);
      await lenient.sql.query(`UPDATE freight SET status = 'delivered' WHERE id = $1`, [id]);
      const { body: freight } = await test.get(`/api/v1/freight/${id}`).expect(200);
      const { body } = await test
        .post('/api/v1/bills')
        .send({
          bill_number: 'FB-1',
          carrier: freight.carrier.scac,
          freight_id: id,
          bill_date: `${TODAY}T00:00:00Z`,
          total_cents: freight.quote.net_charge_cents + off,
        })
        .expect(201);
      expect(body).toMatchObject({ status, bill_date: TODAY });
    });
  });

  it('the comparison adds up to the cent for any lines', () => {
    const lines = fc.array(
      fc.record({
        type: fc.constantFrom(...CHARGE_TYPES),
        code: fc.constantFrom(null, 'LFTD', 'lftd', 'RES', 'FUEL'),
        amountCents: fc.integer({ min: -1e9, max: 1e9 }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(lines, lines, fc.nat(1_000), (billed, quoted, tolerance) => {
        const totalCents = sumAmounts(billed);
        const comparison = compareCharges(
          { lines: billed.map((each): BillLine => ({ ...each, description: null })), totalCents },
          quoted.map((each): Charge => ({ ...each, code: each.code ?? 'X', description: '' })),
          tolerance,
        );
        const total = (key: 'billedCents' | 'quotedCents') =>
          comparison.reduce((sum, row) => sum + row[key], 0);
        expect([total('billedCents'), total('quotedCents')]).toEqual([totalCents, sumAmounts(quoted)]);
        expect(new Set(comparison.map(({ type, code }) => `${type} ${code}`)).size).toBe(comparison.length);
        for (const { billedCents, quotedCents, withinTolerance } of comparison) {
          expect(withinTolerance).toBe(Math.abs(billedCents - quotedCents) <= tolerance);
        }
      }),
    );
  });
});
