import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OdflAdapter } from '../../src/features/carriers/adapters/odfl/odfl.adapter.js';
import { findOdflRateRefusal, parseOdflRates } from '../../src/features/carriers/adapters/odfl/odfl-rates.js';
import { parseOdflTracking } from '../../src/features/carriers/adapters/odfl/odfl-tracking.js';
import type { OdflSettings } from '../../src/features/carriers/adapters/odfl/odfl.settings.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import {
  CarrierDeclined,
  CarrierUnsure,
  type CarrierAccount,
  type RawRate,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRateAnswer } from '../../src/features/carriers/parse-rates.js';
import { formatXml, parseXml } from '../../src/platform/http-client/xml.js';
import { startFakeOdfl } from '../fakes/fake-carriers.js';
import { FakeOdfl, ODFL_ACCOUNT } from '../fakes/fake-odfl.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const PATIENT = new AbortController().signal;
const fake = new FakeOdfl();
const account: CarrierAccount<OdflSettings> = {
  scac: 'ODFL',
  settings: {
    ...ODFL_ACCOUNT,
    get base_url() {
      return fake.url;
    },
    get rate_url() {
      return fake.rateUrl;
    },
  },
};
const adapter = new OdflAdapter();
const rate = (more: Partial<RateRequest> = {}) =>
  adapter.rate(buildRateRequest([buildPallet(500, '70')], more), account, PATIENT);
const book = (more: Partial<TenderRequest> = {}, settings: Partial<OdflSettings> = {}) =>
  adapter.tender(
    buildTenderRequest('04000000000000017', more),
    { scac: 'ODFL', settings: { ...ODFL_ACCOUNT, base_url: fake.url, ...settings } },
    PATIENT,
  );
const sentTo = (path: string) => fake.requests.filter((sent) => sent.path.startsWith(path)).at(-1)!;
const sentRate = () => (parseXml(sentTo('/wsRate').body) as any).Envelope.Body.getLTLRateEstimate.arg0;

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { behaviour: 'normal', refusesPickups: false, net: null, rewrite: null });
});

describe('the Old Dominion adapter conforms to the port', () => {
  const subject = {
    adapter: () => new OdflAdapter(),
    fake,
    account,
    requiredSettings: ['odfl4me_user', 'odfl4me_password', 'odfl_customer_account'],
    secrets: [ODFL_ACCOUNT.odfl4me_password, 'ebol-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    prices: [87_500, 277_500] as const,
    tender: buildTenderRequest,
    tracked: {
      proNumber: '102-34567890',
      instants: [
        '2026-12-01T12:00:00-05:00',
        '2026-12-01T19:30:00-05:00',
        '2026-12-02T08:15:00-05:00',
        '2026-12-03T10:00:00-05:00',
      ],
    },
    documented: {
      booked: { reference: '04000000000000017', proNumber: '10234567890', bookingId: null },
      types: ['bill_of_lading'] as const,
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('Old Dominion rates', () => {
  it('equal the net freight charge: gross, discount, fuel and services', async () => {
    const { rates, warnings } = parseRateAnswer(await rate({ accessorials: ['origin_liftgate', 'hazmat'] }));
    expect(rates).toMatchObject([
      { quoteNumber: 'REF101500', serviceCode: 'STD', transitDays: 3, netChargeCents: 101_500 },
    ]);
    expect(rates[0]!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 140_000],
      ['discount', -70_000],
      ['fuel_surcharge', 17_500],
      ['accessorial', 7_000],
      ['accessorial', 7_000],
    ]);
    expect(warnings).toEqual(['Guaranteed: Lading cannot book guaranteed service. Call the carrier.']);
  });

  it('of zero are no price', async () => {
    fake.net = '0.00';
    await expect(rate().then(parseRateAnswer)).rejects.toThrow('The carrier returned a total of $0.00.');
  });

  it('follow the net charge if the lines exceed it, and read a sum of services', () => {
    const read = (rateEstimate: object) =>
      parseOdflRates(
        { rateEstimate, referenceNumber: '7', destinationCities: { serviceDays: '2' } },
        'Reno',
      )[0];
    expect((read({ netFreightCharge: '20.00', fuelSurcharge: '30.00' }) as RawRate).charges).toMatchObject([
      { type: 'fuel_surcharge', amountCents: 3_000 },
      { type: 'adjustment', amountCents: -1_000 },
    ]);
    expect(
      (read({ netFreightCharge: '90.00', totalAccessorialCharge: '30.00' }) as RawRate).charges,
    ).toMatchObject([
      { type: 'linehaul', amountCents: 6_000 },
      { type: 'accessorial', amountCents: 3_000 },
    ]);
  });

  it('are requested with the payer’s account, the direction and the declared value', async () => {
    await rate({ terms: 'collect', declaredValueCents: 512_301 });
    expect(sentRate()).toMatchObject({
      odflCustomerAccount: '12345678',
      movement: 'I',
      insuranceAmount: '5124',
      pickupDateTime: '2026-12-01T08:00:00',
      freightItems: { ratedClass: '70', weight: '500', numberOfUnits: '1', length: '48' },
    });
    await rate({ terms: 'third_party', billTo: { account: '77' } });
    expect(sentRate().odflCustomerAccount).toBe('77');
    expect(sentRate()).not.toHaveProperty('movement');
    await expect(rate({ terms: 'third_party' })).rejects.toThrow('account number');
    await expect(rate({ accessorials: ['protect_from_heat'] })).rejects.toThrow('Protect from heat');
  });

  it('keep the words of a SOAP fault with HTTP 500', async () => {
    const fault = { faultcode: 's:Server', faultstring: 'The rate service is closed.' };
    const body = formatXml(
      's:Envelope',
      { 's:Body': { 's:Fault': fault } },
      { s: 'http://schemas.xmlsoap.org/soap/envelope/' },
    );
    fake.rewrite = () => ({ status: 500, body });
    await expect(rate()).rejects.toThrow('it returned HTTP 500: The rate service is closed.');
  });

  it('keep the words of a SOAP fault', () => {
    const body = { Envelope: { Body: { Fault: { faultstring: 'Service is closed' } } } };
    const answer = { status: 200, body, rows: null, empty: false };
    expect(findOdflRateRefusal(answer)).toEqual({ message: 'Service is closed' });
  });
});

describe('Old Dominion bookings', () => {
  it('are eBOL bills of lading with the reference number of the rate, and a pickup', async () => {
    expect(await book({ carrierQuoteNumber: 'REF87500', accessorials: ['destination_liftgate'] })).toEqual({
      proNumber: expect.stringMatching(/^\d{11}$/),
      bol: expect.any(Buffer),
      pickupConfirmation: '55667788',
      bookingId: '55667788',
    });
    const bol = JSON.parse(sentTo('/BOL/v3.1/eBOL/bol-external-per-standards').body);
    expect(bol).toMatchObject({
      referenceNumbers: { quoteId: 'REF87500', bol: ['04000000000000017'] },
      accessorials: { codes: ['LFTD'] },
      billTo: { account: '12345678' },
    });
    expect(JSON.parse(sentTo('/pickup/v3.0/create').body)).toMatchObject({
      pickupDate: '2026-12-01',
      readyTime: '10:00',
      closeTime: '17:00',
      shipments: [{ bolNumber: '04000000000000017' }],
    });
  });

  it('stand with a warning if Old Dominion refuses the pickup', async () => {
    fake.refusesPickups = true;
    expect(await book()).toMatchObject({
      warning:
        'Old Dominion accepted the booking but not the pickup: The service center is closed. Call the carrier to request the pickup.',
    });
  });

  it('request no pickup without hours, and none in tests', async () => {
    const before = fake.requests.length;
    expect(await book({ pickup: null })).toMatchObject({ warning: expect.stringContaining('no pickup') });
    expect(await book({}, { test_bookings: true })).not.toHaveProperty('warning');
    expect(fake.requests.slice(before).some(({ path }) => path.startsWith('/pickup'))).toBe(false);
  });

  it('are not repeated if the result of the first attempt is unknown', async () => {
    await expect(book({ repeated: true })).rejects.toThrow(CarrierUnsure);
  });

  it('are cancelled with their pickup', async () => {
    const { proNumber, bookingId = null } = await book();
    await adapter.cancel({ reference: '04000000000000017', proNumber, bookingId }, account, PATIENT);
    expect([...fake.cancelled]).toContain(proNumber);
    expect([...fake.cancelledPickups]).toContain('55667788');
  });

  it('stand unchanged if Old Dominion refuses to cancel the pickup', async () => {
    const { proNumber, bookingId = null } = await book();
    const booked = { reference: '04000000000000017', proNumber, bookingId };
    fake.rewrite = ({ path }, answer) =>
      path.startsWith('/pickup/v3.0/cancel')
        ? { status: 400, body: { errors: ['The driver has the freight'] } }
        : answer;
    await expect(adapter.cancel(booked, account, PATIENT)).rejects.toThrow('The driver has the freight');
    expect([...fake.cancelled]).not.toContain(proNumber);
  });

  it.each([404, 200])('are cancelled if Old Dominion knows no such booking, with HTTP %i', async (status) => {
    fake.rewrite = () => ({
      status,
      body: { ok: false, errors: [{ errorCode: 404, message: 'pro_not_found' }] },
    });
    const booked = { reference: '04000000000000017', proNumber: '10234567890', bookingId: '5' };
    await adapter.cancel(booked, account, PATIENT);
  });

  it('may lack their pickup if Old Dominion’s answer to it is lost or a fault', async () => {
    fake.rewrite = ({ path }, answer) =>
      path.startsWith('/pickup') ? { status: 503, body: { message: 'Dispatch is down' } } : answer;
    expect(await book()).toMatchObject({
      warning:
        'Old Dominion accepted the booking, but the pickup is not confirmed: ' +
        'The carrier request failed: it returned HTTP 503: Dispatch is down. Call the carrier to request the pickup.',
    });
  });

  it('accept no changed pickups, but cancel one', async () => {
    const request = { reference: '04000000000000017', proNumber: '10234567890', confirmation: '5' };
    const wanted = { date: '2026-12-02', window: null };
    await expect(adapter.pickup({ ...request, wanted }, account, PATIENT)).rejects.toThrow(CarrierDeclined);
    await adapter.pickup({ ...request, wanted: null }, account, PATIENT);
    expect([...fake.cancelledPickups]).toContain('5');
  });
});

describe('Old Dominion tracking', () => {
  it('reads Old Dominion’s words, and finds nothing for an unknown number', async () => {
    const { scans, estimatedDelivery } = await adapter.track('10234567890', account, PATIENT);
    expect(scans.map(({ status }) => status)).toEqual([
      'out_for_delivery',
      'in_transit',
      'picked_up',
      'pending',
    ]);
    expect(estimatedDelivery).toBe('2026-12-04');
    expect(await adapter.track('10234567999', account, PATIENT)).toEqual({ scans: [] });
  });

  it.each([
    ['Received At Dock', 'picked_up'],
    ['Appointment Attempted', 'in_transit'],
    ['Arrived at Consignee', 'out_for_delivery'],
    ['Agent Handoff', 'in_transit'],
    ['Delivered', 'delivered'],
    ['Delivery Confirmed', 'delivered'],
  ])('reads %s as %s, at the local time of its place without an offset', (status, expected) => {
    const trackTraceDetail = { status, dateTime: '2026-12-01T10:00:00', city: 'RENO', state: 'NV' };
    expect(parseOdflTracking({ body: { traceInfo: [{ trackTraceDetail }] } }).scans).toMatchObject([
      { status: expected, occurredAt: new Date('2026-12-01T18:00:00Z') },
    ]);
  });
});

describe('Old Dominion in live mode', () => {
  let live: LiveCarrier;

  beforeAll(async () => {
    live = await LiveCarrier.start(await startFakeOdfl());
  });
  beforeEach(() => {
    live.carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  const window = { ready_time: '10:00', close_time: '16:00' };

  it('quotes, books with a pickup, tracks and cancels', async () => {
    const id = await live.draft();
    const booked = await live.book(id, { pickup: window });
    expect(booked).toMatchObject({
      status: 'scheduled',
      pro_number: expect.stringMatching(/^\d{11}$/),
      pickup: { status: 'confirmed', confirmation: '55667788' },
    });
    const { body } = await live.org.live.post(`/api/v1/tracking/${booked.pro_number}/refresh`).expect(200);
    expect(body).toMatchObject({ stale: false, status: 'out_for_delivery' });
    const another = await live.draft();
    const { pro_number } = await live.book(another, { pickup: window });
    const voided = await live.org.live.post(`/api/v1/freight/${another}/cancel`).expect(200);
    expect(voided.body).toMatchObject({ status: 'voided', status_reason: null });
    expect([...(live.carrier.fake as FakeOdfl).cancelled]).toContain(pro_number);
  });

  it('keeps user, password and account out of the call log', async () => {
    await live.rateResult();
    await live.app.app.get(CarrierCallLog).flush();
    const kept = JSON.stringify(await live.app.sql.query('SELECT * FROM carrier_calls'));
    expect(kept).toContain('getLTLRateEstimate');
    expect(kept).not.toMatch(/ebol-password|ann@acme|ebol-token/);
  });

  testLiveFailures(() => live, {
    refusal: 'destination: We do not serve this place.',
    unreadable: 'The carrier response has no net freight charge.',
    wrongSettings: { odfl4me_password: 'another-password' },
  });
});
