import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, rateRequest, RATES_HEADER, TARIFF } from '../support/factories.js';

const DEFAULTS = {
  max_weight: 20_000,
  max_linear_feet: 20,
  max_pallets: 10,
  cubic_capacity: { over_cubic_feet: 750, below_density: 6 },
};

/** Dollars per cwt from L5C to M20M, and the pounds at which each starts. */
const DOLLARS = ['201.37', '160.11', '130.93', '110.57', '90.29', '70.73', '60.41'];
const BREAKS = [0n, 500n, 1_000n, 2_000n, 5_000n, 10_000n, 20_000n];
const RATES = `${RATES_HEADER}\n900,606,92.5,95.00,${DOLLARS.join(',')}\n`;

const TERMS = {
  discount_percent: 61.37,
  fuel_percent: 33.19,
  liability: { released_cents_per_lb: 275, excess_cents_per_100: 83 },
  overlength: [
    { over_inches: 95, flat_cents: 12_345 },
    { over_inches: 143, flat_cents: 23_456 },
  ],
};

interface Shipment {
  weight: bigint;
  quantity: bigint;
  length: bigint;
  width: bigint;
  height: bigint;
  declared: bigint;
}

/** Rounds a positive fraction half up. */
const halfUp = (dividend: bigint, divisor: bigint) => (dividend * 2n + divisor) / (divisor * 2n);
const roundUp = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor;

/** Prices a shipment by the terms above in exact integers, apart from the service's own arithmetic. */
function computePrice({ weight, quantity, length, width, height, declared }: Shipment): number {
  const cubicInches = quantity * length * width * height;
  const isLight = cubicInches > 750n * 1728n && weight * 1728n < 6n * cubicInches;
  const billed = isLight ? roundUp(cubicInches * 6n, 1728n) : weight;
  const options = DOLLARS.flatMap((dollars, at) => {
    const next = BREAKS[at + 1];
    if (next !== undefined && billed >= next) return [];
    const cents = BigInt(dollars.replace('.', ''));
    const missing = billed < BREAKS[at]! ? BREAKS[at]! - billed : 0n;
    return [{ exact: (billed + missing) * cents, lines: [billed * cents, missing * cents] }];
  });
  const cheapest = options.reduce((best, next) => (next.exact < best.exact ? next : best));
  const gross = cheapest.lines.reduce((sum, line) => sum + halfUp(line, 100n), 0n);
  const discounted = gross - halfUp(gross * 6_137n, 10_000n);
  const net = discounted < 9_500n ? 9_500n : discounted;
  const fuel = halfUp(net * 3_319n, 10_000n);
  const longest = length > width ? length : width;
  const overlength = longest > 143n ? 23_456n : longest > 95n ? 12_345n : 0n;
  const excess = declared - 275n * weight;
  const value = excess > 0n ? roundUp(excess, 10_000n) * 83n : 0n;
  return Number(net + fuel + overlength + value);
}

const SHIPMENTS: Shipment[] = [
  { weight: 487n, quantity: 1n, length: 48n, width: 40n, height: 48n, declared: 0n },
  { weight: 31n, quantity: 1n, length: 48n, width: 40n, height: 20n, declared: 8_526n },
  { weight: 963n, quantity: 2n, length: 96n, width: 40n, height: 48n, declared: 264_825n },
  { weight: 1_234n, quantity: 1n, length: 240n, width: 40n, height: 48n, declared: 339_351n },
  { weight: 3_001n, quantity: 10n, length: 48n, width: 40n, height: 72n, declared: 25_000_000n },
  { weight: 4_799n, quantity: 10n, length: 48n, width: 40n, height: 72n, declared: 0n },
  { weight: 4_800n, quantity: 10n, length: 48n, width: 40n, height: 72n, declared: 1_320_000n },
  { weight: 2_117n, quantity: 9n, length: 48n, width: 43n, height: 71n, declared: 582_176n },
  { weight: 19_987n, quantity: 10n, length: 48n, width: 48n, height: 60n, declared: 5_496_426n },
];

describe('tariff terms', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
  });

  const line = (changes: object = {}) => ({
    weight: 500,
    freight_class: '92.5',
    length: 48,
    width: 40,
    height: 48,
    ...changes,
  });
  const create = async (changes: object) =>
    (
      await org.test
        .post('/api/v1/tariffs')
        .send({ ...TARIFF, ...changes })
        .expect(201)
    ).body;

  it.each(SHIPMENTS.map((shipment) => [shipment]))(
    'price %j like exact integer arithmetic',
    async (shipment) => {
      const id = await createTariff(org.live, TERMS, RATES);
      const { declared, ...sizes } = shipment;
      const numbers = Object.fromEntries(Object.entries(sizes).map(([name, value]) => [name, Number(value)]));
      const body = rateRequest({ items: [line(numbers)], declared_value_cents: Number(declared) });
      const { body: priced } = await org.live.post(`/api/v1/tariffs/${id}/rate`).send(body).expect(200);
      expect(priced.net_charge_cents).toBe(computePrice(shipment));
      const { body: group } = await org.live.post('/api/v1/quotes').send(body).expect(201);
      expect(group.data[0].net_charge_cents).toBe(computePrice(shipment));
    },
  );

  it('have default limits in a new tariff; null lifts one or all', async () => {
    const tariff = await create({});
    expect(tariff).toMatchObject({ limits: DEFAULTS, overlength: [] });
    expect(tariff).not.toHaveProperty('liability');
    expect(await create({ limits: null })).not.toHaveProperty('limits');
    expect((await create({ limits: { max_weight: null } })).limits).toEqual({
      ...DEFAULTS,
      max_weight: null,
    });
    const patch = async (limits: object | null) =>
      (await org.test.patch(`/api/v1/tariffs/${tariff.id}`).send({ limits }).expect(200)).body.limits;
    const { cubic_capacity: _cubic, ...flat } = DEFAULTS;
    expect(await patch({ max_pallets: 12, cubic_capacity: null })).toEqual({ ...flat, max_pallets: 12 });
    expect(await patch({ max_weight: 9_000 })).toMatchObject({ max_weight: 9_000, max_pallets: 12 });
    expect(await patch(null)).toBeUndefined();
    expect(await patch({ max_weight: 9_000 })).toEqual({ ...DEFAULTS, max_weight: 9_000 });
  });

  it('decline a shipment above a limit, although the tariff has rates for it', async () => {
    await createTariff(org.live);
    const body = rateRequest({ items: [line({ quantity: 26, height: 96 })] });
    const { error } = (await org.live.post('/api/v1/quotes').send(body).expect(422)).body;
    expect(error.carrier_results).toMatchObject([
      { status: 'declined', reason: expect.stringContaining('needs a volume quote') },
    ]);
  });

  it('warn about the cubic minimum weight and a declared value without terms on the quotes concerned', async () => {
    await createTariff(org.test);
    const body = rateRequest({
      items: [line({ quantity: 10, height: 72, weight: 3_000, freight_class: '92.5' })],
      declared_value_cents: 25_000_000,
    });
    const { data, warnings, quote_group_id } = (await org.test.post('/api/v1/quotes').send(body).expect(201))
      .body;
    const codes = (quote: { warnings: { code: string }[] }) => quote.warnings.map(({ code }) => code);
    const [own] = data.filter(({ scac }: { scac: string }) => scac === 'ACME');
    expect(codes(own)).toEqual(expect.arrayContaining(['cubic_capacity', 'declared_value_not_priced']));
    expect(data.length).toBeGreaterThan(1);
    for (const quote of data) expect(codes(quote)).toContain('declared_value_not_priced');
    expect(codes({ warnings })).toContain('declared_value_not_priced');
    expect(codes({ warnings })).not.toContain('cubic_capacity');
    const group = (await org.test.get(`/api/v1/quotes/group/${quote_group_id}`).expect(200)).body;
    expect(group.warnings).toEqual(warnings);
  });

  it('decline a declared value above the released value if the tariff has no rate for it', async () => {
    await createTariff(org.live, { liability: { released_cents_per_lb: 500 } });
    const ask = (cents: number) =>
      org.live.post('/api/v1/quotes').send(rateRequest({ declared_value_cents: cents }));
    const codes = (await ask(250_000).expect(201)).body.data[0].warnings.map(
      ({ code }: { code: string }) => code,
    );
    expect(codes).not.toContain('declared_value_not_priced');
    const { error } = (await ask(250_001).expect(422)).body;
    expect(error.carrier_results[0].reason).toContain('at most $2,500.00 for 500 lb');
  });

  it('warn if two tariffs of a SCAC are in force on the lane', async () => {
    await createTariff(org.live);
    await createTariff(org.live, { scac: 'OTHR' });
    const ended = await createTariff(org.live, { effective_to: '2020-12-31' });
    const ask = async () => (await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201)).body.data;
    const codes = (quotes: { scac: string; warnings: { code: string }[] }[]) =>
      quotes
        .map(({ scac, warnings }) => [scac, warnings.filter(({ code }) => code === 'tariffs_overlap').length])
        .sort();
    expect(codes(await ask())).toEqual([
      ['ACME', 0],
      ['OTHR', 0],
    ]);
    await org.live.patch(`/api/v1/tariffs/${ended}`).send({ effective_to: null }).expect(200);
    expect(codes(await ask())).toEqual([
      ['ACME', 1],
      ['ACME', 1],
      ['OTHR', 0],
    ]);
  });

  it.each([
    ['tariffs', { ...TARIFF, discount: 72.5 }, 'discount'],
    ['tariffs', { ...TARIFF, limits: { weight: 1 } }, 'limits.weight'],
    ['tariffs', { ...TARIFF, liability: { released_cents_per_lb: 1, rate: 2 } }, 'liability.rate'],
    ['customers', { name: 'Ann', mark_up: {} }, 'mark_up'],
    [
      'bills',
      { bill_number: '1', carrier: 'ACME', bill_date: '2026-01-01', pro_number: '1', amount: 5 },
      'amount',
    ],
  ])('and other money resources reject unknown fields: %s %j', async (path, body, param) => {
    const { error } = (await org.test.post(`/api/v1/${path}`).send(body).expect(400)).body;
    expect(error).toMatchObject({ code: 'unknown_parameter', param });
  });

  it('reject invalid values', async () => {
    for (const [change, param] of [
      [{ limits: { max_weight: 0 } }, 'limits.max_weight'],
      [{ limits: { cubic_capacity: { over_cubic_feet: 750 } } }, 'limits.cubic_capacity.below_density'],
      [{ liability: {} }, 'liability.released_cents_per_lb'],
      [{ liability: { released_cents_per_lb: -1 } }, 'liability.released_cents_per_lb'],
      [{ overlength: [TERMS.overlength[0], TERMS.overlength[0]] }, 'overlength'],
      [{ overlength: [{ over_inches: 96 }] }, 'overlength[0].flat_cents'],
    ] as const) {
      const { error } = (
        await org.test
          .post('/api/v1/tariffs')
          .send({ ...TARIFF, ...change })
          .expect(400)
      ).body;
      expect(error.param).toBe(param);
    }
  });
});
