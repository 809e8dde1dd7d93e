import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseTforceRates } from '../../src/features/carriers/adapters/tforce/tforce-rates.js';
import { TforceAdapter } from '../../src/features/carriers/adapters/tforce/tforce.adapter.js';
import type { TforceSettings } from '../../src/features/carriers/adapters/tforce/tforce.settings.js';
import {
  CarrierUnsure,
  type CarrierAccount,
  type RawRate,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { FakeTforce, TFORCE_APP } from '../fakes/fake-tforce.js';
import { buildRateRequest, buildPallet, buildTenderRequest } from '../support/carrier-request-builders.js';

const PATIENT = new AbortController().signal;
const fake = new FakeTforce();
const account: CarrierAccount<TforceSettings> = {
  scac: 'UPGF',
  settings: {
    ...TFORCE_APP,
    get token_url() {
      return fake.tokenUrl;
    },
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new TforceAdapter();
const rate = (items: RateItem[], more: Partial<RateRequest> = {}, by = adapter) =>
  by.rate(buildRateRequest(items, more), account, PATIENT);
const book = (more: Partial<TenderRequest> = {}, reference = '04000000000000017') =>
  adapter.tender(buildTenderRequest(reference, { serviceCode: '308', ...more }), account, PATIENT);
const sent = () => JSON.parse(fake.requests.at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
});

describe('the TForce adapter conforms to the port (grade C: times without a city are Eastern)', () => {
  const { client_secret } = TFORCE_APP;
  const subject = {
    adapter: () => new TforceAdapter(),
    fake,
    account,
    requiredSettings: ['client_id', 'client_secret', 'token_url', 'scope'],
    secrets: [client_secret, 'tforce-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: (reference: string) => buildTenderRequest(reference, { serviceCode: '308' }),
    tracked: {
      proNumber: '020-968290',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-02T05:15:00-05:00', '2026-12-03T08:00:00-07:00'],
    },
    documented: {
      booked: { reference: '04000000000000017', proNumber: '020-968290', bookingId: null },
      types: ['bill_of_lading'] as const,
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('TForce rates', () => {
  it('warn that they do not include the declared value', async () => {
    const [priced] = parseRates(await rate([buildPallet(500, '70')], { declaredValueCents: 512_300 }));
    expect(priced!.warnings).toEqual([
      {
        code: 'declared_value_not_priced',
        param: 'declared_value_cents',
        message:
          'The price does not include the declared value of $5,123.00. The carrier may bill a charge for excess value.',
      },
    ]);
    const [plain] = parseRates(await rate([buildPallet(500, '70')]));
    expect(plain).not.toHaveProperty('warnings');
  });

  it("equal the carrier's total for each rated service (grade C: the position of the quote number)", async () => {
    const rates = parseRates(
      await rate([buildPallet(500, '70')], { accessorials: ['inside_pickup', 'destination_liftgate'] }),
    );
    expect(rates).toHaveLength(1);
    const [{ charges, ...rated }] = rates as [(typeof rates)[0]];
    expect(rated).toMatchObject({ serviceCode: '308', transitDays: 3, netChargeCents: 132_070 });
    expect(rated.quoteNumber).toMatch(/^\d+$/);
    expect(charges.map(({ type, description, amountCents }) => [type, description, amountCents])).toEqual([
      ['discount', 'Discount', -220_500],
      ['accessorial', 'Inside pickup', 16_900],
      ['accessorial', 'Liftgate at delivery', 16_900],
      ['fuel_surcharge', 'Fuel surcharge', 24_770],
      ['linehaul', 'Linehaul', 294_000],
    ]);
  });

  it('say if they are list prices instead of contract prices', async () => {
    const rates = await rate([buildPallet(500, '70')]);
    expect(rates[0]!.serviceLevel).toBe('LTL, list price: no contract found');
  });

  it('are requested with the address and terms of the payer', async () => {
    await rate([buildPallet(500, '70')], { terms: 'collect' });
    expect(sent().payment).toMatchObject({ payer: { address: { postalCode: '60601' } }, billingCode: '40' });
    await expect(rate([buildPallet(500, '70')], { terms: 'third_party' })).rejects.toThrow(
      'Third-party billing',
    );
  });

  it('without a quote number get one that is not sent at booking', async () => {
    const [priced] = parseTforceRates({
      summary: { responseStatus: { code: 'OK' }, transactionReference: { transactionId: 'abc' } },
      detail: [
        {
          detailStatus: { code: '1' },
          service: { code: '308', description: 'LTL' },
          shipmentCharges: { total: { value: '12.00' } },
          timeInTransit: { timeInTransit: '2' },
        },
      ],
    }) as RawRate[];
    expect(priced!.quoteNumber).toBe('unquoted-abc-308');
    await book({ carrierQuoteNumber: priced!.quoteNumber });
    expect(sent().references).toEqual([{ number: '04000000000000017', type: 'BL' }]);
  });
});

describe('TForce access tokens', () => {
  it('are fetched once for concurrent requests and again after a rejection', async () => {
    const fresh = new TforceAdapter();
    const before = fake.tokens;
    await Promise.all([1, 2, 3, 4].map(() => rate([buildPallet(500, '70')], {}, fresh)));
    expect(fake.tokens).toBe(before + 1);
    fake.tokens++;
    await Promise.all([1, 2].map(() => rate([buildPallet(500, '70')], {}, fresh)));
    expect(fake.tokens).toBe(before + 3);
  });
});

describe('TForce bookings', () => {
  it('contain parties, services, quote number and pickup', async () => {
    const answer = await book({
      carrierQuoteNumber: '46000123',
      accessorials: ['residential_delivery', 'notify_before_delivery', 'hazmat'],
      items: [
        buildPallet(700, '85', {
          quantity: 2,
          nmfc_item_number: '86900',
          nmfc_sub_code: '3',
          hazmat: {
            un_number: 'UN1090',
            proper_shipping_name: 'Acetone',
            hazard_class: '3',
            packing_group: 'II',
          },
        }),
      ],
      emergencyContact: { name: 'Chemtrec', phone: '800-424-9300' },
      references: [{ name: 'PO', value: '4711' }],
    });
    expect(answer).toEqual({
      proNumber: expect.stringMatching(/^0209\d{5}$/),
      pickupConfirmation: expect.stringMatching(/^WBU/),
    });
    expect(sent()).toMatchObject({
      shipFrom: { isResidential: false },
      shipTo: { isResidential: true, phone: { number: '5552226666' } },
      serviceOptions: { pickup: [], delivery: ['RESD', 'NTFN'] },
      commodities: [
        {
          pieces: 2,
          dangerousGoods: true,
          nmfc: { prime: '86900', sub: '03' },
          description: expect.stringMatching(/^UN1090/),
        },
      ],
      instructions: { handling: expect.stringContaining('Chemtrec') },
      pickupRequest: { pickup: { date: '2026-12-01', openTime: '10:00:00', closeTime: '17:00:00' } },
      references: [{ type: 'BL' }, { number: '4711', type: 'PO' }, { number: '46000123', type: 'QUOTE' }],
    });
  });

  it('are looked up after a lost response and not repeated (grade C: the search response)', async () => {
    const reference = '04000000000000314';
    fake.behaviour = 'lost';
    await expect(book({}, reference)).rejects.toThrow('could not be reached');
    fake.behaviour = 'normal';
    await expect(book({ repeated: true }, reference)).resolves.toMatchObject({
      proNumber: expect.any(String),
    });
    await expect(book({ repeated: true }, '04000000000000321')).rejects.toThrow(CarrierUnsure);
    expect(fake.bookings(reference)).toBe(1);
  });
});

describe('TForce tracking', () => {
  it('includes scan codes and the signer (grade B)', async () => {
    const { scans, signedBy } = await adapter.track('020968290', account, PATIENT);
    expect(scans.map(({ code }) => code)).toEqual(['006', '005', '002']);
    expect(signedBy).toBe('B. MILLER');
  });
});
