import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as daytonRates from '../../src/features/carriers/adapters/dayton/dayton-rates.js';
import * as dsdcRates from '../../src/features/carriers/adapters/dsdc-rates/dsdc-rate-quote.js';
import { buildEbol } from '../../src/features/carriers/adapters/ebol/ebol-booking.js';
import * as estesRates from '../../src/features/carriers/adapters/estes/estes-rates.js';
import * as fedexBooking from '../../src/features/carriers/adapters/fedex-freight/fedex-freight-booking.js';
import * as fedexRates from '../../src/features/carriers/adapters/fedex-freight/fedex-freight-rates.js';
import * as odflRates from '../../src/features/carriers/adapters/odfl/odfl-rates.js';
import * as rlBooking from '../../src/features/carriers/adapters/rl/rl-booking.js';
import { buildRlEbol } from '../../src/features/carriers/adapters/rl/rl-ebol.js';
import * as rlRates from '../../src/features/carriers/adapters/rl/rl-rates.js';
import * as saiaBooking from '../../src/features/carriers/adapters/saia/saia-booking.js';
import * as saiaRates from '../../src/features/carriers/adapters/saia/saia-rates.js';
import * as tforceBooking from '../../src/features/carriers/adapters/tforce/tforce-booking.js';
import * as tforceRates from '../../src/features/carriers/adapters/tforce/tforce-rates.js';
import * as xpoBooking from '../../src/features/carriers/adapters/xpo/xpo-booking.js';
import * as xpoRates from '../../src/features/carriers/adapters/xpo/xpo-rates.js';
import { CarrierDeclined } from '../../src/features/carriers/carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { ACCESSORIALS, ACCESSORIAL_NAMES, type Accessorial } from '../../src/domain/accessorials.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { UNIT_TYPE_NAMES } from '../../src/domain/unit-types.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';

interface Terms {
  payment: string;
  /** Codes, or labels of services that are sent in words. */
  services: string[];
  /** Quantity, pounds and class of each line. */
  units: unknown[];
  /** Whole dollars; absent if the carrier's API takes none in rate requests. */
  declaredValue?: number;
}

/** How one carrier's requests state the terms. `codes` translates its rate codes into its booking codes. */
interface Dialect {
  name: string;
  levels: Readonly<Record<string, string>>;
  rate(request: RateRequest): Terms;
  book(request: TenderRequest): Terms & { text: string };
}

type Body = Record<string, any>;
const account = { account: '1234567', api_key: 'k', username: 'u', password: 'p' };
const xpoSettings = { ...account, consumer_key: 'k', consumer_secret: 's' };
const fedexSettings = { client_id: 'c', client_secret: 's', account_number: '123456789' };
const tforceSettings = { client_id: 'c', client_secret: 's', token_url: 'u', scope: 's' };
const odflSettings = { odfl4me_user: 'u', odfl4me_password: 'p', odfl_customer_account: '1' };
const dsdcSettings = { ...account, base_url: 'u', auth: 'api_key' as const, transit_days: 3 };
const saiaSettings = { user_id: 'u', password: 'p', account_number: '1234567' };
const labelsIn = (text: string) =>
  ACCESSORIAL_NAMES.map((name) => ACCESSORIALS[name].label).filter((label) => text.includes(`${label}.`));

const ESTES_TO_EBOL: Readonly<Record<string, string>> = {
  LGATEP: 'LFTP',
  LGATE: 'LFTD',
  INP: 'IPU',
  INS: 'IDL',
  HPU: 'REP',
  HD: 'RES',
  APT: 'Delivery appointment',
  NCM: 'MNC',
  FRZ: 'PSC',
  LADPU: 'LTDAP',
};
const DAYTON_TO_EBOL: Readonly<Record<string, string>> = {
  LFTP: 'LFTP',
  IPU: 'IPU',
  RESPU: 'REP',
  LIMITP: 'LTDAP',
  NOTP: 'APTP',
  LIFT: 'LFTD',
  IDC: 'IDL',
  RESID: 'RES',
  LIMIT: 'LTDAD',
  NOT: 'MNC',
  HMF: 'HAZ',
};
const RL_IN_WORDS: Readonly<Record<string, string>> = {
  SortAndSegregate: 'Sort and segregate',
  OverDimension: 'Overlength',
};

const SAIA_IN_WORDS: Readonly<Record<string, string>> = {
  LiftgateServicePU: 'Liftgate at pickup',
  LiftgateService: 'Liftgate at delivery',
  InsidePickup: 'Inside pickup',
  InsideDelivery: 'Inside delivery',
  ResidentialPickup: 'Residential pickup',
  ResidentialDelivery: 'Residential delivery',
  LimitedAccessLocationPU: 'Limited access pickup',
  LimitedAccessLocation: 'Limited access delivery',
  'ArrivalNotice/Appointment': 'Delivery appointment',
  'Sorting/Segregating': 'Sort and segregate',
  ProtectionFromFreezing: 'Protect from freezing',
  ExcessiveLength: 'Overlength',
  SingleShipment: 'Single shipment',
};

const DIALECTS: readonly Dialect[] = [
  {
    name: 'R+L',
    levels: { STD: '', GSDS: '"ServiceLevel":"Guaranteed"', GSAM: '"ServiceLevel":"GuaranteedByNoon"' },
    rate(request) {
      const { RateQuote } = rlRates.buildRateQuote(request, account) as Body;
      return {
        // R+L's rate request has no payer.
        payment: request.terms,
        services: RateQuote.AdditionalServices.filter((code: string) => code !== 'Hazmat').map(
          (code: string) => RL_IN_WORDS[code] ?? code,
        ),
        units: RateQuote.Items.map((item: Body) => [item.Quantity, item.Weight, item.Class]),
        declaredValue: RateQuote.DeclaredValue,
      };
    },
    book(request) {
      const body = rlBooking.buildBillOfLading(request, account) as Body;
      const { BillOfLading: bol } = body;
      const side = [bol.Consignee, bol.Shipper].indexOf(bol.BillTo);
      const isCollect = bol.FreightChargePaymentMethod === 'Collect';
      expect(isCollect).toBe(request.terms === 'collect');
      expect(bol.BillTo.CompanyName).toBe(PAYERS[request.terms]);
      expect(side).toBe(-1);
      return {
        payment: request.terms,
        services: [...bol.AdditionalServices, ...labelsIn(bol.SpecialInstructions)],
        units: bol.HandlingUnits.map((unit: Body) => [
          unit.Dimensions[0].Count,
          unit.Items[0].Weight,
          unit.Items[0].Class,
        ]),
        declaredValue: Math.ceil(Number(bol.DeclaredValue?.Amount ?? 0)),
        text: JSON.stringify(body),
      };
    },
  },
  {
    name: 'R+L by eBOL',
    levels: { STD: '', GSDS: '"GTD_PM"', GSAM: '"GTD_NOON"' },
    rate(request) {
      const { RateQuote } = rlRates.buildRateQuote(request, account) as Body;
      return {
        payment: EBOL_TERMS[request.terms],
        services: request.accessorials.map(toEbolService),
        units: RateQuote.Items.map((item: Body) => [item.Quantity, item.Weight, item.Class]),
        declaredValue: RateQuote.DeclaredValue,
      };
    },
    book(request) {
      const { services, ...terms } = readEbol(buildRlEbol(request, account) as Body, request);
      return { ...terms, services: services.filter((code) => !code.startsWith('GTD_')) };
    },
  },
  {
    name: 'TForce',
    levels: { '308': '"serviceCode":"308"', '309': '"serviceCode":"309"' },
    rate(request) {
      return readTforce(tforceRates.buildRateQuote(request) as Body);
    },
    book(request) {
      const body = tforceBooking.buildBillOfLading(request, tforceSettings) as Body;
      if (request.declaredValueCents !== null)
        expect(body.instructions.delivery).toContain((request.declaredValueCents / 100).toFixed(2));
      expect(body.payment.payer.name).toBe(PAYERS[request.terms]);
      return { ...readTforce(body), text: JSON.stringify(body) };
    },
  },
  {
    name: 'XPO',
    levels: { LTL: '' },
    rate(request) {
      const { shipmentInfo: info } = xpoRates.buildRateQuote(request, xpoSettings) as Body;
      return {
        payment: `${info.paymentTermCd}${info.bill2Party ? ' third' : ''}`,
        services: info.accessorials.map((one: Body) => `${one.accessorialCd} ${one.quantity ?? ''}`),
        units: info.commodity.map((one: Body) => [
          one.pieceCnt,
          one.grossWeight.weight,
          one.nmfcClass,
          one.packageCode,
          one.hazmatInd,
        ]),
      };
    },
    book(request) {
      const body = xpoBooking.buildBillOfLading(request, xpoSettings) as Body;
      const { bol } = body;
      if (request.declaredValueCents !== null)
        expect(bol.declaredValueAmt).toEqual({ amt: request.declaredValueCents / 100, currencyCd: 'USD' });
      return {
        payment: `${bol.chargeToCd}${bol.billToCust ? ' third' : ''}`,
        services: bol.additionalService.map((one: Body) => `${one.accsrlCode} ${one.quantity ?? ''}`),
        units: bol.commodityLine.map((one: Body) => [
          one.pieceCnt,
          one.grossWeight.weight,
          one.nmfcClass,
          one.packaging.packageCd,
          one.hazmatInd,
        ]),
        text: JSON.stringify(body),
      };
    },
  },
  {
    name: 'Estes',
    levels: { '99': '', '98': '"GTD_PM"', '96': '"GTD_NOON"', '95': '"GTD_AM"', '97': 'exclusive use' },
    rate(request) {
      const body = estesRates.buildRateQuote(request, account) as Body;
      return {
        payment: body.payment.payor === 'Third Party' ? 'Third Party' : body.payment.terms,
        services: body.accessorials.codes.map((code: string) => ESTES_TO_EBOL[code]),
        units: body.commodity.handlingUnits.map((unit: Body) => [
          unit.count,
          unit.weight,
          unit.lineItems[0].classification,
        ]),
        declaredValue: body.fullValueCoverageDetails.monetaryValue,
      };
    },
    book(request) {
      const options = { version: '2.0.1', isTest: false, account: '1', dialect: 'estes' as const };
      const body = buildEbol(request, options) as Body;
      const own = ['HAZ', 'FVC', 'GTD_PM', 'GTD_NOON', 'GTD_AM'];
      expect(body.accessorials.codes.includes('FVC')).toBe(request.declaredValueCents !== null);
      return {
        payment: body.payment.terms,
        services: [
          ...body.accessorials.codes.filter((code: string) => !own.includes(code)),
          ...labelsIn(body.bol.specialInstructions),
        ],
        units: body.commodities.handlingUnits.map((unit: Body) => [
          unit.count,
          unit.weight,
          unit.lineItems[0].classification,
        ]),
        declaredValue: body.accessorials.fullValueCoverageDetails?.monetaryValue ?? 0,
        text: JSON.stringify(body),
      };
    },
  },
  {
    name: 'Saia',
    levels: { STD: '' },
    rate(request) {
      const body = saiaRates.buildRateQuote(request, saiaSettings) as Body;
      const codes = (body.Accessorials?.AccessorialItem ?? []).map(({ Code }: Body) => Code);
      return {
        payment: `${body.BillingTerms} ${body.AccountNumber}`,
        services: codes
          .filter((code: string) => code !== 'Hazardous')
          .map((code: string) => SAIA_IN_WORDS[code]),
        units: body.Details.DetailItem.map((one: Body, index: number) => [
          body.Dimensions.DimensionItem[index].Units,
          one.Weight,
          one.Class,
        ]),
        declaredValue: body.FullValueCoverage ?? 0,
      };
    },
    book(request) {
      const body = saiaBooking.buildBillOfLading(request, saiaSettings) as Body;
      const lines: Body[] = body.Details.DetailItem;
      expect(lines.every(({ Hazardous }) => Hazardous === 'Y')).toBe(request.accessorials.includes('hazmat'));
      expect(body.BillTo.ContactName).toBe(PAYERS[request.terms]);
      const dollars = /Declared value \$([\d.]+)\./.exec(lines[0]!.Description)?.[1];
      return {
        payment: `${body.BillingTerms} ${body.BillTo.AccountNumber}`,
        services: labelsIn(lines[0]!.Description),
        units: lines.map(({ Pieces, Weight, Class }) => [Pieces, Weight, Class]),
        declaredValue: Math.ceil(Number(dollars ?? 0)),
        text: JSON.stringify(body),
      };
    },
  },
  {
    name: 'Dayton Freight',
    levels: { LTL: '' },
    rate(request) {
      const body = daytonRates.buildRateRequest(request, account) as Body;
      return {
        payment: body.terms.startsWith('ThirdParty') ? 'Third Party' : body.terms,
        services: body.accessorials.map((code: string) => DAYTON_TO_EBOL[code]),
        units: body.items.map((one: Body, index: number) => [
          body.handlingUnits[index].quantity,
          one.weight,
          String(one.class),
        ]),
      };
    },
    book(request) {
      const body = buildEbol(request, { version: '2.0.0', isTest: false, account: '1' }) as Body;
      // Dayton Freight has one code for an appointment and for a call before delivery.
      const inWords = labelsIn(body.bol.specialInstructions).map((label) =>
        label === ACCESSORIALS.delivery_appointment.label ? 'MNC' : label,
      );
      return {
        payment: body.payment.terms,
        services: [...new Set<string>([...body.accessorials.codes, ...inWords])],
        units: body.commodities.handlingUnits.map((unit: Body) => [
          unit.count,
          unit.weight,
          unit.lineItems[0].classification,
        ]),
        text: JSON.stringify(body),
      };
    },
  },
  {
    name: 'FedEx Freight',
    levels: { FEDEX_FREIGHT_PRIORITY: '"serviceType":"FEDEX_FREIGHT_PRIORITY"' },
    rate(request) {
      return readFedex(fedexRates.buildRateQuote(request, 'FXFE', fedexSettings) as Body);
    },
    book(request) {
      const body = fedexBooking.buildShipment(request, 'FXFE', fedexSettings) as Body;
      return { ...readFedex(body), text: JSON.stringify(body) };
    },
  },
  {
    name: 'eBOL at the price of a tariff',
    levels: { LTL: '' },
    rate(request) {
      return {
        payment: EBOL_TERMS[request.terms],
        services: request.accessorials.map(toEbolService),
        units: request.items.map((one) => [one.quantity, Math.ceil(one.weight), one.freight_class]),
        declaredValue: Math.ceil((request.declaredValueCents ?? 0) / 100),
      };
    },
    book: (request) => bookWithEbol(request),
  },
  {
    name: 'Old Dominion',
    levels: { STD: '' },
    rate(request) {
      const body = odflRates.buildRateQuote(request, odflSettings) as Body;
      return {
        payment: EBOL_TERMS[request.terms],
        services: body.accessorials.map((code: string) =>
          toEbolService(ACCESSORIAL_NAMES.find((name) => odflRates.ODFL_SERVICES[name] === code)!),
        ),
        units: body.freightItems.map((one: Body) => [one.numberOfUnits, one.weight, one.ratedClass]),
        declaredValue: body.insuranceAmount ?? 0,
      };
    },
    book: (request) => bookWithEbol(request),
  },
  {
    name: 'eBOL at the price of a DSDC rate quote',
    levels: { CONTRACT: '' },
    rate(request) {
      const body = dsdcRates.buildRateQuote(request, dsdcSettings) as Body;
      const labels: string[] = body.ratingContextAdditionalServices.map((one: Body) => one.context);
      return {
        payment: body.payment.terms,
        services: ACCESSORIAL_NAMES.filter((name) => labels.includes(ACCESSORIALS[name].label)).map(
          toEbolService,
        ),
        units: body.address[0].commodities.map((one: Body) => [one.quantity, one.weight, one.classification]),
        declaredValue: 0,
      };
    },
    book: (request) => bookWithEbol(request),
  },
];

/** The code of a service, or its label where the standard wants details that this shipment lacks. */
function toEbolService(name: Accessorial): string {
  return name === 'delivery_appointment' ? ACCESSORIALS[name].label : ACCESSORIALS[name].code;
}

function bookWithEbol(request: TenderRequest): Terms & { text: string } {
  return readEbol(buildEbol(request, { version: '2.1.0', isTest: false, account: '1' }) as Body, request);
}

function readEbol(body: Body, request: TenderRequest): Terms & { text: string } {
  expect(body.billTo.name).toBe(PAYERS[request.terms]);
  return {
    payment: body.payment.terms,
    services: [...body.accessorials.codes, ...labelsIn(body.bol.specialInstructions)],
    units: body.commodities.handlingUnits.map((unit: Body) => [
      unit.count,
      unit.weight,
      unit.lineItems[0].classification,
    ]),
    declaredValue: body.shipmentTotals.declaredValue ?? 0,
    text: JSON.stringify(body),
  };
}

const EBOL_TERMS = { prepaid: 'Prepaid', collect: 'Collect', third_party: 'Third Party' } as const;

const PAYERS = { prepaid: 'Shipper Co', collect: 'Consignee Co', third_party: 'Payer Co' } as const;

function readFedex({ freightRequestedShipment: asked }: Body): Terms {
  const { paymentType, payor } = asked.shippingChargesPayment;
  const { role, lineItem } = asked.freightShipmentDetail;
  const packages: Body[] = asked.requestedPackageLineItems;
  return {
    payment: `${paymentType} ${payor.responsibleParty.accountNumber.value} ${role}`,
    services: [
      ...(asked.freightShipmentSpecialServices?.specialServiceTypes ?? []),
      ...(asked.shipper.address.residential ? ['pickup'] : []),
      ...(asked.recipient.address.residential ? ['delivery'] : []),
    ],
    units: [
      ...lineItem.map((one: Body) => [
        one.handlingUnits,
        one.weight.value,
        one.freightClass,
        one.subPackagingType,
        one.hazardousMaterials,
      ]),
      ...packages.map((one) => [one.weight.value, one.dimensions.length]),
    ],
    declaredValue: packages.reduce((sum, one) => sum + Math.round((one.declaredValue?.amount ?? 0) * 100), 0),
  };
}

function readTforce({ payment, serviceOptions, commodities }: Body): Terms {
  return {
    payment: payment.billingCode,
    services: [...serviceOptions.pickup, ...serviceOptions.delivery],
    units: commodities.map((one: Body) => [
      one.pieces,
      one.weight.weight,
      one.class,
      one.packagingType,
      one.dangerousGoods,
    ]),
  };
}

const item = fc
  .record({
    quantity: fc.integer({ min: 1, max: 40 }),
    handling_unit_type: fc.constantFrom(...UNIT_TYPE_NAMES),
    weight: fc.integer({ min: 1, max: 50_000 }).map((tenths) => tenths / 10),
    freight_class: fc.constantFrom(...FREIGHT_CLASSES),
    length: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ weight, freight_class, ...more }) => buildPallet(weight, freight_class, more));

const shipment = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  accessorials: fc.uniqueArray(fc.constantFrom<Accessorial>(...ACCESSORIAL_NAMES), { maxLength: 4 }),
  declaredValueCents: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
  terms: fc.constantFrom('prepaid' as const, 'collect' as const, 'third_party' as const),
});

const payer = {
  company: PAYERS.third_party,
  address: '1 Main St',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  phone: '555-222-6666',
  account: '7654321',
};

describe.each(DIALECTS.map((dialect) => [dialect.name, dialect] as const))(
  'a booking with %s',
  (_name, dialect) => {
    it('repeats payment terms, accessorials, units, declared value, level and quote number of its quote', () => {
      const levels = Object.entries(dialect.levels);
      const quoteNumber = fc.integer({ min: 1_000_000, max: 9_999_999 }).map(String);
      fc.assert(
        fc.property(shipment, quoteNumber, fc.constantFrom(...levels), (terms, carrierQuoteNumber, level) => {
          const quoted = { ...terms, billTo: terms.terms === 'third_party' ? payer : null };
          let rated: Terms;
          try {
            rated = dialect.rate(buildRateRequest(terms.items, quoted));
          } catch (error) {
            // The carrier does not offer one of the services or units, so there is no quote to book.
            if (error instanceof CarrierDeclined) fc.pre(false);
            throw error;
          }
          const base = buildTenderRequest('04000000000000017');
          const { text, ...booked } = dialect.book({
            ...base,
            ...quoted,
            carrierQuoteNumber,
            serviceCode: level[0],
            shipper: { ...base.shipper, company: PAYERS.prepaid },
            consignee: { ...base.consignee, company: PAYERS.collect },
          });
          expect({ ...booked, services: booked.services.toSorted() }).toEqual({
            ...rated,
            services: rated.services.toSorted(),
          });
          expect(text).toContain(`"${carrierQuoteNumber}"`);
          for (const [, sent] of levels.filter(([, words]) => words !== ''))
            expect(text.includes(sent)).toBe(sent === level[1]);
        }),
        // Skipped shipments don't count as runs. XPO declines about 99 of 100.
        { numRuns: 100, maxSkipsPerRun: 1_000 },
      );
    });
  },
);
