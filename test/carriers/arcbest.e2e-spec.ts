import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ArcbestAdapter,
  findArcbestRefusal,
  parseArcbestTracking,
} from '../../src/features/carriers/adapters/arcbest/arcbest.adapter.js';
import { parseArcbestRates } from '../../src/features/carriers/adapters/arcbest/arcbest-rates.js';
import type { ArcbestSettings } from '../../src/features/carriers/adapters/arcbest/arcbest.settings.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import {
  CarrierDeclined,
  CarrierUnsure,
  type CarrierAccount,
  type RawRate,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { startFakeArcbest } from '../fakes/fake-carriers.js';
import { ARCBEST_ACCOUNT, FakeArcbest } from '../fakes/fake-arcbest.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const PATIENT = new AbortController().signal;
const TODAY = '2026-12-01';
const fake = new FakeArcbest();
const account: CarrierAccount<ArcbestSettings> = {
  scac: 'ABFS',
  settings: {
    ...ARCBEST_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new ArcbestAdapter();
const rate = async (items: RateItem[], more: Partial<RateRequest> = {}) =>
  parseRates(await adapter.rate(buildRateRequest(items, more), account, PATIENT));
const sent = () => Object.fromEntries(new URL(fake.requests.at(-1)!.path, fake.url).searchParams);

const tender = (reference: string, more: Partial<TenderRequest> = {}) =>
  buildTenderRequest(reference, { carrierQuoteNumber: '1000105520', ...more });
const book = (more: Partial<TenderRequest> = {}, settings: Partial<ArcbestSettings> = {}) =>
  adapter.tender(
    tender('05000000000000024', more),
    { ...account, settings: { ...ARCBEST_ACCOUNT, base_url: fake.url, ...settings } },
    PATIENT,
  );
const sentTo = (path: string) => {
  const request = fake.requests.findLast((one) => one.path.startsWith(`/${path}`))!;
  return Object.fromEntries(new URL(request.path, fake.url).searchParams);
};

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
  fake.guarantees = false;
  fake.refusesPickups = false;
});

describe('the ArcBest adapter conforms to the port (grade C: time zone of scans without a city)', () => {
  const subject = {
    adapter: () => new ArcbestAdapter(),
    fake,
    account,
    requiredSettings: ['id'],
    secrets: Object.values(ARCBEST_ACCOUNT),
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender,
    tracked: {
      proNumber: '123-456789',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-03T08:00:00-07:00'],
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('ArcBest rates', () => {
  it("equal the carrier's total, with the items that ArcBest lists", async () => {
    const [{ charges, ...rated }] = (await rate([buildPallet(500, '70')], {
      accessorials: ['destination_liftgate'],
    })) as [Awaited<ReturnType<typeof rate>>[0]];
    expect(rated).toMatchObject({ serviceLevel: 'Standard', transitDays: 3, netChargeCents: 105_520 });
    expect(charges.map(({ type, code, amountCents }) => [type, code, amountCents])).toEqual([
      ['linehaul', 'LINEHAUL', 210_000],
      ['discount', 'DISC', -136_500],
      ['fuel_surcharge', 'FUEL', 23_520],
      ['accessorial', 'GRD_DEL', 8_500],
    ]);
  });

  it('include guaranteed levels, each with a quote number of its own (grade C)', async () => {
    fake.guarantees = true;
    const rates = await rate([buildPallet(500, '70')]);
    expect(rates.map(({ serviceLevel, serviceCode }) => [serviceLevel, serviceCode])).toEqual([
      ['Standard', 'STD'],
      ['Guaranteed by 12:00', 'GTD1200'],
      ['Guaranteed by 17:00', 'GTD1700'],
    ]);
    expect(rates[1]!.netChargeCents - rates[0]!.netChargeCents).toBe(9_000);
    expect(rates[1]!.charges.at(-1)).toMatchObject({ code: 'GUARANTEE', amountCents: 9_000 });
    expect(rates[1]!.quoteNumber).toBe(`${rates[0]!.quoteNumber}-GTD1200`);
  });

  it('state payer, declared value, access types and the longest side', async () => {
    await rate([buildPallet(500, '70', { length: 120 })], {
      terms: 'collect',
      declaredValueCents: 100_050,
      accessorials: ['limited_access_pickup', 'limited_access_delivery', 'overlength'],
      limitedAccess: { pickup: 'church' },
    });
    expect(sent()).toMatchObject({
      ConsAff: 'Y',
      ConsPay: 'Y',
      Acc_ELC: 'Y',
      DeclaredValue: '1001',
      LAPType: 'C',
      LADType: 'O',
      ODLongestSide: '120',
    });
    const billTo = { account: '123456', city: 'Reno', state: 'NV', zip: '89501' };
    await rate([buildPallet(500, '70')], { terms: 'third_party', billTo });
    expect(sent()).toMatchObject({ TPBAff: 'Y', TPBAcct: '123456', TPBZip: '89501' });
  });

  it('are declined without a call for lines, services, units or a payer that the query does not take', async () => {
    const before = fake.requests.length;
    const pallet = buildPallet(500, '70');
    await expect(rate(Array.from({ length: 16 }, () => pallet))).rejects.toThrow('at most 15 lines');
    await expect(rate([pallet], { accessorials: ['sort_and_segregate'] })).rejects.toThrow('Sort and');
    await expect(rate([buildPallet(500, '70', { handling_unit_type: 'tank' })])).rejects.toThrow('Tank');
    const unknown = { terms: 'third_party', billTo: { account: '123456' } } as const;
    await expect(rate([pallet], unknown)).rejects.toThrow('city, state and ZIP');
    expect(fake.requests).toHaveLength(before);
  });

  it.each([
    ['leaves out a dynamic discount that the total does not contain', '-20.00', '100.00', [10_000]],
    ['keeps a dynamic discount that the total contains', '-20.00', '80.00', [10_000, -2_000]],
  ])('%s', (_name, discount, charge, amounts) => {
    const ITEM = [
      { FOR: 'LINE1', AMOUNT: '100.00', WEIGHT: '500' },
      { FOR: 'DYNDISC', AMOUNT: discount },
    ];
    const abf = { QUOTEID: '1', CHARGE: charge, ADVERTISEDTRANSIT: '2 Days', RATED: { ITEM } };
    const [{ charges }] = parseArcbestRates(abf, TODAY) as [RawRate];
    expect(charges.map(({ amountCents }) => amountCents)).toEqual(amounts);
  });

  it('count business days to a guaranteed delivery, and keep other levels if one cannot be read', () => {
    const OPTION = [
      { GUARANTEEDCHARGE: '120.00', GUARANTEEDBYTIME: '1200', GUARANTEEDDELDATE: '12/07/2026' },
      { GUARANTEEDCHARGE: 'call', GUARANTEEDBYTIME: '1000' },
    ];
    const abf = { QUOTEID: '1', CHARGE: '100.00', ADVERTISEDTRANSIT: '2', GUARANTEEDOPTIONS: { OPTION } };
    expect(parseArcbestRates(abf, TODAY)).toMatchObject([
      { serviceCode: 'STD', charges: [{ type: 'linehaul', amountCents: 10_000 }] },
      { serviceCode: 'GTD1200', transitDays: 4, estimatedDeliveryDate: '2026-12-07' },
      { serviceLevel: 'Guaranteed by 10:00', reason: 'The carrier response has no guaranteed charge.' },
    ]);
  });
});

describe('ArcBest bookings', () => {
  it('contain parties, payer, services, quote number, dangerous goods and the pickup', async () => {
    const answer = await book({
      accessorials: ['destination_liftgate', 'sort_and_segregate', 'hazmat'],
      declaredValueCents: 512_301,
      references: [{ name: 'PO', value: '4711' }],
      specialInstructions: 'Gate code 123',
      items: [
        buildPallet(700.2, '92.5', {
          quantity: 2,
          pieces: 40,
          packaging_type: 'drum',
          nmfc_item_number: '43940',
          nmfc_sub_code: '2',
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
      proNumber: expect.stringMatching(/^\d{9}$/),
      pickupConfirmation: `PU${answer.proNumber}`,
    });
    expect(sentTo('bolxml')).toMatchObject({
      RequesterType: '1',
      PayTerms: 'P',
      RequesterPhone: '5552226666',
      ProAutoAssign: 'Y',
      ShipDate: '12/01/2026',
      QuoteID: '1000105520',
      Bol: '05000000000000024',
      PO1: '4711',
      HN1: '2',
      HT1: 'PLT',
      PN1: '40',
      PT1: 'DR',
      WT1: '701',
      CL1: '92.5',
      NMFC1: '43940',
      SUB1: '2',
      HZ1: 'Y',
      HZUN1: '1090',
      HZCL1: '3',
      HZPropName1: 'Acetone',
      HZPackGrp1: 'II',
      Acc_GRD_DEL: 'Y',
      Acc_HAZ: 'Y',
      Acc_ELC: 'Y',
      DeclaredValue: '5124',
      Instructions: 'Emergency contact: Chemtrec 800-424-9300. Sort and segregate. Gate code 123',
    });
    expect(sentTo('pickupxml')).toMatchObject({
      Pronumber: answer.proNumber,
      PickupDate: '12/01/2026',
      AT: '10:00',
      OT: '10:00',
      CT: '17:00',
      WT1: '701',
    });
    expect(sentTo('bolxml')).not.toHaveProperty('Test');
  });

  it('name the payer, and a third party with its account', async () => {
    await book({ terms: 'collect' });
    expect(sentTo('bolxml')).toMatchObject({ RequesterType: '2', PayTerms: 'C' });
    const party = { company: 'Payer', address: '1 Elm St', phone: '555-111-2222' };
    const billTo = { ...party, city: 'Reno', state: 'NV', zip: '89501', account: '123456' };
    await book({ terms: 'third_party', billTo });
    expect(sentTo('bolxml')).toMatchObject({
      RequesterType: '3',
      PayTerms: 'P',
      RequesterName: 'Payer',
      TPBName: 'Payer',
      TPBAcct: '123456',
      TPBZip: '89501',
    });
    await expect(book({ terms: 'third_party', billTo: party })).rejects.toThrow('company, address and phone');
  });

  it('of a guaranteed level name its time, and the quote number without the level', async () => {
    await book({ carrierQuoteNumber: '1000105520-GTD1200', serviceCode: 'GTD1200' });
    const guaranteed = { TimeKeeper: 'Y', DeliveryTimeType: 'by', DeliveryTime: '12:00' };
    expect(sentTo('bolxml')).toMatchObject({ QuoteID: '1000105520', ...guaranteed });
    await book();
    expect(sentTo('bolxml')).not.toHaveProperty('TimeKeeper');
  });

  it('are never sent twice, though ArcBest books by a GET', async () => {
    for (const behaviour of ['lost', 'html', 503] as const) {
      fake.behaviour = behaviour;
      const before = fake.requests.length;
      await expect(book()).rejects.toThrow();
      expect(fake.requests).toHaveLength(before + 1);
    }
  });

  it('with a lost answer are found by the BOL number, else a person calls ArcBest', async () => {
    const reference = '05000000000000031';
    fake.behaviour = 'lost';
    await expect(book({ reference })).rejects.toThrow();
    fake.behaviour = 'normal';
    const found = await book({ reference, repeated: true });
    expect(found.warning).toBe(
      'ArcBest accepted the booking, but the pickup is not confirmed. Call the carrier to request the pickup.',
    );
    expect(sentTo('tracexml')).toMatchObject({ RefNum: reference, RefType: 'B' });
    expect(fake.bookings(reference)).toBe(1);
    const unknown = { reference: '05000000000000048', repeated: true };
    await expect(book(unknown)).rejects.toThrow(CarrierUnsure);
    expect(fake.bookings(unknown.reference)).toBe(0);
  });

  it('stand without the pickup that ArcBest refuses or that has no hours', async () => {
    fake.refusesPickups = true;
    expect(await book()).toMatchObject({
      warning:
        'ArcBest accepted the booking but not the pickup: The pickup is after the last departure. Call the carrier to request the pickup.',
    });
    expect((await book({ pickup: null })).warning).toContain('the pickup hours are missing');
    expect((await book({ pickup: null }, { standing_pickup: true })).warning).toBeUndefined();
  });

  it('in test mode carry Test, and ArcBest books nothing', async () => {
    const reference = '05000000000000055';
    await book({ reference }, { test_bookings: true });
    expect(sentTo('bolxml').Test).toBe('Y');
    expect(sentTo('pickupxml').Test).toBe('Y');
    expect(fake.bookings(reference)).toBe(0);
  });
});

describe('ArcBest errors and tracking', () => {
  const answer = (abf: object) => ({ status: 200, body: { ABF: abf }, rows: null, empty: false });

  it('join all messages, also those of an address', () => {
    const abf = {
      NUMERRORS: '2',
      SHIP: { ERROR: { ERRORCODE: '11', ERRORMESSAGE: 'No such city.' } },
      ERROR: [{ ERRORCODE: '30', ERRORMESSAGE: 'No weight.' }],
    };
    expect(findArcbestRefusal(answer(abf))).toEqual({ message: 'No such city. No weight.', code: '11' });
    expect(findArcbestRefusal(answer({ NUMERRORS: '0' }))).toBeNull();
  });

  it('about a quote id are declines, and about the key rejected credentials', async () => {
    const refuse = (ERRORMESSAGE: string) =>
      findArcbestRefusal(answer({ NUMERRORS: '1', ERROR: { ERRORCODE: '154', ERRORMESSAGE } }));
    expect(refuse('Invalid Quote ID.')).toEqual({ message: 'Invalid Quote ID.', code: '154' });
    expect(() => refuse('Invalid ID specified.')).toThrow('the credentials were rejected');
    await expect(book({}, { id: 'ANOTHER1' })).rejects.toMatchObject({ unheard: true });
    fake.behaviour = 'decline';
    await expect(book()).rejects.toThrow(CarrierDeclined);
  });

  it('have no scans for an unknown number, and none for what has not happened yet', async () => {
    expect((await adapter.track('999999999', account, PATIENT)).scans).toEqual([]);
    expect(await adapter.track('123456789', account, PATIENT)).toMatchObject({
      estimatedDelivery: '2026-12-04',
      signedBy: 'B. MILLER',
    });
    const abf = { SHIPMENTS: { SHIPMENT: { PICKUP: '2026-12-01', PICKUPTIME: '16:30' } } };
    expect(parseArcbestTracking(abf, 'America/Chicago').scans).toMatchObject([
      { status: 'picked_up', occurredAt: new Date('2026-12-01T22:30:00Z') },
    ]);
  });
});

describe('ArcBest in live mode', () => {
  let live: LiveCarrier;

  beforeAll(async () => {
    live = await LiveCarrier.start(await startFakeArcbest());
  });
  beforeEach(() => {
    live.carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  it('quotes, books with the pickup, and tracks', async () => {
    const pickup = { ready_time: '09:00', close_time: '16:30' };
    const booked = await live.book(await live.draft(), { pickup });
    expect(booked).toMatchObject({ pro_number: expect.stringMatching(/^\d{9}$/), status_reason: null });
    expect(booked.pickup.confirmation).toBe(`PU${booked.pro_number}`);
    const { body } = await live.org.live.post(`/api/v1/tracking/${booked.pro_number}/refresh`).expect(200);
    expect(body).toMatchObject({ stale: false, status: 'delivered' });
  });

  it('keeps the keys of the query out of the call log', async () => {
    await live.rateResult();
    await live.app.app.get(CarrierCallLog).flush();
    const { body } = await live.org.live.get('/api/v1/carrier-calls?limit=1').expect(200);
    expect(body.data[0].url).toMatch(/\/aquotexml\.asp\?DL=2&ID=\[redacted\]&APP_ID=\[redacted\]&ShipCity=/);
    const kept = JSON.stringify(await live.app.sql.query('SELECT * FROM carrier_calls'));
    for (const secret of Object.values(ARCBEST_ACCOUNT)) expect(kept).not.toContain(secret);
  });

  testLiveFailures(() => live, {
    refusal: 'ConsZip: ArcBest does not serve this place.',
    unreadable: 'The carrier response has no number of errors.',
    wrongSettings: { id: 'ANOTHER1' },
  });
});
