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

describe('Estes conforms to the port (grade C: that scans’ times are Eastern)', () => {
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

describe('Estes’ prices', () => {
  it('are its total to the cent, of the levels it found a rate for (grade C: which of its lists add up)', async () => {
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
      expiresAt: new Date('2027-01-15T23:59:59-05:00'),
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

  it('may come as a bare list', async () => {
    fake.answersBareList = true;
    expect(await rate([buildPallet(500, '70')])).toHaveLength(1);
  });

  it('are asked for on the account of who pays', async () => {
    const paid = () => sentTo('/v1/rate-quotes').payment;
    await rate([buildPallet(500, '70')]);
    expect(paid()).toEqual({ account: ESTES_ACCOUNT.account, payor: 'Shipper', terms: 'Prepaid' });
    await rate([buildPallet(500, '70')], { terms: 'collect' });
    expect(paid()).toEqual({ account: ESTES_ACCOUNT.account, payor: 'Consignee', terms: 'Collect' });
    await rate([buildPallet(500, '70')], { terms: 'third_party', billTo: { account: '7654321' } });
    expect(paid()).toEqual({ account: '7654321', payor: 'Third Party', terms: 'Prepaid' });
    await expect(rate([buildPallet(500, '70')], { terms: 'third_party' })).rejects.toThrow('account number');
  });

  it('name dangerous goods by the line, or on every line where none is named', async () => {
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
    ['a handling unit', () => rate([buildPallet(500, '70', { handling_unit_type: 'drum' })]), 'Drum'],
  ])('are declined for %s whose code is not known', async (_name, asked, words) => {
    await expect(asked()).rejects.toThrow(words);
  });
});

describe('Estes’ bookings', () => {
  it('are NMFTA’s bill of lading, with all there is', async () => {
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
      version: 'v2.0.1',
      bol: { requestedPickupDate: '2026-12-01T00:00:00.000', isTest: false, requestorRole: 'Shipper' },
      referenceNumbers: {
        quoteId: 'E123456',
        bol: ['04000000000000017'],
        po: [{ number: '4711' }, { number: 'A1', pieces: 2, weight: 20, palletized: true }],
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
      shipmentTotals: { grossWeight: 701, handlingUnits: 1, declaredValue: 1_235, currency: 'USD' },
      accessorials: {
        codes: ['LTDAD', 'HAZ'],
        limitedAccessType: { destination: 'School' },
        hazardousDetails: { emergencyContact: { name: 'Chemtrec', phone: '8004249300' } },
      },
      origin: { account: ESTES_ACCOUNT.account, country: 'USA', contact: { phone: '5552226666' } },
    });
  });

  it('bring their pickup, asked for by itself (grade C: the request’s inner fields, and its number)', async () => {
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
        'Estes has the booking, but no pickup was requested because its hours are missing. Call the carrier.',
    });
    expect(fake.pickups).toHaveLength(before);
    expect(await book({ pickup: null }, { standing_pickup: true })).not.toHaveProperty('warning');
  });

  it('stand without a pickup that Estes refuses, and say so', async () => {
    fake.refusesPickups = true;
    const booked = await book();
    expect(booked.proNumber).toMatch(/^\d{10}$/);
    expect(booked.warning).toMatch(/but not the pickup: .*The dock is closed[^.]*\. Call the carrier\.$/);
  });

  it('are looked for where the answer was lost, and left to a person where Estes knows of none (grade C: at once)', async () => {
    const bol = '04000000000000901';
    await expect(book({ repeated: true }, {}, bol)).rejects.toThrow(CarrierUnsure);
    const { proNumber } = await book({}, {}, bol);
    expect(await book({ repeated: true }, {}, bol)).toMatchObject({
      proNumber,
      warning: expect.stringContaining('may not have the pickup'),
    });
    expect(fake.bookings(bol)).toBe(1);
  });

  it('can be tried out', async () => {
    const before = fake.pickups.length;
    await book({}, { test_bookings: true }, '04000000000000902');
    expect(sentTo('/v1/bol').bol.isTest).toBe(true);
    expect([fake.bookings('04000000000000902'), fake.pickups.length]).toEqual([0, before]);
  });
});

describe('Estes’ tracking', () => {
  it('has who received the freight (grade B)', async () => {
    expect(await adapter.track('1500000000', account, PATIENT)).toMatchObject({ signedBy: 'B. MILLER' });
  });
});
