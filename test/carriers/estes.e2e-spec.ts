import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EstesAdapter } from '../../src/features/carriers/adapters/estes/estes.adapter.js';
import type { EstesSettings } from '../../src/features/carriers/adapters/estes/estes.settings.js';
import { CarrierUnsure, type CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { isValidPro } from '../../src/domain/pro-number.js';
import { ESTES_ACCOUNT, FakeEstes } from '../fakes/fake-estes.js';
import { buildRateRequest, buildPallet, buildTenderRequest } from '../support/carrier-request-builders.js';

const PATIENT = new AbortController().signal;
const fake = new FakeEstes();
const account: CarrierAccount<EstesSettings> = {
  scac: 'EXLA',
  settings: {
    ...ESTES_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new EstesAdapter();
const rate = (items: RateItem[], more: Partial<RateRequest> = {}) =>
  adapter.rate(buildRateRequest(items, more), account, PATIENT);
const book = (
  more: Partial<TenderRequest> = {},
  settings: Partial<EstesSettings> = {},
  bol = '04000000000000017',
) =>
  adapter.tender(
    buildTenderRequest(bol, more),
    { ...account, settings: { ...ESTES_ACCOUNT, base_url: fake.url, ...settings } },
    PATIENT,
  );
const sentTo = (path: string) =>
  JSON.parse(fake.requests.filter((request) => request.path === path).at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
  fake.answersBareList = false;
  fake.refusesPickups = false;
});

describe('the Estes adapter conforms to the port (grade C: scan times are Eastern)', () => {
  const { api_key, password } = ESTES_ACCOUNT;
  const subject = {
    adapter: () => new EstesAdapter(),
    fake,
    account,
    requiredSettings: ['api_key', 'username', 'password', 'account'],
    secrets: [api_key, password, 'estes-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: buildTenderRequest,
    tracked: {
      proNumber: '150-0000000',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-03T08:00:00-07:00'],
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('Estes rates', () => {
  it("equal the carrier's total for each service level with a rate (grade C: the lists that add up)", async () => {
    const rates = parseRates(
      await rate([buildPallet(500, '70')], { accessorials: ['destination_liftgate'] }),
    );
    expect(rates).toHaveLength(1);
    expect(rates[0]).toMatchObject({
      quoteNumber: expect.stringMatching(/^E\d+$/),
      serviceLevel: 'LTL Standard Transit',
      serviceCode: '99',
      transitDays: 3,
      estimatedDeliveryDate: '2026-12-04',
      expiresAt: new Date('2099-01-15T23:59:59-05:00'),
      netChargeCents: 31_184,
    });
    expect(rates[0]!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 73_500],
      ['discount', -57_330],
      ['fuel_surcharge', 5_514],
      ['accessorial', 9_500],
    ]);
    expect(sentTo('/v1/rate-quotes').accessorials).toEqual({ codes: ['LGATE'] });
  });

  it('may arrive as a bare list', async () => {
    fake.answersBareList = true;
    expect(parseRates(await rate([buildPallet(500, '70')]))).toHaveLength(1);
  });

  it('are requested with the account of the payer', async () => {
    const paid = () => sentTo('/v1/rate-quotes').payment;
    await rate([buildPallet(500, '70')]);
    expect(paid()).toEqual({ account: ESTES_ACCOUNT.account, payor: 'Shipper', terms: 'Prepaid' });
    await rate([buildPallet(500, '70')], { terms: 'collect' });
    expect(paid()).toEqual({ account: ESTES_ACCOUNT.account, payor: 'Consignee', terms: 'Collect' });
    await rate([buildPallet(500, '70')], { terms: 'third_party', billTo: { account: '7654321' } });
    expect(paid()).toEqual({ account: '7654321', payor: 'Third Party', terms: 'Prepaid' });
    await expect(rate([buildPallet(500, '70')], { terms: 'third_party' })).rejects.toThrow('account number');
  });

  it('mark the hazardous lines, or every line if none is marked', async () => {
    const hazardous = () =>
      sentTo('/v1/rate-quotes').commodity.handlingUnits.map(
        ({ lineItems }: { lineItems: { isHazardous: boolean }[] }) => lineItems[0]!.isHazardous,
      );
    const hazmat = { un_number: 'UN1090', proper_shipping_name: 'Acetone', hazard_class: '3' };
    await rate([buildPallet(500, '70', { hazmat }), buildPallet(300, '70')], { accessorials: ['hazmat'] });
    expect(hazardous()).toEqual([true, false]);
    await rate([buildPallet(500, '70'), buildPallet(300, '70')], { accessorials: ['hazmat'] });
    expect(hazardous()).toEqual([true, true]);
  });

  it.each([
    [
      'a service',
      () => rate([buildPallet(500, '70')], { accessorials: ['sort_and_segregate'] }),
      'Sort and segregate',
    ],
    ['a handling unit', () => rate([buildPallet(500, '70', { handling_unit_type: 'tank' })]), 'Tank'],
  ])('are declined for %s without a known code', async (_name, asked, words) => {
    await expect(asked()).rejects.toThrow(words);
  });
});

describe('Estes bookings', () => {
  it('contain every field of the NMFTA bill of lading', async () => {
    const { proNumber } = await book({
      carrierQuoteNumber: 'E123456',
      accessorials: ['limited_access_delivery', 'hazmat'],
      limitedAccess: { delivery: 'school' },
      items: [
        buildPallet(700.5, '85', {
          nmfc_item_number: '86900',
          nmfc_sub_code: '3',
          packaging_type: 'drum',
          pieces: 4,
          hazmat: {
            un_number: 'UN1090',
            proper_shipping_name: 'Acetone',
            hazard_class: '3',
            packing_group: 'II',
          },
        }),
      ],
      emergencyContact: { name: 'Chemtrec', phone: '800-424-9300', contractNumber: 'CCN1' },
      declaredValueCents: 123_450,
      references: [
        { name: 'PO', value: '4711' },
        { name: 'Dept', value: '12' },
      ],
      orders: [{ number: 'A1', packages: 2, weight: 20, palletized: true }],
    });
    expect(isValidPro('EXLA', proNumber)).toBe(true);
    expect(sentTo('/v1/bol')).toMatchObject({
      version: '2.0.1',
      bol: { requestedPickupDate: '2026-12-01T00:00:00.000', isTest: false, requestorRole: 'Shipper' },
      referenceNumbers: {
        quoteId: 'E123456',
        bol: ['04000000000000017'],
        po: [{ number: '4711' }, { number: 'A1' }],
        additionalReferences: [{ name: 'Dept', value: '12' }],
      },
      payment: { terms: 'Prepaid' },
      commodities: {
        handlingUnits: [
          {
            count: 1,
            type: 'PAT',
            weight: 701,
            lineItems: [
              {
                packagingType: 'DRM',
                pieces: 4,
                nmfc: '86900',
                nmfcSub: '3',
                hazardous: true,
                hazardousDetails: {
                  unnaNumber: 'UN1090',
                  class: '3',
                  packingGroup: '2',
                  contractNumber: 'CCN1',
                },
              },
            ],
          },
        ],
      },
      shipmentTotals: { grossWeight: 701, handlingUnits: 1 },
      accessorials: {
        codes: ['LTDAD', 'HAZ', 'FVC'],
        fullValueCoverageDetails: { monetaryValue: 1_235 },
        limitedAccessType: { destination: 'School' },
        hazardousDetails: { emergencyContact: { name: 'Chemtrec', phone: '8004249300' } },
      },
      origin: { account: ESTES_ACCOUNT.account, country: 'USA', contact: { phone: '5552226666' } },
    });
  });

  it('request their pickup in a separate call (grade C: its inner fields and its number)', async () => {
    const { proNumber, pickupConfirmation } = await book({
      pickup: { readyTime: '10:05', closeTime: '16:50' },
    });
    expect(pickupConfirmation).toMatch(/^PU88/);
    expect(fake.pickups.at(-1)).toMatchObject({
      pickupDate: '2026-12-01',
      pickupStartTime: '10:05',
      pickupEndTime: '16:50',
      referenceNumbers: [
        { type: 'PRO', value: proNumber },
        { type: 'BOL', value: '04000000000000017' },
      ],
    });
    const before = fake.pickups.length;
    expect(await book({ pickup: null })).toMatchObject({
      warning:
        'Estes accepted the booking, but the pickup hours are missing, so no pickup was requested. Call the carrier.',
    });
    expect(fake.pickups).toHaveLength(before);
    expect(await book({ pickup: null }, { standing_pickup: true })).not.toHaveProperty('warning');
  });

  it('stand without the pickup if Estes refuses it, with a warning', async () => {
    fake.refusesPickups = true;
    const booked = await book();
    expect(booked.proNumber).toMatch(/^\d{10}$/);
    expect(booked.warning).toMatch(
      /but not the pickup: .*The dock is closed[^.]*\. Call the carrier to request the pickup\.$/,
    );
  });

  it('are looked up after a lost response, or left to a person if not found (grade C: at once)', async () => {
    const bol = '04000000000000901';
    await expect(book({ repeated: true }, {}, bol)).rejects.toThrow(CarrierUnsure);
    const { proNumber } = await book({}, {}, bol);
    expect(await book({ repeated: true }, {}, bol)).toMatchObject({
      proNumber,
      warning: expect.stringContaining('the pickup is not confirmed'),
    });
    expect(fake.bookings(bol)).toBe(1);
  });

  it('request no pickup with `test_bookings`', async () => {
    const before = fake.pickups.length;
    await book({}, { test_bookings: true }, '04000000000000902');
    expect(sentTo('/v1/bol').bol.isTest).toBe(true);
    expect([fake.bookings('04000000000000902'), fake.pickups.length]).toEqual([0, before]);
  });
});

describe('Estes tracking', () => {
  it('includes the signer (grade B)', async () => {
    expect(await adapter.track('1500000000', account, PATIENT)).toMatchObject({ signedBy: 'B. MILLER' });
  });
});
