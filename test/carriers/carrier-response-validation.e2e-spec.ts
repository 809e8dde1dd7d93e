import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CarrierDeclined, CarrierFault, type RawRate } from '../../src/features/carriers/carrier-adapter.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight, rateRequest } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

const NOON = '2030-12-01T12:00:00.000Z';

function rate(changes: Record<string, unknown> = {}): RawRate {
  return {
    quoteNumber: 'ODD-1',
    serviceLevel: 'Standard',
    serviceCode: 'STD',
    transitDays: 2,
    netChargeCents: 10_050,
    charges: [
      { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: 20_000 },
      { type: 'discount', code: 'DISCOUNT', description: 'Discount', amountCents: -10_000 },
      { type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel', amountCents: 50, unit: 'flat' },
    ],
    ...changes,
  };
}

function line(changes: Record<string, unknown>): RawRate {
  const [linehaul, ...others] = rate().charges;
  return rate({ charges: [{ ...linehaul, ...changes }, ...others] });
}

/** An object with properties that throw. */
const trap = new Proxy({}, { get: () => JSON.parse('not JSON') as never });

interface Answered {
  data: { scac: string; quote_number: string; net_charge_cents: number; transit_days: number }[];
  carrier_results: { scac: string; status: string; reason: string | null; warnings: string[] }[];
}

describe('a carrier response', () => {
  let app: TestApp;
  let org: TestOrganization;
  let odd: FakeCarrier;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: '1s' });
    org = await app.organization();
    odd = await connectLiveCarrier(app, org, new FakeCarrier('odd'), 'ODFL');
    await connectLiveCarrier(app, org, new FakeCarrier('sound'), 'SAIA');
  });
  beforeEach(() => {
    odd.invalidAnswers = {};
    odd.behavior = {};
    odd.tendered.length = 0;
  });
  afterAll(() => app.close());

  const resultsFor = async (answer: () => unknown) => {
    odd.invalidAnswers.rate = answer;
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const { data, carrier_results } = body as Answered;
    const of = (scac: string) => ({
      ...carrier_results.find((result) => result.scac === scac)!,
      quotes: data.filter((quote) => quote.scac === scac),
    });
    expect(of('SAIA')).toMatchObject({ status: 'rated', quotes: [{ net_charge_cents: 12_345 }] });
    return of('ODFL');
  };

  it('becomes a quote without other changes if it is valid', async () => {
    const answer = [
      rate({ expiresAt: new Date(NOON), id: 1, organizationId: 1, mode: 'test', status: 'booked' }),
      rate({ quoteNumber: ' ODD-2 ', originTerminal: null, destinationTerminal: 'DEN' }),
    ];
    const { status, reason, quotes } = await resultsFor(() => answer);
    expect({ status, reason }).toEqual({ status: 'rated', reason: null });
    expect(quotes.map(({ quote_number }) => quote_number).sort()).toEqual(['ODD-1', 'ODD-2']);
    for (const quote of quotes) {
      expect(quote).toMatchObject({ net_charge_cents: 10_050, transit_days: 2, status: 'active' });
    }
  });

  it.each<[string, () => unknown, string]>([
    ['nothing', () => undefined, 'rates must be a list'],
    ['a promise of undefined', async () => undefined, 'rates must be a list'],
    ['text', () => '<html>', 'rates must be a list'],
    ['a single rate instead of a list', () => rate(), 'rates must be a list'],
    ['a list with a hole', () => Array(1), 'rates[0] must be an object'],
    ['thousands of rates', () => Array(5_000).fill(rate()), 'rates must have 0 to 50 entries'],
    ['a numeric quote number', () => [rate({ quoteNumber: 1 })], 'quoteNumber must be text'],
    ['a NUL', () => [rate({ quoteNumber: 'a\0b' })], 'rates[0].quoteNumber must be printable'],
    ['an unpaired surrogate', () => [rate({ serviceLevel: 'a\ud800b' })], 'serviceLevel must be printable'],
    ['over-long text', () => [rate({ serviceCode: 'x'.repeat(41) })], 'serviceCode must have 1 to 40'],
    ['a blank service', () => [rate({ serviceCode: ' ' })], 'serviceCode must have 1 to 40'],
    ['an object as a terminal', () => [rate({ originTerminal: {} })], 'originTerminal must be text'],
    ['a price as text', () => [rate({ netChargeCents: '10050' })], 'netChargeCents must be a whole number'],
    ['a price in dollars', () => [rate({ netChargeCents: 100.5 })], 'netChargeCents must be a whole number'],
    ['a price of 0', () => [rate({ netChargeCents: 0 })], 'netChargeCents must be a whole number'],
    ['a charge as text', () => [line({ amountCents: '20000' })], 'charges[0].amountCents must be a whole'],
    ['a fraction of a cent', () => [line({ amountCents: 0.5 })], 'charges[0].amountCents must be a whole'],
    ['a charge that is NaN', () => [line({ amountCents: Number.NaN })], 'amountCents must be a whole'],
    ['a negative linehaul', () => [line({ amountCents: -20_000 })], 'amountCents must not be negative'],
    ['a positive discount', () => [line({ type: 'discount' })], 'amountCents must not raise the price'],
    ['an unknown charge type', () => [line({ type: 'magic' })], 'charges[0].type must be one of'],
    ['charges that add up to less', () => [line({ amountCents: 19_999 })], 'must add up to netChargeCents'],
    ['no charges', () => [rate({ charges: [] })], 'charges must have 1 to 200 entries'],
    ['missing charges', () => [rate({ charges: undefined })], 'charges must be a list'],
    ['half a transit day', () => [rate({ transitDays: 1.5 })], 'transitDays must be a whole number'],
    ['negative transit days', () => [rate({ transitDays: -1 })], 'transitDays must be a whole number'],
    ['missing transit days', () => [rate({ transitDays: undefined })], 'transitDays must be a whole number'],
    ['a date as text', () => [rate({ expiresAt: NOON })], 'expiresAt must be a Date'],
    ['an invalid date', () => [rate({ expiresAt: new Date(Number.NaN) })], 'expiresAt must be a Date'],
    [
      'a date too far in the future',
      () => [rate({ expiresAt: new Date(8.64e15) })],
      'expiresAt must be a Date',
    ],
    ['an expired price', () => [rate({ expiresAt: new Date(0) })], 'expiresAt must be in the future'],
    ['a getter that throws', () => [trap], 'cannot be read'],
  ])('is an error of that carrier only if it is %s', async (_name, answer, reason) => {
    const { status, reason: said, quotes } = await resultsFor(answer);
    expect({ status, quotes }).toEqual({ status: 'error', quotes: [] });
    expect(said).toContain(reason);
    expect(said).not.toContain('not JSON');
  });

  it.each<[string, unknown, string]>([
    [
      'an unusable rate',
      rate({ quoteNumber: '' }),
      'Invalid carrier response: rates[1].quoteNumber must have 1',
    ],
    ['a second rate with the number', rate({ serviceCode: 'GTD' }), 'rates[1].quoteNumber must be unique'],
    ['a level without a price', { serviceLevel: 'Noon', reason: 'Call us.' }, 'Noon: Call us.'],
  ])('keeps its other rates and warns of %s', async (_name, row, warning) => {
    const { status, warnings, quotes } = await resultsFor(() => [rate(), row]);
    expect({ status, warnings }).toEqual({ status: 'rated', warnings: [expect.stringContaining(warning)] });
    expect(quotes.map(({ quote_number }) => quote_number)).toEqual(['ODD-1']);
  });

  it('is a decline with the carrier’s reasons when no level has a price', async () => {
    const level = (serviceLevel: string) => ({ serviceLevel, reason: 'Call us.' });
    const { status, reason } = await resultsFor(() => [level('Noon'), level('5 PM')]);
    expect({ status, reason }).toEqual({ status: 'declined', reason: 'Call us.' });
  });

  it.each<[string, () => never, string]>([
    [
      'throws null',
      () => {
        throw null;
      },
      'error',
    ],
    [
      'throws a fault without a message',
      () => {
        throw new CarrierFault();
      },
      'error',
    ],
    [
      'throws a fault with NUL',
      () => {
        throw new CarrierFault('a\0b'.repeat(500));
      },
      'error',
    ],
    [
      'declines with an unpaired surrogate',
      () => {
        throw new CarrierDeclined('a\ud800');
      },
      'declined',
    ],
    [
      'throws an unreadable error',
      () => {
        throw new Proxy(new CarrierFault(), { get: () => JSON.parse('not JSON') as never });
      },
      'error',
    ],
  ])('leads to a displayable reason if the adapter %s', async (_name, answer, status) => {
    const result = await resultsFor(answer);
    expect(result).toMatchObject({ status, quotes: [], reason: expect.stringMatching(/^\P{Cc}{1,255}$/u) });
    expect(result.reason!.isWellFormed()).toBe(true);
  });

  it("cannot change another carrier's quotes through the request object", async () => {
    odd.rate = async (request?: { items: { weight: number }[]; origin: object }) => {
      request!.items.forEach((item) => (item.weight = 1));
      request!.origin = { city: 'Elsewhere', state: 'NY', zip: '10001' };
      return [rate()];
    };
    try {
      const { quotes } = await resultsFor(() => undefined);
      expect(quotes[0]).toMatchObject({ dimensions: { weight: 500 }, origin: { zip: '90001' } });
    } finally {
      Reflect.deleteProperty(odd, 'rate');
    }
  });

  it('becomes either exactly its price or an error, for any value', async () => {
    await fc.assert(
      fc.asyncProperty(malformed, async (answer) => {
        const { status, reason, quotes } = await resultsFor(() => answer);
        if (status !== 'rated') {
          expect(reason).toMatch(/^\P{Cc}{1,255}$/u);
          expect(quotes).toEqual([]);
          return;
        }
        const told = answer as RawRate[];
        expect(quotes.length).toBeGreaterThan(0);
        for (const { quote_number, net_charge_cents, transit_days } of quotes) {
          const raw = told.find(({ quoteNumber }) => quoteNumber.trim() === quote_number)!;
          expect({ net_charge_cents, transit_days }).toEqual({
            net_charge_cents: raw.netChargeCents,
            // JSON has no negative zero.
            transit_days: raw.transitDays + 0,
          });
          const lines = raw.charges.map(({ amountCents }) => amountCents);
          for (const cents of [...lines, net_charge_cents]) expect(Number.isInteger(cents)).toBe(true);
          expect(lines.reduce((sum, cents) => sum + cents, 0)).toBe(net_charge_cents);
        }
      }),
      { numRuns: 300 },
    );
  });

  describe('to a booking', () => {
    it.each<[string, unknown]>([
      ['nothing', undefined],
      ['text', 'PRO 123'],
      ['no number', {}],
      ['a number instead of text', { proNumber: 123_456_785 }],
      ['only dashes', { proNumber: ' - - ' }],
      ['a NUL', { proNumber: '1\0' }],
      ['over-long text', { proNumber: '1'.repeat(51) }],
      ['a getter that throws', trap],
    ])('is rejected if it is %s, and the booking stays open', async (_name, answer) => {
      const { id } = await newFreight(org.live);
      odd.invalidAnswers.tender = () => answer;
      const { body } = await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(body).toMatchObject({ status: 'tendered', pro_number: null });
      expect(odd.tendered).toHaveLength(1);
    });

    it('keeps its PRO number if only the confirmation is invalid', async () => {
      const { id } = await newFreight(org.live);
      odd.invalidAnswers.tender = () => ({ proNumber: '123456785', pickupConfirmation: 'x'.repeat(51) });
      const { body } = await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(body).toMatchObject({
        status: 'carrier_accepted',
        pro_number: '123456785',
        pickup_confirmation: null,
      });
    });
  });

  it('to a cancellation may have any content', async () => {
    const { id } = await newFreight(org.live);
    await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    odd.invalidAnswers.cancel = () => ({ proNumber: 'a\0b' });
    const { body } = await org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body.status).toBe('voided');
  });

  it('to a tracking request never causes a 500 or an unknown status', async () => {
    const path = '/api/v1/tracking';
    await org.live.post(path).send({ tracking_number: '7001', carrier: 'ODFL' }).expect(201);
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (whole, list, one) => {
        for (const answer of [
          whole,
          { scans: list, estimatedDelivery: one },
          { scans: [one, { status: one, occurredAt: list }] },
        ]) {
          odd.invalidAnswers.track = () => answer;
          const { body } = await org.live.post(`${path}/7001/refresh`).expect(200);
          expect(body).toMatchObject({ status: 'pending', events: [] });
        }
      }),
      { numRuns: 60 },
    );
  });
});

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'a\0b',
    '\ud800',
    'x'.repeat(300),
    '__proto__',
    '12.50',
    '$1,852.92',
    true,
  ),
  fc.constantFrom<unknown>(0, -0, -1, 1.5, 1e21, Number.NaN, Infinity, 2 ** 31, 2 ** 53, 2 ** 63, 10n),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    new Date(Number.NaN),
    new Date(NOON),
    new Map(),
    trap,
    () => 1,
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.integer(),
);

const PLACES =
  'quoteNumber serviceLevel serviceCode transitDays netChargeCents charges originTerminal expiresAt charges.0 charges.1.type charges.1.code charges.0.weight charges.0.amountCents charges.1.amountCents charges.2.rateCents charges.2.description'.split(
    ' ',
  );

/** Rates with one value, at any depth, replaced by another. */
const malformed = fc.oneof(
  hostile,
  fc
    .record({
      count: fc.integer({ min: 1, max: 3 }),
      place: fc.constantFrom(...PLACES),
      value: hostile,
    })
    .map(({ count, place, value }) => {
      const rates = Array.from({ length: count }, (_, index) => rate({ quoteNumber: `ODD-${index}` }));
      const path = place.split('.');
      let target = rates.at(-1) as unknown as Record<string, unknown>;
      for (const step of path.slice(0, -1)) target = target[step] as Record<string, unknown>;
      target[path.at(-1)!] = value;
      return rates as unknown;
    }),
);
