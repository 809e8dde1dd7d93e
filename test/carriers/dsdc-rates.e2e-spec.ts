import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseSettings } from '../../src/features/carriers/adapter-settings.js';
import { parseDsdcRates } from '../../src/features/carriers/adapters/dsdc-rates/dsdc-rate-quote.js';
import { DsdcRatesAdapter } from '../../src/features/carriers/adapters/dsdc-rates/dsdc-rates.adapter.js';
import type { DsdcRatesSettings } from '../../src/features/carriers/adapters/dsdc-rates/dsdc-rates.settings.js';
import { CarrierFault, type CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRateAnswer, parseRates } from '../../src/features/carriers/parse-rates.js';
import { startFakeDsdcRates } from '../fakes/fake-carriers.js';
import { DSDC_ACCOUNT, FakeDsdcRates } from '../fakes/fake-dsdc-rates.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const fake = new FakeDsdcRates();
const account: CarrierAccount<DsdcRatesSettings> = {
  scac: 'PITD',
  settings: {
    ...DSDC_ACCOUNT,
    get base_url() {
      return fake.url;
    },
    get token_url() {
      return fake.tokenUrl;
    },
  },
};
const adapter = new DsdcRatesAdapter();
const rate = (more: Partial<RateRequest> = {}) =>
  adapter.rate(buildRateRequest([buildPallet(500, '70')], more), account, new AbortController().signal);
const sent = () => JSON.parse(fake.requests.at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { behaviour: 'normal', change: (result: object) => result });
});

describe('the DSDC rates adapter conforms to the port', () => {
  const subject = {
    adapter: () => new DsdcRatesAdapter(),
    fake,
    account,
    requiredSettings: ['base_url', 'auth', 'account', 'transit_days', 'username', 'password', 'token_url'],
    secrets: [DSDC_ACCOUNT.password, 'ebol-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    prices: [68_250, 216_450] as const,
    tender: buildTenderRequest,
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('rates of the DSDC standard', () => {
  it('are the sum of the charges, with the transit days of the settings', async () => {
    const [priced] = parseRates(await rate({ accessorials: ['destination_liftgate', 'hazmat'] }));
    expect(priced).toMatchObject({
      serviceLevel: 'LTL contract rate',
      serviceCode: 'CONTRACT',
      transitDays: 3,
      netChargeCents: 84_250,
    });
    expect(priced!.charges).toEqual([
      { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: 52_500 },
      { type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents: 15_750 },
      { type: 'accessorial', code: 'ACCESSORIAL', description: 'Accessorial', amountCents: 8_000 },
      { type: 'accessorial', code: 'HAZMAT', description: 'Hazmat', amountCents: 8_000 },
    ]);
  });

  it('are requested as LTL with both stops, the payer and the services', async () => {
    await rate({ terms: 'third_party', billTo: { account: '77' }, accessorials: ['residential_delivery'] });
    expect(sent()).toMatchObject({
      customerId: '77',
      mode: ['LTL'],
      pickupDate: { startDate: '2026-12-01', endDate: '2026-12-01' },
      address: [
        { stopType: 'Origin', postalCode: '90001', commodities: [{ operation: 'PICKUP', weight: 500 }] },
        { stopType: 'Destination', postalCode: '60601', commodities: [{ operation: 'DROP' }] },
      ],
      ratingContextAdditionalServices: [{ key: 'RESIDENTIAL', context: 'Residential delivery', value: 'Y' }],
      payment: { terms: 'Third Party', payers: 'Third Party' },
    });
  });

  it.each<[string, Partial<RateRequest>, string]>([
    ['a service without a key', { accessorials: ['residential_pickup'] }, 'not offer: Residential pickup'],
    [
      'one key for both ends',
      { accessorials: ['origin_liftgate', 'destination_liftgate'] },
      'only one of these services: Liftgate at pickup, Liftgate at delivery',
    ],
    ['a declared value', { declaredValueCents: 100_000 }, 'not support a declared value'],
    ['a third party without an account', { terms: 'third_party' }, 'account number'],
  ])('are declined for %s, without a call', async (_name, more, reason) => {
    const before = fake.requests.length;
    await expect(rate(more)).rejects.toThrow(reason);
    expect(fake.requests.length).toBe(before);
  });

  it('are requested with alpha-3 countries', async () => {
    await rate({ destination: { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' } });
    expect(sent().address.map((stop: { country: string }) => stop.country)).toEqual(['USA', 'CAN']);
    expect(sent().address[1].postalCode).toBe('M5V3L9');
  });

  const charge = (amount: unknown, currency = 'USD') => ({ code: 'LINE_HAUL', amount, currency });
  it.each<[string, object, string]>([
    ['a total of zero', { charges: [charge(0)] }, 'The carrier returned a total of $0.00.'],
    [
      'an unknown currency',
      { charges: [charge(90, 'EUR')] },
      'The price is in EUR. Supported currencies: USD, CAD, MXN.',
    ],
    [
      'several currencies',
      { charges: [charge(90, 'CAD'), charge(10)] },
      'The price has several currencies: CAD, USD.',
    ],
    ['a different mode', { mode: 'FTL' }, 'The carrier returned a rate for a different mode: FTL.'],
    [
      'a later start',
      { quote: { id: '7', quoteValidFrom: '2099-01-20' } },
      'The price applies from 2099-01-20.',
    ],
    [
      'a list of services without the requested one',
      { ratingContextAdditionalServices: [{ key: 'FUEL', value: 'Y' }] },
      'The price does not include: Liftgate at pickup.',
    ],
    [
      'a refused service',
      { ratingContextAdditionalServices: [{ key: 'LIFTGATE', value: 'N' }] },
      'The price does not include: Liftgate at pickup.',
    ],
  ])('with %s are no price: the reason is kept', async (_name, change, reason) => {
    fake.change = (result) => ({ ...result, ...change });
    const answer = rate({ accessorials: ['origin_liftgate'] });
    await expect(answer.then(parseRateAnswer)).rejects.toThrow(reason);
  });

  it('expire at the end of the last day, and one unreadable result drops only itself', () => {
    const result = { mode: 'LTL', quote: { type: 'SPOT', id: 8, quoteValidUntil: '2099-04-20' } };
    const carrierResult = [
      { ...result, charges: [charge('120.50')] },
      { ...result, charges: [charge(null)] },
    ];
    const request = { accessorials: [], shipDate: '2026-12-01' };
    const { rates, warnings } = parseRateAnswer(parseDsdcRates({ carrierResult }, request, account.settings));
    expect(rates).toMatchObject([
      {
        quoteNumber: '8',
        serviceLevel: 'LTL spot rate',
        netChargeCents: 12_050,
        expiresAt: new Date('2099-04-20T23:59:59Z'),
      },
    ]);
    expect(warnings).toEqual(['LTL spot rate: The carrier response has no amount of charge LINE_HAUL.']);
  });

  it('keep the words of an answer without results', () => {
    const request = { accessorials: [], shipDate: '2026-12-01' };
    const answer = { carrierResult: [], messageStatus: { status: 'WARNING', message: 'No lane.' } };
    const { messageStatus } = answer;
    for (const own of [answer, { messageStatus }, { messageStatus, carrierResult: null }])
      expect(() => parseRateAnswer(parseDsdcRates(own, request, account.settings))).toThrow('No lane.');
    expect(() => parseDsdcRates({}, request, account.settings)).toThrow(CarrierFault);
  });

  it('need transit days from 1 to 30 in the settings', () => {
    const settings = { ...DSDC_ACCOUNT, base_url: fake.url, token_url: fake.tokenUrl };
    for (const transit_days of [0, 31, 2.5, '3', null])
      expect(() => parseSettings(adapter, { ...settings, transit_days })).toThrow('transit_days');
  });
});

describe('a carrier connected through DSDC rates and eBOL', () => {
  let live: LiveCarrier;

  beforeAll(async () => {
    live = await LiveCarrier.start(await startFakeDsdcRates());
  });
  beforeEach(() => {
    live.carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  it('quotes, books with the quote number and cancels with one connection', async () => {
    const id = await live.draft();
    const booked = await live.book(id);
    expect(booked).toMatchObject({
      status: 'carrier_accepted',
      pro_number: expect.stringMatching(/^\d{11}$/),
      status_reason:
        'PITD accepted the booking, but its API does not accept pickup requests. Call the carrier to request the pickup.',
    });
    const { requests } = live.carrier.fake;
    const [bol] = requests.filter(({ path }) => path === '/bol/v1/app/').map(({ body }) => JSON.parse(body));
    expect(bol.referenceNumbers.quoteId).toMatch(/^Q\d+$/);
    const { body } = await live.org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body).toMatchObject({ status: 'voided', status_reason: null });
    expect([...(live.carrier.fake as FakeDsdcRates).cancelled]).toContain(booked.pro_number);
  });

  testLiveFailures(() => live, {
    refusal: 'destination: We do not serve this place.',
    unreadable: 'The carrier response has no list of results.',
    wrongSettings: { password: 'another-password' },
  });
});
