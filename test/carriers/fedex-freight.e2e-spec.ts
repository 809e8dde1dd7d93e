import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FedexFreightAdapter } from '../../src/features/carriers/adapters/fedex-freight/fedex-freight.adapter.js';
import { parseFedexRates } from '../../src/features/carriers/adapters/fedex-freight/fedex-freight-rates.js';
import type { FedexFreightSettings } from '../../src/features/carriers/adapters/fedex-freight/fedex-freight.settings.js';
import { CarrierUnsure, type CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRateAnswer, parseRates } from '../../src/features/carriers/parse-rates.js';
import { FakeFedexFreight, FEDEX_FREIGHT_APP } from '../fakes/fake-fedex-freight.js';
import { startFakeFedexFreight } from '../fakes/fake-carriers.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const PATIENT = new AbortController().signal;
const PRIORITY = 'FEDEX_FREIGHT_PRIORITY';
const fake = new FakeFedexFreight();
const account: CarrierAccount<FedexFreightSettings> = {
  scac: 'FXFE',
  settings: {
    ...FEDEX_FREIGHT_APP,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new FedexFreightAdapter();
const rate = (items: RateItem[], more: Partial<RateRequest> = {}, by = account) =>
  adapter.rate(buildRateRequest(items, more), by, PATIENT);
const book = (more: Partial<TenderRequest> = {}, reference = '04000000000000017') =>
  adapter.tender(buildTenderRequest(reference, { serviceCode: PRIORITY, ...more }), account, PATIENT);
const sent = (index = -1) => JSON.parse(fake.requests.at(index)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
  fake.refusesPickups = false;
  fake.listsRates = false;
  fake.rewrite = null;
});

describe('the FedEx Freight adapter conforms to the port', () => {
  const subject = {
    adapter: () => new FedexFreightAdapter(),
    fake,
    account,
    requiredSettings: ['client_id', 'client_secret', 'account_number'],
    secrets: [FEDEX_FREIGHT_APP.client_secret, 'fedex-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: (reference: string) => buildTenderRequest(reference, { serviceCode: PRIORITY }),
    tracked: {
      proNumber: '456-1230000',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-02T05:15:00-07:00', '2026-12-03T08:00:00-07:00'],
    },
    documented: {
      booked: { reference: '04000000000000017', proNumber: '456-1230000', bookingId: null },
      types: ['bill_of_lading'] as const,
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('FedEx Freight rates', () => {
  it.each([false, true])('equal the total of the account, also if details are a list: %s', async (listed) => {
    fake.listsRates = listed;
    const [{ charges, ...rated }] = parseRates(
      await rate([buildPallet(500, '92.5')], { accessorials: ['destination_liftgate'] }),
    ) as [ReturnType<typeof parseRates>[0]];
    expect(rated).toMatchObject({ serviceCode: PRIORITY, transitDays: 3, netChargeCents: 127_750 });
    expect(charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 231_250],
      ['discount', -138_750],
      ['fuel_surcharge', 27_750],
      ['accessorial', 7_500],
    ]);
  });

  it('are those of the service that the SCAC stands for', async () => {
    const [economy] = parseRates(await rate([buildPallet(500, '70')], {}, { ...account, scac: 'FXNL' }));
    expect(economy).toMatchObject({ serviceLevel: 'FedEx Freight® Economy', transitDays: 5 });
    expect(sent().freightRequestedShipment.serviceType).toBe('FEDEX_FREIGHT_ECONOMY');
  });

  const priced = (more: object) => ({
    serviceType: PRIORITY,
    ratedShipmentDetails: { quoteNumber: '7', totalNetCharge: 90, totalBaseCharge: 90, ...more },
    commit: { transitDays: { minimumTransitTime: 'TWO_DAYS' } },
  });

  it('keep the reason of a service without a price, and the alerts of an answer without services', () => {
    const customerMessages = [{ code: 'RATE.FAILED', message: 'Call us for this lane.' }];
    const rateReplyDetails = [priced({}), { serviceName: 'Economy', customerMessages }];
    const { rates, warnings } = parseRateAnswer(parseFedexRates({ output: { rateReplyDetails } }));
    expect(rates).toMatchObject([{ quoteNumber: '7', netChargeCents: 9_000, currency: 'USD' }]);
    expect(warnings).toEqual(['Economy: Call us for this lane.']);
    const alerts = [{ code: 'NO.SERVICE', alertType: 'WARNING', message: 'No service to this ZIP.' }];
    for (const output of [{ alerts }, { alerts, rateReplyDetails: [] }])
      expect(() => parseRateAnswer(parseFedexRates({ output }))).toThrow('No service to this ZIP.');
  });

  it('are in the currency of the answer, and never of zero', () => {
    const read = (more: object) =>
      parseRateAnswer(parseFedexRates({ output: { rateReplyDetails: [priced(more)] } }));
    expect(read({ shipmentRateDetail: { currency: 'CAD' } }).rates).toMatchObject([{ currency: 'CAD' }]);
    expect(() => read({ shipmentRateDetail: { currency: 'EUR' } })).toThrow('price in EUR');
    expect(() => read({ totalNetCharge: 0 })).toThrow('The carrier returned a total of $0.00.');
  });

  it('state payer, role, residential addresses and one package for each unit', async () => {
    await rate([buildPallet(701, '100', { quantity: 2 })], {
      terms: 'collect',
      accessorials: ['residential_delivery'],
      declaredValueCents: 100_001,
    });
    expect(sent().freightRequestedShipment).toMatchObject({
      recipient: { address: { residential: true } },
      shippingChargesPayment: { paymentType: 'RECIPIENT' },
      freightShipmentDetail: { role: 'CONSIGNEE', lineItem: [{ freightClass: 'CLASS_100' }] },
      requestedPackageLineItems: [
        { weight: { value: 351 }, declaredValue: { amount: 500.01 } },
        { weight: { value: 350 }, declaredValue: { amount: 500 } },
      ],
    });
  });

  it('use role and billing address of the settings', async () => {
    const settings = {
      ...account.settings,
      base_url: fake.url,
      account_role: 'SHIPPER' as const,
      billing_street: '1 Main St',
      billing_city: 'Reno',
      billing_state: 'NV',
      billing_zip: '89501',
    };
    await rate([buildPallet(500, '70')], { terms: 'collect' }, { ...account, settings });
    expect(sent().freightRequestedShipment.freightShipmentDetail).toMatchObject({
      role: 'SHIPPER',
      fedExFreightBillingContactAndAddress: { address: { streetLines: ['1 Main St'], city: 'Reno' } },
    });
  });

  it('are declined for a service, a unit or a number of units that the API does not take', async () => {
    const before = fake.requests.length;
    await expect(rate([buildPallet(500, '70')], { accessorials: ['sort_and_segregate'] })).rejects.toThrow(
      'does not offer: Sort and segregate',
    );
    await expect(rate([buildPallet(500, '70', { handling_unit_type: 'keg' })])).rejects.toThrow('Keg');
    await expect(rate([buildPallet(5_000, '70', { quantity: 41 })])).rejects.toThrow('at most 40');
    await expect(rate([buildPallet(500, '70')], { terms: 'third_party' })).rejects.toThrow('account number');
    expect(fake.requests).toHaveLength(before);
  });

  it('mark long units as overlength or extreme length (grade C: the limit)', async () => {
    const services = () => sent().freightRequestedShipment.freightShipmentSpecialServices.specialServiceTypes;
    await rate([buildPallet(500, '70', { length: 143 })], { accessorials: ['overlength'] });
    expect(services()).toEqual(['OVER_LENGTH']);
    await rate([buildPallet(500, '70', { length: 144 })], { accessorials: ['overlength'] });
    expect(services()).toEqual(['EXTREME_LENGTH']);
  });
});

describe('FedEx Freight bookings', () => {
  it('contain parties, references, hazmat contact and the bill of lading, then request the pickup', async () => {
    const answer = await book({
      carrierQuoteNumber: 'QT123',
      accessorials: ['hazmat'],
      items: [
        buildPallet(700, '85', {
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
      proNumber: expect.stringMatching(/^\d{10}$/),
      pickupConfirmation: expect.stringMatching(/^20261201LAX/),
      bol: expect.any(Buffer),
    });
    expect(sent(-2).freightRequestedShipment).toMatchObject({
      pickupType: 'CONTACT_FEDEX_TO_SCHEDULE',
      recipient: { deliveryInstructions: expect.stringContaining('Chemtrec') },
      freightShipmentSpecialServices: { specialServiceTypes: ['DANGEROUS_GOODS'] },
      freightShipmentDetail: {
        printedReferences: [
          { printedReferenceType: 'BILL_OF_LADING', value: '04000000000000017' },
          { printedReferenceType: 'PO_NUMBER', value: '4711' },
          { printedReferenceType: 'SHIPPER_ID1_NUMBER', value: 'QT123' },
        ],
        hazardousMaterialsEmergencyContactNumber: { areaCode: '800', localNumber: '4249300' },
        lineItem: [
          {
            hazardousMaterials: 'HAZARDOUS_MATERIALS',
            nmfcCode: '86900-3',
            description: expect.stringMatching(/^UN1090/),
          },
        ],
      },
    });
    expect(sent()).toMatchObject({
      originDetail: { readyDateTimestamp: '2026-12-01T10:00:00', customerCloseTime: '17:00:00' },
      freightPickupDetail: { lineItems: [{ trackingNumber: { trackingNumber: answer.proNumber } }] },
    });
  });

  it('are declined for the service of another SCAC', async () => {
    await expect(book({ serviceCode: 'FEDEX_FREIGHT_ECONOMY' })).rejects.toThrow('FEDEX_FREIGHT_ECONOMY');
  });

  it('are looked up after a lost response and not repeated (grade C: the reference search)', async () => {
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
      proNumber: expect.any(String),
      warning:
        'FedEx Freight accepted the booking but not the pickup: The pickup cutoff has passed. Call the carrier to request the pickup.',
    });
  });
});

describe('FedEx Freight test mode', () => {
  it('is an account on the sandbox host', () => {
    const sandbox = { ...FEDEX_FREIGHT_APP, base_url: 'https://apis-sandbox.fedex.com' };
    expect(adapter.testSettings(sandbox)).toBe(sandbox);
    expect(adapter.testSettings(FEDEX_FREIGHT_APP)).toBeNull();
  });
});

describe('FedEx Freight pickups', () => {
  const change = (wanted: { date: string; window: null } | null, confirmation: string | null) =>
    adapter.pickup(
      { reference: '04000000000000017', proNumber: '4561230000', confirmation, wanted },
      account,
      PATIENT,
    );

  it('are canceled by their confirmation code', async () => {
    await change(null, '20261201LAX400001');
    expect(fake.canceledPickups).toContain('20261201LAX400001');
  });

  it.each([
    ['the pickup is already canceled', null],
    [
      'FedEx knows no such pickup',
      { errors: [{ code: 'PICKUP.CONFIRMATION.NOTFOUND', message: 'Unknown.' }] },
    ],
  ])('count as canceled if %s', async (_name, body) => {
    if (body) fake.rewrite = () => ({ status: 404, body });
    await change(null, '20261201LAX400002');
    await change(null, '20261201LAX400002');
  });

  it('are not canceled by a 404 of a gateway', async () => {
    fake.rewrite = () => ({ status: 404, body: { message: 'No route' } });
    await expect(change(null, '20261201LAX400003')).rejects.toThrow('HTTP 404: No route.');
  });

  it('are changed by phone', async () => {
    await expect(change({ date: '2026-12-02', window: null }, '20261201LAX400001')).rejects.toThrow(
      'does not support pickup changes',
    );
    await expect(change(null, null)).rejects.toThrow('no confirmation number');
  });
});

describe('FedEx Freight tracking', () => {
  it('includes codes, the estimate and the signer; an unknown number has no scans', async () => {
    const tracking = await adapter.track('4561230000', account, PATIENT);
    expect(tracking).toMatchObject({ estimatedDelivery: '2026-12-03', signedBy: 'B. MILLER' });
    expect(tracking.scans.map(({ status, code }) => [status, code])).toEqual([
      ['out_for_delivery', 'OD'],
      ['in_transit', 'DP'],
      ['picked_up', 'PU'],
    ]);
    expect((await adapter.track('0561230000', account, PATIENT)).scans).toEqual([]);
    const error = { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message: 'Tracking number cannot be found.' };
    fake.rewrite = () => ({ status: 404, body: { errors: [error] } });
    expect((await adapter.track('4561230000', account, PATIENT)).scans).toEqual([]);
  });
});

describe('FedEx Freight through the API', () => {
  let live: LiveCarrier;
  let carrier: Awaited<ReturnType<typeof startFakeFedexFreight>>;

  beforeAll(async () => {
    carrier = await startFakeFedexFreight();
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
    expect(body.status_reason).toMatch(/^FXFE does not accept cancellations through its API/);
  });

  testLiveFailures(() => live, {
    refusal: 'recipient: We do not serve this place.',
    unreadable: 'The carrier response has no rates.',
    wrongSettings: { client_secret: 'another-secret' },
  });
});
