import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { Fixture, toTestTenant, type BillableFreight } from '../support/fixture.js';

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const OTTAWA = { city: 'Ottawa', state: 'ON', zip: 'K1P 1J1', country: 'CA' };
const MONTREAL = { city: 'Montreal', state: 'QC', zip: 'H3B 2Y5', country: 'CA' };
const CALGARY = { city: 'Calgary', state: 'AB', zip: 'T2P 1J9', country: 'CA' };
const BUFFALO = { city: 'Buffalo', state: 'NY', zip: '14201' };

type Tax = [code: string | null, amountCents: number];

describe('Canadian sales taxes on a carrier bill', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const ship = (origin: object, destination: object) =>
    bench.createInTransitFreight(org, { origin, destination });
  /** Divides half up in decimal text, not in the integer arithmetic of the service. */
  const percent = (cents: number, rate: number) =>
    Math.floor(Number(((cents * rate) / 100 + 0.5).toFixed(6)));
  /** Posts a bill with the quoted charges, `extraCents` of linehaul, and taxes. */
  const post = (shipment: BillableFreight, taxes: Tax[], extraCents = 0, changes: object = {}) => {
    const charges = shipment.charges.map(({ type, amount_cents }) => ({ type, amount_cents }));
    charges[0]!.amount_cents += extraCents;
    const lines = [...charges, ...taxes.map(([code, cents]) => ({ type: 'tax', code, amount_cents: cents }))];
    return bench.postBill(bench.buildBill(shipment, { lines, ...changes }), org);
  };
  const decide = async (id: number, decision: string, body: object = {}) =>
    (await org.test.post(`/api/v1/bills/${id}/${decision}`).send(body).expect(200)).body;
  const listAdjustments = async ({ id }: BillableFreight): Promise<number[]> =>
    (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body.adjustments.map(
      ({ amount_cents: cents }: { amount_cents: number }) => cents,
    );
  const readReport = async () =>
    (await org.test.get('/api/v1/reports/billing').expect(200)).body.totals as Record<string, number>;

  it.each([
    ['HST within Ontario', TORONTO, OTTAWA, [['HST', 13]]],
    ['HST that the carrier calls GST', TORONTO, OTTAWA, [['GST', 13]]],
    [
      'GST and QST in Quebec',
      TORONTO,
      MONTREAL,
      [
        ['GST', 5],
        ['QST', 9.975],
      ],
    ],
    [
      'TPS and TVQ in Quebec',
      TORONTO,
      MONTREAL,
      [
        ['tps', 5],
        ['TVQ', 9.975],
      ],
    ],
    ['only GST of a carrier without QST', TORONTO, MONTREAL, [['GST', 5]]],
    ['GST in Alberta', TORONTO, CALGARY, [['GST', 5]]],
    ['a tax without a code in Alberta', TORONTO, CALGARY, [[null, 5]]],
  ] as [string, object, object, [string | null, number][]][])(
    'match at the lawful rate: %s',
    async (_name, origin, destination, rates) => {
      const shipment = await ship(origin, destination);
      const { quotedCents } = shipment;
      const taxes = rates.map(([code, rate]): Tax => [code, percent(quotedCents, rate)]);
      const bill = await post(shipment, taxes);
      const taxCents = taxes.reduce((sum, [, cents]) => sum + cents, 0);
      expect(bill).toMatchObject({
        status: 'matched',
        reason: null,
        quoted_cents: quotedCents,
        tax_cents: taxCents,
        expected_cents: quotedCents + taxCents,
        total_cents: quotedCents + taxCents,
        payable_cents: quotedCents + taxCents,
        difference_cents: 0,
        disputed_cents: null,
      });
      const compared = bill.comparison.filter(({ type }: { type: string }) => type === 'tax');
      expect(compared).toHaveLength(taxes.length);
      for (const [index, [, cents]] of taxes.entries())
        expect(compared[index]).toMatchObject({
          quoted_cents: 0,
          expected_cents: cents,
          billed_cents: cents,
          difference_cents: 0,
          within_tolerance: true,
        });
      expect(await listAdjustments(shipment)).toEqual([]);
    },
  );

  it('are expected on the billed charges if those differ from the quote, and are no part of the cost', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const { quotedCents } = shipment;
    const tax = percent(quotedCents + 10_000, 13);
    const bill = await post(shipment, [['HST', tax]], 10_000);
    expect(bill).toMatchObject({
      status: 'variance',
      reason: null,
      tax_cents: tax,
      expected_cents: quotedCents + tax,
      difference_cents: 10_000,
    });
    expect(await decide(bill.id, 'approve')).toMatchObject({ payable_cents: quotedCents + 10_000 + tax });
    expect(await listAdjustments(shipment)).toEqual([10_000]);
    expect(await readReport()).toMatchObject({
      billed_cents: quotedCents + 10_000,
      quoted_cents: quotedCents,
      variance_cents: 10_000,
    });
  });

  it('are disputed at a wrong rate, with the difference', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const { quotedCents } = shipment;
    const [billed, lawful] = [percent(quotedCents, 15), percent(quotedCents, 13)];
    const bill = await post(shipment, [['HST', billed]]);
    const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    expect(bill).toMatchObject({
      status: 'disputed',
      reason: `The bill has HST of ${money(billed)}, but HST 13% in ON is ${money(lawful)}.`,
      tax_cents: lawful,
      expected_cents: quotedCents + lawful,
      difference_cents: billed - lawful,
      disputed_cents: billed - lawful,
      payable_cents: quotedCents + lawful,
    });
    expect(bill.comparison.at(-1)).toMatchObject({
      type: 'tax',
      code: 'HST',
      expected_cents: lawful,
      billed_cents: billed,
      difference_cents: billed - lawful,
      within_tolerance: false,
    });
    expect(await readReport()).toMatchObject({ variance_cents: billed - lawful });
    await decide(bill.id, 'resolve', { amount_cents: billed - lawful });
    expect(await listAdjustments(shipment)).toEqual([]);
    expect(await readReport()).toMatchObject({ billed_cents: quotedCents, variance_cents: 0 });
  });

  it('are disputed below the lawful rate, and the whole bill stays payable', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const bill = await post(shipment, [['HST', percent(shipment.quotedCents, 5)]]);
    expect(bill).toMatchObject({ status: 'disputed', disputed_cents: null });
    expect(bill.difference_cents).toBeLessThan(0);
    expect(bill.payable_cents).toBe(bill.total_cents);
    await decide(bill.id, 'approve');
    expect(await listAdjustments(shipment)).toEqual([]);
  });

  it.each([
    ['across the border', BUFFALO, TORONTO, 'GST', 'the shipment is not within Canada.'],
    ['within the US', undefined, undefined, 'GST', 'the shipment is not within Canada.'],
    ['of another province', TORONTO, CALGARY, 'QST', 'QST does not apply in AB.'],
  ])('are disputed where none applies: %s', async (_name, origin, destination, code, because) => {
    const shipment = await bench.createInTransitFreight(
      org,
      origin && destination ? { origin, destination } : {},
    );
    const { quotedCents } = shipment;
    const bill = await post(shipment, [[code, 2_500]]);
    expect(bill).toMatchObject({
      status: 'disputed',
      reason: `The bill has ${code} of $25.00, but ${because}`,
      tax_cents: 0,
      expected_cents: quotedCents,
      difference_cents: 2_500,
      disputed_cents: 2_500,
      payable_cents: quotedCents,
    });
    await decide(bill.id, 'approve');
    expect(await listAdjustments(shipment)).toEqual([2_500]);
  });

  it('have no effect on a bill without taxes across the border', async () => {
    const shipment = await ship(BUFFALO, TORONTO);
    expect(await post(shipment, [])).toMatchObject({ status: 'matched', tax_cents: 0, difference_cents: 0 });
  });

  it('may be rounded line by line', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const rounded = percent(shipment.quotedCents, 13) + 1;
    expect(await post(shipment, [['HST', rounded]])).toMatchObject({ status: 'matched', tax_cents: rounded });
    const other = await ship(TORONTO, OTTAWA);
    const wrong = percent(other.quotedCents, 13) + 100;
    expect(await post(other, [['HST', wrong]])).toMatchObject({ status: 'disputed', disputed_cents: 100 });
  });

  it('follow the rates that the organization has set', async () => {
    const rates = [{ province: 'ON', code: 'HST', percent: 12 }];
    await org.test.patch('/api/v1/organization').send({ taxes: { rates } }).expect(200);
    const shipment = await ship(TORONTO, OTTAWA);
    const tax = percent(shipment.quotedCents, 12);
    expect(await post(shipment, [['HST', tax]])).toMatchObject({ status: 'matched', tax_cents: tax });
  });

  it('are no cost of a supplement or of a credit', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const bill = async (kind: string, cents: number) => {
      const lines = [
        { type: 'accessorial', code: 'DET', amount_cents: cents },
        { type: 'tax', code: 'HST', amount_cents: percent(cents, 13) },
      ];
      const posted = await post(shipment, [], 0, { kind, lines });
      expect(posted).toMatchObject({ status: 'variance', tax_cents: percent(cents, 13) });
      return decide(posted.id, 'approve');
    };
    await bill('supplement', 10_000);
    await bill('credit', -4_000);
    expect(await listAdjustments(shipment)).toEqual([10_000, -4_000]);
  });

  it('are returned in proportion by a partial credit', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const tax = percent(shipment.quotedCents, 13);
    const bill = await post(shipment, [['HST', tax]]);
    await decide(bill.id, 'dispute', { reason: 'Late delivery', amount_cents: 11_300 });
    await decide(bill.id, 'resolve', { amount_cents: 11_300 });
    const [adjusted] = await listAdjustments(shipment);
    expect(Math.abs(adjusted! + 10_000)).toBeLessThanOrEqual(1);
  });

  it('are audited again with the shipment, and leave a dispute by the organization as it is', async () => {
    const shipment = await ship(TORONTO, OTTAWA);
    const billed = percent(shipment.quotedCents, 15);
    const bill = await post(shipment, [['HST', billed]]);
    const get = async () => (await org.test.get(`/api/v1/bills/${bill.id}`).expect(200)).body;
    await bench.publishFreightStatus(toTestTenant(org), shipment.id, 'delivered');
    expect(await get()).toMatchObject({
      status: 'disputed',
      reason: bill.reason,
      updated_at: bill.updated_at,
    });
    const disputed = { reason: 'Wrong HST', amount_cents: billed };
    expect(await decide(bill.id, 'dispute', disputed)).toMatchObject({
      reason: 'Wrong HST',
      disputed_cents: billed,
      payable_cents: shipment.quotedCents,
    });
  });
});
