import { describe, expect, it } from '@jest/globals';
import { buildEbol } from '../../src/features/carriers/adapters/ebol/ebol-booking.js';
import * as estes from '../../src/features/carriers/adapters/estes/estes-rates.js';
import * as rlBooking from '../../src/features/carriers/adapters/rl/rl-booking.js';
import * as rl from '../../src/features/carriers/adapters/rl/rl-rates.js';
import * as tforceBooking from '../../src/features/carriers/adapters/tforce/tforce-booking.js';
import * as tforce from '../../src/features/carriers/adapters/tforce/tforce-rates.js';
import * as xpoBooking from '../../src/features/carriers/adapters/xpo/xpo-booking.js';
import * as xpo from '../../src/features/carriers/adapters/xpo/xpo-rates.js';
import type { Place } from '../../src/features/carriers/carrier-requests.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';

type Body = Record<string, any>;

const TORONTO: Place = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const settings = {
  account: '1234567',
  api_key: 'k',
  username: 'u',
  password: 'p',
  consumer_key: 'k',
  consumer_secret: 's',
  client_id: 'c',
  client_secret: 's',
  token_url: 'u',
  scope: 's',
};

const rate = (destination?: Place) =>
  buildRateRequest([buildPallet(500, '70')], destination ? { destination } : {});
const tender = (destination?: Place) => {
  const request = buildTenderRequest('04000000000000017');
  return { ...request, consignee: Object.assign({}, request.consignee, destination) };
};
const ebol = (destination?: Place) =>
  buildEbol(tender(destination), { version: '2.1.0', isTest: false, account: '1' }) as Body;

/** The address of the consignee in each carrier's request: its country and its postal code. */
const REQUESTS: readonly [
  name: string,
  us: string,
  ca: string,
  zip: string,
  (to?: Place) => Body,
  string[],
][] = [
  [
    'R+L rate',
    'USA',
    'CAN',
    'M5V3L9',
    (to) => (rl.buildRateQuote(rate(to), settings) as Body).RateQuote.Destination,
    ['CountryCode', 'ZipOrPostalCode'],
  ],
  [
    'R+L booking',
    'USA',
    'CAN',
    'M5V3L9',
    (to) => (rlBooking.buildBillOfLading(tender(to), settings) as Body).BillOfLading.Consignee,
    ['CountryCode', 'ZipOrPostalCode'],
  ],
  [
    'TForce rate',
    'US',
    'CA',
    'M5V3L9',
    (to) => (tforce.buildRateQuote(rate(to)) as Body).shipTo.address,
    ['country', 'postalCode'],
  ],
  [
    'TForce booking',
    'US',
    'CA',
    'M5V3L9',
    (to) => (tforceBooking.buildBillOfLading(tender(to), settings) as Body).shipTo.address,
    ['country', 'postalCode'],
  ],
  [
    'XPO rate',
    'US',
    'CN',
    'M5V3L9',
    (to) => (xpo.buildRateQuote(rate(to), settings) as Body).shipmentInfo.consignee.address,
    ['countryCd', 'postalCd'],
  ],
  [
    'XPO booking',
    'US',
    'CN',
    'M5V3L9',
    (to) => (xpoBooking.buildBillOfLading(tender(to), settings) as Body).bol.consignee.address,
    ['countryCd', 'postalCd'],
  ],
  [
    'Estes rate',
    'US',
    'CA',
    'M5V3L9',
    (to) => (estes.buildRateQuote(rate(to), settings) as Body).destination.address,
    ['country', 'postalCode'],
  ],
  ['eBOL booking', 'USA', 'CAN', 'M5V 3L9', (to) => ebol(to).destination, ['country', 'postalCode']],
];

describe("a carrier's request has the country in the carrier's own spelling", () => {
  it.each(REQUESTS)('%s: %s and %s', (_name, us, ca, zip, build, [country, postalCode]) => {
    expect(build()[country!]).toBe(us);
    const abroad = build(TORONTO);
    expect(abroad[country!]).toBe(ca);
    expect(abroad[postalCode!]).toBe(zip);
  });

  it('eBOL writes Mexico as MEX', () => {
    const monterrey: Place = { city: 'Monterrey', state: 'NL', zip: '64000', country: 'MX' };
    expect(ebol(monterrey).destination).toMatchObject({ country: 'MEX', postalCode: '64000' });
  });
});

describe('a price in another currency', () => {
  const quote = (totCharge: object[]) =>
    xpo.parseXpoRates({
      data: { rateQuote: { confirmationNbr: '1', totCharge }, transitTime: { transitDays: 3 } },
    });
  const detail = (currency: string) => ({
    service: { code: '308', description: 'LTL' },
    detailStatus: { code: '1' },
    shipmentCharges: { total: { value: '100.00', currency } },
    timeInTransit: { timeInTransit: '3' },
    rate: [],
  });
  const tforceRates = (currency: string) =>
    tforce.parseTforceRates({ summary: { responseStatus: { code: 'OK' } }, detail: [detail(currency)] });

  it('is never taken for US dollars: the quote has the currency, or the carrier declines', () => {
    expect(quote([{ amt: 100, currencyCd: 'CAD' }])).toMatchObject([
      { currency: 'CAD', netChargeCents: 10_000 },
    ]);
    expect(tforceRates('CAD')).toMatchObject([{ currency: 'CAD', netChargeCents: 10_000 }]);
    expect(() => quote([{ amt: 100, currencyCd: 'EUR' }])).toThrow('price in EUR');
    expect(() => tforceRates('EUR')).toThrow('price in EUR');
  });

  it('is skipped beside the total in US dollars', () => {
    const both = [
      { amt: 137, currencyCd: 'CAD' },
      { amt: 100, currencyCd: 'USD' },
    ];
    expect(quote(both)).toMatchObject([{ netChargeCents: 10_000 }]);
    expect(tforceRates('USD')).toMatchObject([{ netChargeCents: 10_000 }]);
  });
});
