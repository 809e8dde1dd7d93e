import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseDaytonRate } from '../../src/features/carriers/adapters/dayton/dayton-rates.js';
import { DaytonAdapter } from '../../src/features/carriers/adapters/dayton/dayton.adapter.js';
import type { DaytonSettings } from '../../src/features/carriers/adapters/dayton/dayton.settings.js';
import { CarrierUnsure, type CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { startFakeDayton } from '../fakes/fake-carriers.js';
import { DAYTON_ACCOUNT, FakeDayton } from '../fakes/fake-dayton.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const PATIENT = new AbortController().signal;
const fake = new FakeDayton();
const account: CarrierAccount<DaytonSettings> = {
  scac: 'DAFG',
  settings: {
    ...DAYTON_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new DaytonAdapter();
const withSettings = (settings: Partial<DaytonSettings>) => ({
  ...account,
  settings: { ...DAYTON_ACCOUNT, base_url: fake.url, ...settings },
});
const rate = (items: RateItem[], more: Partial<RateRequest> = {}, by = account) =>
  adapter.rate(buildRateRequest(items, more), by, PATIENT);
const book = (more: Partial<TenderRequest> = {}, reference = '04000000000000017', by = account) =>
  adapter.tender(buildTenderRequest(reference, more), by, PATIENT);
const sent = (index = -1) => JSON.parse(fake.requests.at(index)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
  fake.refusesPickups = false;
  fake.rewrite = null;
});

describe('the Dayton Freight adapter conforms to the port', () => {
  const subject = {
    adapter: () => new DaytonAdapter(),
    fake,
    account,
    requiredSettings: ['username', 'password', 'account'],
    secrets: [DAYTON_ACCOUNT.password, Buffer.from(DAYTON_ACCOUNT.password).toString('base64')],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: (reference: string) => buildTenderRequest(reference),
    tracked: { proNumber: '551-230000', instants: ['2026-12-03T08:00:00-07:00'] },
    documented: {
      booked: { reference: '04000000000000017', proNumber: '551230000', bookingId: null },
      types: ['bill_of_lading'] as const,
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('Dayton Freight rates', () => {
  it("equal the carrier's total and list the fuel surcharge once", async () => {
    const [{ charges, ...rated }] = parseRates(
      await rate([buildPallet(500, '92.5')], { accessorials: ['destination_liftgate'] }),
    ) as [ReturnType<typeof parseRates>[0]];
    expect(rated).toMatchObject({ transitDays: 2, netChargeCents: 124_400 });
    expect(charges.map(({ type, code, amountCents }) => [type, code, amountCents])).toEqual([
      ['linehaul', 'LINEHAUL', 185_000],
      ['discount', 'DISCOUNT', -92_500],
      ['fuel_surcharge', 'FUEL', 25_900],
      ['accessorial', 'LIFT', 6_000],
    ]);
  });

  it('keep a fuel surcharge that stands among the accessorials only, and what is not itemized', () => {
    const accessorials = [{ code: 'FSC', name: 'Fuel Surcharge', amount: 20 }];
    const answer = { id: 'Q1', total: 130, gross: 100, accessorials, serviceEligibility: { serviceDays: 1 } };
    expect(parseDaytonRate(answer).charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 10_000],
      ['fuel_surcharge', 2_000],
      ['adjustment', 1_000],
    ]);
  });

  it('of zero are no price', () => {
    const free = { id: 'Q1', total: 0, serviceEligibility: { serviceDays: 1 } };
    expect(() => parseDaytonRate(free)).toThrow('The carrier returned a total of $0.00.');
  });

  it('state the payer by terms and account', async () => {
    await rate([buildPallet(500, '70')], { terms: 'third_party', billTo: { account: 'TP1' } });
    expect(sent()).toMatchObject({ terms: 'ThirdPartyPrepaid', account: 'TP1' });
    await rate([buildPallet(500, '70')], { terms: 'collect' });
    expect(sent()).toMatchObject({ terms: 'Collect', account: 'AE11999' });
  });

  it('are declined without a call for a ZIP, line, value, service or payer that the API does not take', async () => {
    const before = fake.requests.length;
    const pallet = buildPallet(500, '70');
    const bound = withSettings({ account_zip: '60601' });
    await expect(rate([pallet], {}, bound)).rejects.toThrow(
      'Dayton Freight prices prepaid shipments only if the origin ZIP is 60601.',
    );
    await expect(rate(Array.from({ length: 12 }, () => pallet))).rejects.toThrow('at most 11 lines');
    await expect(rate([pallet], { declaredValueCents: 1 })).rejects.toThrow('not support a declared value');
    await expect(rate([pallet], { accessorials: ['overlength'] })).rejects.toThrow('Overlength');
    await expect(rate([pallet], { terms: 'third_party' })).rejects.toThrow('account number');
    expect(fake.requests).toHaveLength(before);
    expect(await rate([pallet], { terms: 'collect' }, bound)).toHaveLength(1);
  });
});

describe('Dayton Freight bookings (grade C: eBOL units and packages; pickups)', () => {
  it('are an eBOL with the quote number, followed by a pickup request', async () => {
    const answer = await book({ accessorials: ['origin_liftgate', 'residential_delivery'] });
    expect(answer).toEqual({
      proNumber: expect.stringMatching(/^\d{9}$/),
      pickupConfirmation: expect.stringMatching(/^88\d{4}$/),
      bol: expect.any(Buffer),
    });
    expect(sent(-2)).toMatchObject({
      version: '2.0.0',
      referenceNumbers: { quoteId: '7000001', bol: ['04000000000000017'] },
      accessorials: { codes: ['LFTP', 'RES'] },
    });
    expect(sent()).toMatchObject({
      ready: '2026-12-01T10:00:00',
      close: '2026-12-01T17:00:00',
      accessorials: ['LFTP'],
      details: [{ destinationZip: '60601', weight: 500 }],
    });
  });

  it('are looked up after a lost response and not repeated', async () => {
    const reference = '04000000000000314';
    fake.behaviour = 'lost';
    await expect(book({}, reference)).rejects.toThrow('could not be reached');
    fake.behaviour = 'normal';
    await expect(book({ repeated: true }, reference)).resolves.toMatchObject({
      proNumber: expect.any(String),
      warning: expect.stringContaining('the pickup is not confirmed'),
    });
    await expect(book({ repeated: true }, '04000000000000321')).rejects.toThrow(CarrierUnsure);
    expect(fake.bookings(reference)).toBe(1);
  });

  it('stand with a warning if the pickup is refused', async () => {
    fake.refusesPickups = true;
    expect(await book()).toMatchObject({
      warning: expect.stringContaining('but not the pickup: ready: Pickups cannot be scheduled on weekends'),
    });
  });

  it('in test mode request no pickup', async () => {
    const reference = '04000000000000420';
    const test = { ...account, settings: adapter.testSettings(withSettings({}).settings) };
    expect(await book({}, reference, test)).toEqual({
      proNumber: expect.any(String),
      bol: expect.any(Buffer),
    });
    expect(sent().bol.isTest).toBe(true);
    expect(fake.bookings(reference)).toBe(0);
  });
});

describe('Dayton Freight pickups and tracking', () => {
  const change = (wanted: { date: string; window: null } | null, confirmation: string | null) =>
    adapter.pickup({ reference: '1', proNumber: '551230000', confirmation, wanted }, account, PATIENT);

  it('cancel a pickup by its number and leave changes to a person', async () => {
    await change(null, '880001');
    expect(fake.canceledPickups).toContain('880001');
    await expect(change({ date: '2026-12-02', window: null }, '880001')).rejects.toThrow('Call the carrier');
    await expect(change(null, null)).rejects.toThrow('no confirmation number');
  });

  it('are canceled if Dayton Freight knows no such pickup, but not by a wrong address', async () => {
    const say = (message: string) => (fake.rewrite = () => ({ status: 404, body: { Message: message } }));
    say('The pickup was not found.');
    await change(null, '880009');
    say('No HTTP resource was found that matches the request URI.');
    await expect(change(null, '880009')).rejects.toThrow('HTTP 404: No HTTP resource was found');
    await expect(adapter.track('551230000', account, PATIENT)).rejects.toThrow('No HTTP resource was found');
  });

  it('have no scans for an unknown number', async () => {
    expect((await adapter.track('991230000', account, PATIENT)).scans).toEqual([]);
    expect(await adapter.track('551230000', account, PATIENT)).toMatchObject({
      estimatedDelivery: '2026-12-03',
      signedBy: 'B. MILLER',
    });
  });
});

describe('Dayton Freight through the API', () => {
  let live: LiveCarrier;
  let carrier: Awaited<ReturnType<typeof startFakeDayton>>;

  beforeAll(async () => {
    carrier = await startFakeDayton();
    live = await LiveCarrier.start(carrier);
  });
  beforeEach(() => {
    carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  const window = { ready_time: '09:00', close_time: '16:30' };

  it('quotes, books with a pickup and tracks', async () => {
    const booked = await live.book(await live.draft(), { pickup: window });
    expect(booked).toMatchObject({ status: 'scheduled', pickup: { status: 'confirmed' } });
    const { body } = await live.org.live.post(`/api/v1/tracking/${booked.pro_number}/refresh`).expect(200);
    expect(body).toMatchObject({ stale: false, status: 'out_for_delivery' });
  });

  it('cancels a pickup and asks for a call to cancel the shipment', async () => {
    const id = await live.draft();
    const { pickup } = await live.book(id, { pickup: window });
    await live.org.live.delete(`/api/v1/freight/${id}/pickup`).expect(200);
    expect(carrier.fake.canceledPickups).toEqual([pickup.confirmation]);
    const { body } = await live.org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body.status_reason).toMatch(/^DAFG does not accept cancellations through its API/);
  });

  testLiveFailures(() => live, {
    refusal: 'destination: We do not serve this place.',
    unreadable: 'The carrier response has no total.',
    wrongSettings: { password: 'another-password' },
  });
});
