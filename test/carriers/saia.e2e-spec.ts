import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseSaiaTracking, SaiaAdapter } from '../../src/features/carriers/adapters/saia/saia.adapter.js';
import { parseSaiaRates } from '../../src/features/carriers/adapters/saia/saia-rates.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import type { SaiaSettings } from '../../src/features/carriers/adapters/saia/saia.settings.js';
import {
  CarrierFault,
  CarrierUnsure,
  type CarrierAccount,
  type RawRate,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRateAnswer } from '../../src/features/carriers/parse-rates.js';
import { isValidPro } from '../../src/domain/pro-number.js';
import { formatXml, parseXml } from '../../src/platform/http-client/xml.js';
import { parseTender } from '../../src/features/carriers/parse-tender.js';
import { startFakeSaia } from '../fakes/fake-carriers.js';
import { FakeSaia, SAIA_ACCOUNT } from '../fakes/fake-saia.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const PATIENT = new AbortController().signal;
const fake = new FakeSaia();
const account: CarrierAccount<SaiaSettings> = {
  scac: 'SAIA',
  settings: {
    ...SAIA_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new SaiaAdapter();
const using = (settings: Partial<SaiaSettings>) => ({
  ...account,
  settings: { ...SAIA_ACCOUNT, base_url: fake.url, ...settings },
});
const rate = (items: RateItem[], more: Partial<RateRequest> = {}, settings: Partial<SaiaSettings> = {}) =>
  adapter.rate(buildRateRequest(items, more), using(settings), PATIENT);
const book = (
  more: Partial<TenderRequest> = {},
  settings: Partial<SaiaSettings> = {},
  bol = '04000000000000017',
) => adapter.tender(buildTenderRequest(bol, more), using(settings), PATIENT);
/** The content of the last request to a service. */
const sentTo = (service: string) => {
  const { body } = fake.requests.filter(({ path }) => path.includes(`/${service}/`)).at(-1)!;
  return Object.values(parseXml(body)!)[0] as Record<string, any>;
};

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { behaviour: 'normal', refusesPickups: false, failsItself: false, rewrite: null });
});

describe('the Saia adapter conforms to the port (grade C: booking with services, which its document does not name)', () => {
  const subject = {
    adapter: () => new SaiaAdapter(),
    fake,
    account,
    requiredSettings: ['user_id', 'password', 'account_number'],
    secrets: [SAIA_ACCOUNT.password, 'saia&amp;pass'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    prices: [172_900, 548_340] as const,
    tender: buildTenderRequest,
    tracked: {
      proNumber: '4102-5228000',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-02T05:15:00-07:00', '2026-12-03T08:00:00-07:00'],
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('Saia rates', () => {
  it('equal the total invoice, and guaranteed levels are named without a price', async () => {
    const answer = await rate([buildPallet(500, '70')], {
      accessorials: ['origin_liftgate', 'delivery_appointment'],
    });
    const { rates, warnings } = parseRateAnswer(answer);
    expect(warnings).toEqual(['Guaranteed: Saia books guaranteed service by phone only.']);
    expect(rates).toMatchObject([{ serviceCode: 'STD', transitDays: 4, netChargeCents: 189_900 }]);
    expect(rates[0]!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 332_500],
      ['discount', -199_500],
      ['fuel_surcharge', 39_900],
      ['accessorial', 8_500],
      ['accessorial', 8_500],
    ]);
  });

  it('add a fuel surcharge that is not in the list of services', () => {
    const [priced] = parseSaiaRates({
      TotalInvoice: '130.00',
      QuoteNumber: '7',
      StandardServiceDays: '2',
      FuelSurchargeAmount: '30.00',
    }) as RawRate[];
    expect(priced!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 10_000],
      ['fuel_surcharge', 3_000],
    ]);
  });

  it('follow the total if the lines contradict it', () => {
    const [priced] = parseSaiaRates({
      TotalInvoice: '20.00',
      QuoteNumber: '7',
      StandardServiceDays: '2',
      FuelSurchargeAmount: '30.00',
    }) as RawRate[];
    expect(priced!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['fuel_surcharge', 3_000],
      ['adjustment', -1_000],
    ]);
  });

  it('are requested with the payer’s account and the declared value', async () => {
    await rate([buildPallet(500, '70')], { terms: 'collect', declaredValueCents: 512_301 });
    expect(sentTo('ratequote')).toMatchObject({
      TestMode: 'N',
      BillingTerms: 'Collect',
      AccountNumber: '0747932',
      Application: 'ThirdParty',
      FullValueCoverage: '5124',
    });
    await rate([buildPallet(500, '70')], { terms: 'third_party', billTo: { account: '0999' } });
    expect(sentTo('ratequote')).toMatchObject({ BillingTerms: 'Prepaid', AccountNumber: '0999' });
    await expect(rate([buildPallet(500, '70')], { terms: 'third_party' })).rejects.toThrow('account number');
  });

  it('are declined for more than five lines, and for a unit without a code', async () => {
    const lines = Array.from({ length: 6 }, () => buildPallet(100, '70'));
    await expect(rate(lines)).rejects.toThrow('at most 5 lines, not 6');
    await expect(rate([buildPallet(100, '70', { handling_unit_type: 'tank' })])).rejects.toThrow('Tank');
  });
});

describe('Saia errors', () => {
  it('are declines with Saia’s words, though HTTP says 200', async () => {
    fake.behaviour = 'decline';
    await expect(rate([buildPallet(500, '70')])).rejects.toMatchObject({
      message: 'Destination is not served.',
      code: 'E01',
    });
  });

  it('about the login are rejected credentials, not a decline', async () => {
    const wrong = { password: 'wrong' };
    await expect(rate([buildPallet(500, '70')], {}, wrong)).rejects.toThrow('the credentials were rejected');
    await expect(book({}, wrong)).rejects.toMatchObject({ unheard: true });
  });

  it('of Saia’s own system leave a booking unsure', async () => {
    Object.assign(fake, { behaviour: 'decline', failsItself: true });
    await expect(book()).rejects.toThrow(CarrierFault);
    await expect(rate([buildPallet(500, '70')])).rejects.toThrow('Destination is not served.');
  });
});

describe('Saia bookings', () => {
  it('contain parties, payer, services, quote number and the pickup', async () => {
    const answer = await book({
      carrierQuoteNumber: '3072900',
      accessorials: ['residential_delivery', 'hazmat', 'protect_from_cold'],
      declaredValueCents: 512_300,
      references: [{ name: 'PO', value: '4711' }],
      specialInstructions: 'Gate code 123',
      items: [
        buildPallet(700, '85', {
          quantity: 2,
          hazmat: {
            un_number: 'UN1090',
            proper_shipping_name: 'Acetone',
            hazard_class: '3',
            packing_group: 'II',
          },
        }),
      ],
      emergencyContact: { name: 'Chemtrec', phone: '800-424-9300' },
    });
    expect(answer).toEqual({
      proNumber: expect.stringMatching(/^410252\d{5}$/),
      pickupConfirmation: '10200300',
    });
    expect(isValidPro('SAIA', answer.proNumber)).toBe(true);
    expect(sentTo('BOL')).toMatchObject({
      BLNumber: '04000000000000017',
      ShipperNumber: '3072900',
      PONumber: '4711',
      EmergencyPhone: '8004249300',
      BillTo: { AccountNumber: '0747932', ContactName: 'Acme' },
      Details: {
        DetailItem: {
          Package: 'PT',
          Pieces: '2',
          Hazardous: 'Y',
          UNHazmatID: 'UN1090',
          UNPackageGroup: 'II',
          Description: expect.stringMatching(
            /^UN1090, Acetone, 3, II Machine parts\. Quote 3072900\. Residential delivery\. Protect from freezing\. Declared value \$5123\.00\. Emergency contact: Chemtrec.*Gate code 123$/,
          ),
        },
      },
    });
    expect(sentTo('pickup')).toMatchObject({
      PickupDate: '2026-12-01',
      ReadyTime: '10:00:00',
      CloseTime: '17:00:00',
      ContactPhone: '5552226666',
      SpecialInstructions: expect.stringContaining('Residential delivery.'),
      Details: { DetailItem: { DestinationZipcode: '60601', Freezable: 'Y' } },
    });
  });

  it('stand with a warning if Saia refuses the pickup', async () => {
    fake.refusesPickups = true;
    expect(await book()).toEqual({
      proNumber: expect.any(String),
      warning:
        'Saia accepted the booking but not the pickup: Pickup cannot be made today, next business day is 2026-12-02. Call the carrier to request the pickup.',
    });
  });

  it('keep the beginning of a long reason', async () => {
    const Message = `No pickup: ${'the dock is closed and '.repeat(20)}`;
    fake.rewrite = ({ path }, answer) =>
      path.includes('/pickup/')
        ? { status: 200, body: formatXml('Response', { Code: 'P1', Element: '', Fault: 'C', Message }) }
        : answer;
    const { warning } = parseTender(await book());
    expect(warning).toMatch(
      /^Saia accepted the booking but not the pickup: No pickup: the dock .*Call the carrier to request the pickup\.$/,
    );
  });

  it('issue no live data in test mode', async () => {
    await book({}, { test_mode: true }, '04000000000000419');
    expect(sentTo('BOL').TestMode).toBe('Y');
    expect(sentTo('pickup').TestMode).toBe('Y');
    expect(fake.bookings('04000000000000419')).toBe(0);
  });

  it('are found by their BOL number after a lost response', async () => {
    const bol = '04000000000000314';
    fake.behaviour = 'lost';
    await expect(book({}, {}, bol)).rejects.toThrow('could not be reached');
    fake.behaviour = 'normal';
    await expect(book({ repeated: true }, {}, bol)).resolves.toMatchObject({
      proNumber: expect.any(String),
      warning:
        'Saia accepted the booking, but the pickup is not confirmed. Call the carrier to request the pickup.',
    });
    await expect(book({ repeated: true }, {}, '04000000000000321')).rejects.toThrow(CarrierUnsure);
    expect(fake.bookings(bol)).toBe(1);
  });
});

describe('Saia tracking', () => {
  it('reads Saia’s words and finds nothing for an unknown number', async () => {
    const { scans, estimatedDelivery } = await adapter.track('41025228000', account, PATIENT);
    expect(scans.map(({ status }) => status)).toEqual(['out_for_delivery', 'in_transit', 'picked_up']);
    expect(estimatedDelivery).toBe('2026-12-04');
    expect(await adapter.track('41025228999', account, PATIENT)).toEqual({ scans: [] });
  });

  it.each([
    ['Pickup from customer', 'picked_up'],
    ['Arrived at Breakbulk Terminal', 'in_transit'],
    ['Tendered to partner', 'in_transit'],
    ['Delivered to partner', 'in_transit'],
    ['Out for delivery', 'out_for_delivery'],
    ['Delivered', 'delivered'],
    ['Void', 'cancelled'],
    ['Delete', 'cancelled'],
  ])('reads %s as %s', (Activity, status) => {
    const HistoryItem = { Activity, City: 'RENO', State: 'NV', ActivityDateTime: '2026-12-01 16:30:00' };
    expect(parseSaiaTracking({ History: { HistoryItem } }).scans).toMatchObject([{ status }]);
  });
});

describe('Saia in live mode', () => {
  let live: LiveCarrier;

  beforeAll(async () => {
    live = await LiveCarrier.start(await startFakeSaia());
  });
  beforeEach(() => {
    live.carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  const window = { ready_time: '10:00', close_time: '16:00' };

  it('quotes, books with a pickup and tracks', async () => {
    const booked = await live.book(await live.draft(), { pickup: window });
    expect(booked).toMatchObject({
      status: 'scheduled',
      pro_number: expect.stringMatching(/^\d{11}$/),
      pickup: { status: 'confirmed', confirmation: '10200300' },
    });
    const { body } = await live.org.live.post(`/api/v1/tracking/${booked.pro_number}/refresh`).expect(200);
    expect(body).toMatchObject({ stale: false, status: 'out_for_delivery' });
  });

  it('asks for a phone call to cancel', async () => {
    const id = await live.draft();
    await live.book(id, { pickup: window });
    const { body } = await live.org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body.status_reason).toMatch(
      /^SAIA does not accept cancellations through its API\. Call the carrier/,
    );
  });

  it('keeps the password out of the call log, escaped or not', async () => {
    await live.rateResult();
    await live.app.app.get(CarrierCallLog).flush();
    const [{ request }] = await live.app.sql.query('SELECT request FROM carrier_calls ORDER BY id DESC');
    expect(request).toContain('<Password>[redacted]</Password>');
    const kept = JSON.stringify(await live.app.sql.query('SELECT * FROM carrier_calls'));
    expect(kept).not.toMatch(/saia&|saia-user|0747932/);
  });

  testLiveFailures(() => live, {
    refusal: 'Destination is not served.',
    unreadable: 'The carrier response has no content.',
    wrongSettings: { password: 'wrong' },
  });
});
