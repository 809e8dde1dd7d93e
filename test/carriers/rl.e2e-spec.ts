import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RlAdapter } from '../../src/features/carriers/adapters/rl/rl.adapter.js';
import { parseRlRates } from '../../src/features/carriers/adapters/rl/rl-rates.js';
import type { CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import type { RlSettings } from '../../src/features/carriers/adapters/rl/rl.settings.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { sumCents } from '../../src/domain/charges.js';
import { FakeRl, RL_KEY } from '../fakes/fake-rl.js';
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
});

describe('R+L conforms to the port', () => {
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

describe('R+L’s prices', () => {
  it('are one for each service level, to the cent, with a quote number each', async () => {
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

  it('below the minimum are the minimum', async () => {
    const [standard] = parseRates(await rate([buildPallet(50, '50')]));
    expect(standard!.charges.slice(0, 3).map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 4_750],
      ['minimum_charge', 45_250],
      ['discount', -35_000],
    ]);
  });

  it('are asked for whole pounds by unit, which add up to the line', async () => {
    await rate([buildPallet(1_000.2, '70', { quantity: 3 })]);
    const { Items, Pallets, PickupDate } = sent().RateQuote;
    expect(Items.map(({ Weight }: { Weight: number }) => Weight)).toEqual([333, 334, 334]);
    expect(Pallets).toEqual([{ Code: '0001', Weight: 1_001, Quantity: 3 }]);
    expect(PickupDate).toBe('12/01/2026');
  });

  it('are a fault when the carrier’s own total is missing', () => {
    expect(() => parseRlRates({ RateQuote: { ServiceLevels: [{ Code: 'STD' }] } })).toThrow('net charge');
  });

  it('say what is not itemized', () => {
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
    });
    expect(standard!.charges.at(-1)).toMatchObject({
      type: 'adjustment',
      code: 'OTHER',
      amountCents: 102_050,
    });
    expect(sumCents(standard!.charges)).toBe(112_050);
  });
});

describe('R+L’s bookings', () => {
  it('hand over parties, freight, quote number and the pickup', async () => {
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
      DeclaredValue: { Amount: '1234.50', Per: '1' },
      ReferenceNumbers: { ShipperNumber: '04000000000000017', RateQuoteNumber: '6898769', PONumber: '4711' },
    });
    expect(sent().PickupRequest.PickupInformation).toMatchObject({
      ReadyTime: '12:05 PM',
      CloseTime: '05:00 PM',
    });
  });

  it('ask for no pickup when nobody said when', async () => {
    expect(await book({ pickup: null })).toMatchObject({ pickupConfirmation: null });
    expect(sent().PickupRequest).toBeUndefined();
  });

  it('break a long street over two lines', async () => {
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

  it('bill the side that the terms say, or the third party, and decline one without an address', async () => {
    await book({ terms: 'collect' });
    expect(sent().BillOfLading.BillTo).toEqual(sent().BillOfLading.Consignee);
    await expect(book({ terms: 'third_party', billTo: { company: 'Payer' } })).rejects.toThrow('third party');
  });

  it('are never made again where nobody knows what became of the first', async () => {
    const before = fake.requests.length;
    await expect(book({ repeated: true })).rejects.toThrow('04000000000000017');
    expect(fake.requests.length).toBe(before);
  });
});

describe('R+L’s documents', () => {
  it('are the receipt and the invoice once the freight has come (grade C: the receipt’s name, a setting)', async () => {
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
