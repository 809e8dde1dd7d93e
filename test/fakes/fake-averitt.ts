import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import {
  assertBalances,
  decimal,
  integer,
  list,
  matching,
  oneOf,
  shape,
  ShapeError,
  text,
} from './request-shape.js';

export const AVERITT_ACCOUNT = { api_key: 'averitt-key-of-a-fake', account_number: '0834627' };

const zip = matching(/^\d{5}$/);
const state = matching(/^[A-Z]{2}$/);
const yes = oneOf(true);

const rateQuote = shape({
  accountNumber: matching(/^\d{1,7}$/),
  customerType: oneOf('Shipper', 'Consignee', 'Third Party'),
  paymentType: oneOf('Prepaid', 'Collect'),
  originZip: zip,
  originCity: text(40),
  originState: state,
  destinationZip: zip,
  destinationCity: text(40),
  destinationState: state,
  'additionalCargoLiability?': integer(1, 1e7),
  shipDate: matching(/^20\d\d-\d\d-\d\d$/),
  numPieces: integer(1, 9_999),
  cubicFeet: decimal(0.01, 1e5),
  shipmentInfo: shape({
    items: list(shape({ shipmentClass: oneOf(...FREIGHT_CLASSES), shipmentWeight: integer(1, 99_999) }), 1),
    accessorials: shape({
      'liftgate?': yes,
      'insideDelivery?': yes,
      'residentialDelivery?': yes,
      'hazmat?': yes,
    }),
  }),
});

interface Rated {
  shipmentInfo: {
    items: { shipmentClass: string; shipmentWeight: number }[];
    accessorials: Record<string, boolean>;
  };
}

/** Behaves like Averitt's rate API. Its prices are invented. */
export class FakeAveritt extends FakeCarrierServer {
  /** Replaces the total, as in the sample of Averitt's guide. */
  total: number | null = null;

  override bookings(): number {
    return 0;
  }

  protected override answer({ method, path, body }: FakeRequest, declines: boolean): FakeAnswer {
    const { pathname, searchParams } = new URL(path, 'http://fake');
    if (searchParams.get('api_key') !== AVERITT_ACCOUNT.api_key)
      return { status: 403, body: { message: 'Forbidden' } };
    if (method !== 'POST' || pathname !== '/rate-quotes/ltl') return { status: 404, body: '' };
    try {
      const request: unknown = JSON.parse(body);
      rateQuote(request, 'request');
      if (declines) throw new ShapeError('destinationZip', 'Averitt does not serve this place');
      return { status: 200, body: this.rate(request as Rated) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return { status: 400, body: { errors: [{ message: `${error.field}: ${error.message}.` }] } };
    }
  }

  /** Prices freight by class and weight, 32 % fuel, $95.00 for each service. */
  private rate({ shipmentInfo: { items, accessorials } }: Rated): object {
    const freight = items.reduce(
      (sum, item) => sum + Math.round((Number(item.shipmentClass) * 160 * item.shipmentWeight) / 100),
      0,
    );
    const fuel = Math.round(freight * 0.32);
    const services = Object.keys(accessorials);
    const total = freight + fuel + services.length * 9_500;
    assertBalances(freight + fuel + 9_500 * services.length, total);
    const dollars = (cents: number) => cents / 100;
    return {
      quoteDetails: {
        rateQuoteNumber: String(6_000_000 + (total % 1_000_000)),
        deliveryOption: 'Standard LTL',
        totalCharge: dollars(this.total ?? total),
        estimatedServiceDays: 3,
      },
      accessorialCharges: [
        { description: 'Fuel Surcharge', value: dollars(fuel) },
        ...services.map((description) => ({ description, value: dollars(9_500) })),
      ],
    };
  }
}
