import type { FakeAnswer, FakeRequest } from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { EBOL_ACCOUNT, FakeEbol } from './fake-ebol.js';
import { flag, integer, list, matching, oneOf, shape, ShapeError, text } from './request-shape.js';

export const DSDC_ACCOUNT = { ...EBOL_ACCOUNT, auth: 'token' as const, transit_days: 3 };

const KEYS = [
  'APPOINTMENT',
  'HAZMAT',
  'INSIDE_DELIVERY',
  'INSIDE_PICKUP',
  'LIFTGATE',
  'LIMITED_ACCESS',
  'PROTECT_FREEZE',
  'RESIDENTIAL',
];
const day = matching(/^20\d\d-\d\d-\d\d$/);
const inches = integer(1, 999);

const stop = (stopType: string, sequence: number, operation: string) =>
  shape({
    stopType: oneOf(stopType),
    sequenceNumber: oneOf(sequence),
    'name?': text(255),
    city: text(255),
    state: matching(/^[A-Z]{2}$/),
    country: oneOf('USA', 'CAN', 'MEX'),
    postalCode: matching(/^(\d{5}(-\d{4})?|[A-Z]\d[A-Z]\d[A-Z]\d)$/),
    commodities: list(
      shape({
        operation: oneOf(operation),
        classification: oneOf(...FREIGHT_CLASSES),
        'description?': text(255),
        quantity: integer(1, 999),
        weight: integer(1, 99_999),
        weightUnit: oneOf('Pounds'),
        length: inches,
        width: inches,
        height: inches,
        dimensionsUnit: oneOf('Inches'),
        stackable: flag,
        hazardous: flag,
      }),
      1,
    ),
  });
const origin = stop('Origin', 1, 'PICKUP');
const destination = stop('Destination', 2, 'DROP');

/** The part of Rate Quote 1.0 that Lading sends. */
const rateQuote = shape({
  customerId: text(20),
  pickupDate: shape({ type: oneOf('FLEXIBLE'), startDate: day, endDate: day }),
  mode: list(oneOf('LTL'), 1),
  address: (stops, field) => {
    if (!Array.isArray(stops) || stops.length !== 2) throw new ShapeError(field, 'two stops are due');
    origin(stops[0], `${field}[0]`);
    destination(stops[1], `${field}[1]`);
  },
  ratingContextAdditionalServices: list(
    shape({ key: oneOf(...KEYS), context: text(255), value: oneOf('Y') }),
  ),
  payment: shape({
    terms: oneOf('Prepaid', 'Collect', 'Third Party'),
    payers: oneOf('Shipper', 'Consignee', 'Third Party'),
  }),
});

interface Rated {
  address: { commodities: { classification: string; weight: number }[] }[];
  ratingContextAdditionalServices: { key: string }[];
}

/** Accepts DSDC's Rate Quote 1.0 beside eBOL, at the standards' paths. Its prices are invented. */
export class FakeDsdcRates extends FakeEbol {
  /** Changes the result of a rate request. */
  change: (result: Record<string, unknown>) => object = (result) => result;

  protected override answerOther(request: FakeRequest): FakeAnswer {
    if (request.method !== 'POST' || request.path !== '/v1/ratequote/app') return super.answerOther(request);
    const asked: unknown = JSON.parse(request.body);
    rateQuote(asked, 'request');
    const carrierResult = [this.change(this.rate(asked as Rated))];
    const messageStatus = { status: 'SUCCESS', code: '10000000', message: 'Transaction was successful.' };
    return { status: 200, body: { uniqueQuoteReferenceId: 'SID1', carrierResult, messageStatus } };
  }

  /** Prices freight by class and weight, 30 % fuel, $80.00 for each service. */
  private rate({ address, ratingContextAdditionalServices: services }: Rated): Record<string, unknown> {
    const freight = address[0]!.commodities.reduce(
      (sum, { classification, weight }) => sum + Math.round(Number(classification) * weight * 1.5),
      0,
    );
    const fuel = Math.round(freight * 0.3);
    const charge = (code: string, cents: number) => ({ code, amount: cents / 100, currency: 'USD' });
    const keys = ['LINEHAUL', 'FUEL', ...services.map(({ key }) => key)];
    return {
      mode: 'LTL',
      quote: { type: 'CONTRACT', id: `Q${freight + fuel + services.length}` },
      ratingContextAdditionalServices: keys.map((key) => ({ key, value: 'Y' })),
      allInclusiveQuote: false,
      charges: [
        charge('LINE_HAUL', freight),
        charge('FUEL', fuel),
        ...services.map(({ key }) => charge(key === 'HAZMAT' ? key : 'ACCESSORIAL', 8_000)),
      ],
    };
  }
}
