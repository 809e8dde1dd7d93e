import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RlAdapter } from '../../src/features/carriers/adapters/rl/rl.adapter.js';
import { parseRlRates } from '../../src/features/carriers/adapters/rl/rl-rates.js';
import {
  CarrierFault,
  type CarrierAccount,
  type RawRate,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import type { RlSettings } from '../../src/features/carriers/adapters/rl/rl.settings.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { sumCents } from '../../src/domain/charges.js';
import { EBOL_PATH, FakeRl, RL_KEY } from '../fakes/fake-rl.js';
import { buildRateRequest, buildPallet, buildTenderRequest } from '../support/carrier-request-builders.js';

const PATIENT = new AbortController().signal;
const fake = new FakeRl();
const account: CarrierAccount<RlSettings> = {
  scac: 'RLCA',
  settings: {
    api_key: RL_KEY,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new RlAdapter();
const rate = (items: RateItem[], more: Partial<RateRequest> = {}) =>
  adapter.rate(buildRateRequest(items, more), account, PATIENT);
const book = (more: Partial<TenderRequest> = {}) =>
  adapter.tender(buildTenderRequest('04000000000000017', more), account, PATIENT);
const sent = () => JSON.parse(fake.requests.at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
  fake.rewrite = null;
});

describe('the R+L adapter conforms to the port', () => {
  const subject = {
    adapter: () => new RlAdapter(),
    fake,
    account,
    requiredSettings: ['api_key'],
    secrets: [RL_KEY],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: buildTenderRequest,
    tracked: {
      proNumber: 'WP7506414',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-02T05:15:00-07:00', '2026-12-03T08:00:00-07:00'],
    },
    documented: {
      booked: { reference: '04000000000000017', proNumber: 'WP7506414', bookingId: null },
      types: ['bill_of_lading'] as const,
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('R+L rates', () => {
  it("equal the carrier's total for each service level, with a quote number each", async () => {
    const rates = parseRates(await rate([buildPallet(500, '70')]));
    expect(
      rates.map(({ serviceCode, netChargeCents, transitDays }) => [serviceCode, netChargeCents, transitDays]),
    ).toEqual([
      ['STD', 26_992, 4],
      ['GSDS', 32_122, 4],
      ['GSAM', 36_712, 4],
    ]);
    expect(rates[0]!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 66_500],
      ['discount', -46_550],
      ['fuel_surcharge', 7_042],
    ]);
    expect(rates[1]!.charges.at(-1)).toMatchObject({ code: 'GSDS', amountCents: 5_130 });
    expect(rates[0]!.originTerminal).toBe('MUP Made Up, XX');
  });

  it('are raised to the minimum charge', async () => {
    const [standard] = parseRates(await rate([buildPallet(50, '50')]));
    expect(standard!.charges.slice(0, 3).map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 4_750],
      ['minimum_charge', 45_250],
      ['discount', -35_000],
    ]);
  });

  it('are requested with one item for each line, in whole pounds', async () => {
    await rate([buildPallet(1_000.2, '70', { quantity: 3 })]);
    const { Items, Pallets, PickupDate } = sent().RateQuote;
    expect(Items).toMatchObject([{ Weight: 1_001, Quantity: 3 }]);
    expect(Pallets).toEqual([{ Code: '0001', Weight: 1_001, Quantity: 3 }]);
    expect(PickupDate).toBe('12/01/2026');
  });

  it('decline residential and limited access at one place, which R+L does not take together', async () => {
    const accessorials = ['residential_delivery', 'limited_access_delivery'] as const;
    await expect(rate([buildPallet(500, '70')], { accessorials: [...accessorials] })).rejects.toThrow(
      'R+L accepts only one of these services: Residential delivery, Limited access delivery.',
    );
  });

  it("are a fault if the carrier's total is missing", () => {
    expect(() => parseRlRates({ RateQuote: { ServiceLevels: [{ Code: 'STD' }] } })).toThrow('net charge');
  });

  it('show the difference to the total as a charge that is not itemized', () => {
    const [standard] = parseRlRates({
      RateQuote: {
        Charges: [
          { Type: '', Title: 'Class: 70', Amount: '$100.00' },
          { Type: 'NOTE', Title: 'Tariff 555', Amount: '' },
          { Type: 'NET', Title: 'Net Charge', Amount: '$1,120.50' },
        ],
        ServiceLevels: [
          { QuoteNumber: 1, ServiceDays: '2', NetCharge: '$1,120.50', Name: 'Standard', Code: 'STD' },
        ],
      },
    }) as RawRate[];
    expect(standard!.charges.at(-1)).toMatchObject({
      type: 'adjustment',
      code: 'OTHER',
      amountCents: 102_050,
    });
    expect(sumCents(standard!.charges)).toBe(112_050);
  });
});

describe('R+L bookings', () => {
  it('contain parties, freight, quote number and pickup', async () => {
    const answer = await book({
      carrierQuoteNumber: '6898769',
      accessorials: ['destination_liftgate', 'sort_and_segregate', 'hazmat'],
      items: [
        buildPallet(700, '85', {
          quantity: 2,
          pieces: 40,
          packaging_type: 'box',
          nmfc_item_number: '86900',
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
      references: [{ name: 'PO', value: '4711' }],
      pickup: { readyTime: '12:05', closeTime: '17:00', instructions: 'Dock 4' },
    });
    expect(answer).toEqual({
      proNumber: expect.stringMatching(/^WP\d{7}$/),
      pickupConfirmation: expect.any(String),
    });
    expect(sent().BillOfLading).toMatchObject({
      BOLDate: '12/01/2026',
      HandlingUnits: [
        {
          UnitType: 'PLT',
          Dimensions: [{ Count: 2, Length: '48.0', Width: '40.0', Height: '48.0' }],
          Items: [
            {
              IsHazmat: true,
              Pieces: 40,
              PackageType: 'BOX',
              NMFCItemNumber: '86900',
              Weight: 700,
              Description: expect.stringMatching(/^UN1090, Acetone, 3, II /),
            },
          ],
        },
      ],
      AdditionalServices: ['DestinationLiftgate'],
      SpecialInstructions: expect.stringMatching(
        /Sort and segregate\..*Chemtrec 800-424-9300, contract CCN1/,
      ),
      HazmatInformation: {
        EmergencyNumber: '800-424-9300',
        ContractNumber: 'CCN1',
        ContractHolder: 'Chemtrec',
      },
      DeclaredValue: { Amount: '1234.50', Per: '1' },
      ReferenceNumbers: { ShipperNumber: '04000000000000017', RateQuoteNumber: '6898769', PONumber: '4711' },
    });
    expect(sent().PickupRequest.PickupInformation).toMatchObject({
      ReadyTime: '12:05 PM',
      CloseTime: '05:00 PM',
    });
  });

  it('name the guaranteed level, the payment method and R+L’s own package codes', async () => {
    await book({
      serviceCode: 'GSAM',
      terms: 'collect',
      accessorials: ['residential_delivery'],
      items: [buildPallet(500, '70', { handling_unit_type: 'tote', packaging_type: 'pail' })],
    });
    expect(sent().BillOfLading).toMatchObject({
      ServiceLevel: 'GuaranteedByNoon',
      FreightChargePaymentMethod: 'Collect',
      AdditionalServices: ['ResidentialDelivery'],
      HandlingUnits: [{ UnitType: 'TOTE', Items: [{ PackageType: 'PAIL' }] }],
    });
    await book({ serviceCode: 'EXPD', carrierQuoteNumber: '77' });
    expect(sent().BillOfLading).toMatchObject({ ExpeditedQuoteNumber: '77' });
    expect(sent().BillOfLading).not.toHaveProperty('ServiceLevel');
  });

  it('request no pickup if the request has none', async () => {
    expect(await book({ pickup: null })).toMatchObject({ pickupConfirmation: null });
    expect(sent().PickupRequest).toBeUndefined();
  });

  it('split a long street into two lines', async () => {
    const { shipper } = buildTenderRequest('04000000000000017');
    await book({
      shipper: {
        ...shipper,
        address: '1200 North Industrial Parkway Building 14 Suite 200',
        city: 'St. Louis',
      },
    });
    expect(sent().BillOfLading.Shipper).toMatchObject({
      AddressLine1: '1200 North Industrial Parkway',
      AddressLine2: 'Building 14 Suite 200',
      City: 'St Louis',
    });
  });

  it('bill the side of the terms or the third party, and require its address', async () => {
    await book({ terms: 'collect' });
    expect(sent().BillOfLading.BillTo).toEqual(sent().BillOfLading.Consignee);
    await expect(book({ terms: 'third_party', billTo: { company: 'Payer' } })).rejects.toThrow(
      'Third-party billing',
    );
  });

  it('are not repeated if the result of the first attempt is unknown', async () => {
    const before = fake.requests.length;
    await expect(book({ repeated: true })).rejects.toThrow('04000000000000017');
    expect(fake.requests.length).toBe(before);
  });
});

describe('R+L bookings by eBOL (grade C: the path and the answer)', () => {
  const withEbol = (settings: Partial<RlSettings> = {}) => ({
    ...account,
    settings: { api_key: RL_KEY, base_url: fake.url, ebol_path: EBOL_PATH, ...settings },
  });
  const bookByEbol = (more: Partial<TenderRequest> = {}, settings: Partial<RlSettings> = {}) =>
    adapter.tender(buildTenderRequest('04000000000000017', more), withEbol(settings), PATIENT);

  it('are the standard’s bill of lading with R+L’s pickup', async () => {
    const answer = await bookByEbol({
      carrierQuoteNumber: '6898769',
      serviceCode: 'GSAM',
      accessorials: ['residential_delivery', 'protect_from_cold', 'sort_and_segregate'],
      declaredValueCents: 123_450,
      pickup: { readyTime: '12:05', closeTime: '17:00', instructions: 'Dock 4' },
    });
    expect(answer).toEqual({
      proNumber: expect.stringMatching(/^WP\d{7}$/),
      pickupConfirmation: expect.stringMatching(/^\d{8}$/),
      bol: expect.any(Buffer),
    });
    expect(fake.requests.at(-1)!.path).toBe(`/${EBOL_PATH}`);
    expect(sent()).toMatchObject({
      version: '2.1.0',
      bol: { isTest: false, requestorRole: 'Shipper' },
      referenceNumbers: { quoteId: '6898769', bol: ['04000000000000017'] },
      accessorials: { codes: expect.arrayContaining(['RES', 'PSC', 'SRT', 'GTD_NOON']) },
      shipmentTotals: { declaredValue: 1_235 },
      PickupInformation: {
        PickupDate: '12/01/2026',
        ReadyTime: '12:05 PM',
        CloseTime: '05:00 PM',
        AdditionalInstructions: 'Dock 4',
        LoadAttributes: ['Freezable'],
      },
    });
  });

  it('need pickup hours', async () => {
    const before = fake.requests.length;
    await expect(bookByEbol({ pickup: null })).rejects.toThrow("R+L's eBOL needs pickup hours.");
    expect(fake.requests.length).toBe(before);
  });

  it('are declined with the words of the standard or of R+L', async () => {
    await expect(bookByEbol({}, { bol_version: '9' })).rejects.toMatchObject({
      message: 'request.version: one of 2.1.0 is due',
      code: '10000001',
    });
    fake.behaviour = 'decline';
    await expect(bookByEbol()).rejects.toThrow('request: We do not serve this place.');
    fake.behaviour = 503;
    await expect(bookByEbol()).rejects.toThrow(CarrierFault);
  });

  it('read R+L’s own answer too', async () => {
    const body = { ProNumber: 'WP7', PickupRequestNumber: '8', Code: 0, Errors: [] };
    fake.rewrite = () => ({ status: 200, body });
    expect(await bookByEbol()).toEqual({ proNumber: 'WP7', pickupConfirmation: '8' });
    fake.rewrite = () => ({ status: 200, body: {} });
    await expect(bookByEbol()).rejects.toThrow('has no status');
  });

  it('are tests in the test mode, which other bookings do not have', async () => {
    const settings = adapter.testSettings(withEbol().settings)!;
    await adapter.tender(buildTenderRequest('04000000000000420'), { ...account, settings }, PATIENT);
    expect(sent().bol.isTest).toBe(true);
    expect(fake.bookings('04000000000000420')).toBe(0);
    expect(adapter.testSettings(withEbol({ ebol_path: undefined }).settings)).toBeNull();
    await expect(bookByEbol({}, { ebol_path: undefined, test_bookings: true })).rejects.toThrow(
      'R+L accepts test bookings only through eBOL.',
    );
  });
});

describe('R+L documents', () => {
  it("are the delivery receipt and the invoice after delivery (grade C: the receipt's name, a setting)", async () => {
    const { proNumber } = await book();
    const booked = { reference: '04000000000000017', proNumber, bookingId: null };
    const ask = (type: 'pod' | 'carrier_invoice', settings: object = {}) =>
      adapter.documents(
        booked,
        type,
        { ...account, settings: { ...account.settings, ...settings } },
        PATIENT,
      );
    expect(await ask('pod')).toEqual([]);
    fake.deliver();
    expect((await ask('pod')).map(String)).toEqual([expect.stringContaining(`DeliveryReceipt ${proNumber}`)]);
    expect((await ask('carrier_invoice')).map(String)).toEqual([expect.stringContaining('Invoice')]);
    await expect(ask('pod', { pod_document_type: 'POD' })).rejects.toThrow('DocumentTypes');
  });
});
