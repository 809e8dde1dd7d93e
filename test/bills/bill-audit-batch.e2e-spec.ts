import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fixture, type ChargeLine, type BillableFreight } from '../support/fixture.js';

interface Coded extends ChargeLine {
  code: string;
  weight?: number;
  freight_class?: string;
}

/** Covers ten bills, one of which equals the quote. */
describe('the audit of ten carrier bills', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  const coded = ({ charges }: BillableFreight): Coded[] =>
    (charges as Coded[]).map(({ type, code, amount_cents }) => ({ type, code, amount_cents }));
  const of = (lines: Coded[], type: string) => lines.find((line) => line.type === type)!;
  const differing = (bill: {
    comparison: { within_tolerance: boolean; code: string | null; type: string }[];
  }) =>
    bill.comparison.filter(({ within_tolerance }) => !within_tolerance).map(({ code, type }) => code ?? type);

  it('finds and names each fault', async () => {
    const with_ = { accessorials: { destination_liftgate: true } };
    const right = await bench.createInTransitFreight(bench.org, with_);
    const bill = (shipment: BillableFreight, change: (lines: Coded[]) => void, more: object = {}) => {
      const lines = coded(shipment);
      change(lines);
      return bench.postBill(bench.buildBill(shipment, { lines, ...more }));
    };
    const as = () => undefined;
    const [weighed, classed, swapped, fuelled, extra, whole] = await Promise.all(
      Array.from({ length: 6 }, () => bench.createInTransitFreight(bench.org, with_)),
    );

    const first = await bill(right, as);
    expect(first).toMatchObject({ status: 'matched', reasons: [], payable_cents: right.quotedCents });
    expect(first.comparison.every(({ code }: { code: string | null }) => code !== null)).toBe(true);

    // Two duplicates: the same bill under another number, and the same carrier and PRO number written differently.
    for (const more of [
      {},
      {
        carrier: right.carrierName.toUpperCase(),
        pro_number: `${right.pro.slice(0, 2)}-${right.pro.slice(2)}`,
      },
    ]) {
      expect(await bill(right, as, more)).toMatchObject({
        status: 'duplicate',
        reason: `Bill ${first.bill_number} has the same PRO number.`,
        duplicate_of_bill_id: first.id,
        payable_cents: 0,
      });
    }

    const reweighed = await bill(weighed!, (lines) => {
      Object.assign(of(lines, 'linehaul'), { weight: 560, freight_class: '92.5' });
      of(lines, 'linehaul').amount_cents += 4_000;
      of(lines, 'fuel_surcharge').amount_cents += 900;
    });
    expect(reweighed).toMatchObject({ status: 'variance', reasons: ['RWE'], difference_cents: 4_900 });

    const reclassed = await bill(classed!, (lines) => {
      Object.assign(of(lines, 'linehaul'), { weight: 500, freight_class: '150' });
      of(lines, 'linehaul').amount_cents += 9_000;
    });
    expect(reclassed).toMatchObject({ status: 'variance', reasons: ['RCL'], difference_cents: 9_000 });

    // The same amount for another accessorial is a different bill.
    const exchanged = await bill(swapped!, (lines) => {
      of(lines, 'accessorial').code = 'RES';
    });
    expect(exchanged).toMatchObject({ status: 'variance', reasons: ['LFTD', 'RES'], difference_cents: 0 });
    expect(differing(exchanged).sort()).toEqual(['LFTD', 'RES']);

    const overFuel = await bill(fuelled!, (lines) => {
      of(lines, 'fuel_surcharge').amount_cents += 1;
    });
    expect(overFuel).toMatchObject({ status: 'variance', reasons: [], difference_cents: 1 });
    expect(differing(overFuel)).toEqual([of(coded(fuelled!), 'fuel_surcharge').code]);

    const detained = await bill(extra!, (lines) => {
      lines.push({ type: 'adjustment', code: 'det', amount_cents: 7_500 });
    });
    expect(detained).toMatchObject({ status: 'variance', reasons: ['DET'], difference_cents: 7_500 });

    expect(
      await bench.postBill(
        bench.buildBill(whole!, { lines: undefined, total_cents: whole!.quotedCents - 1 }),
      ),
    ).toMatchObject({ status: 'variance', difference_cents: -1 });

    expect(await bill(right, as, { pro_number: 'NOBODYS' })).toMatchObject({
      status: 'disputed',
      reason: expect.stringContaining('No shipment'),
    });
    const { body } = await bench.org.test.get('/api/v1/bills?limit=100').expect(200);
    expect(body.data).toHaveLength(10);
  });
});
