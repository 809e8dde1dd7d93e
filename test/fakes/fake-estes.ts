import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { buildEbolShape } from './ebol-shape.js';
import {
  assertBalances,
  buildFakePdf,
  flag,
  list,
  matching,
  oneOf,
  formatPlainDollars,
  shape,
  integer,
  text,
  ShapeError,
} from './request-shape.js';

export const ESTES_ACCOUNT = {
  api_key: 'estes-key-of-a-fake-account',
  username: 'ann@acme.example',
  password: 'estes-password-of-a-fake',
  account: '0123456',
};

const CODES = ['LGATEP', 'LGATE', 'INP', 'INS', 'HPU', 'HD', 'APT', 'NCM', 'FRZ', 'LADPU'];
const UNITS = ['PT', 'SK', 'BX', 'CR', 'BD', 'CT', 'DR', 'PC', 'RL'];

const day = matching(/^20\d\d-\d\d-\d\d$/);
const clock = matching(/^([01]\d|2[0-3]):[0-5]\d$/);
const account = matching(/^\d{5,10}$/);
const inches = integer(1, 999);
const pounds = integer(1, 99_999);
const address = {
  city: text(60),
  stateProvince: matching(/^[A-Z]{2}$/),
  postalCode: matching(/^(\d{5}|[A-Z]\d[A-Z]\d[A-Z]\d)$/),
  country: oneOf('US', 'CA'),
};
const place = shape({ 'name?': text(60), address: shape(address) });

const rateQuote = shape({
  quoteRequest: shape({ shipDate: day, shipTime: clock, serviceLevels: list(oneOf('LTL', 'LTLTC'), 1) }),
  payment: shape({
    account,
    payor: oneOf('Shipper', 'Consignee', 'Third Party'),
    terms: oneOf('Prepaid', 'Collect'),
  }),
  'requestor?': shape({ name: text(60), phone: matching(/^\d{10}$/), email: matching(/@/) }),
  fullValueCoverageDetails: shape({ isNeeded: flag, monetaryValue: integer(0, 1e9) }),
  origin: place,
  destination: place,
  commodity: shape({
    handlingUnits: list(
      shape({
        count: integer(1, 999),
        type: oneOf(...UNITS),
        weight: pounds,
        tareWeight: integer(0, 9_999),
        weightUnit: oneOf('Pounds'),
        length: inches,
        width: inches,
        height: inches,
        dimensionsUnit: oneOf('Inches'),
        isStackable: flag,
        isTurnable: flag,
        lineItems: list(
          shape({
            description: text(255),
            weight: pounds,
            pieces: integer(1, 99_999),
            packagingType: oneOf(...UNITS),
            classification: oneOf(...FREIGHT_CLASSES),
            'nmfc?': matching(/^\d+$/),
            'nmfcSub?': matching(/^\d+$/),
            isHazardous: flag,
          }),
          1,
        ),
      }),
      1,
    ),
  }),
  accessorials: shape({ codes: list(oneOf(...CODES)) }),
});

const pickup = shape({
  requestAction: oneOf('CREATE', 'LL'),
  paymentTerms: oneOf('Prepaid', 'Collect'),
  pickupDate: day,
  pickupStartTime: clock,
  pickupEndTime: clock,
  shipper: shape({
    account,
    name: text(60),
    contact: shape({ name: text(60), phone: matching(/^\d{10}$/) }),
    address: shape({ address1: text(60), ...address }),
  }),
  totals: shape({ handlingUnits: integer(1, 9_999), weight: pounds, weightUnit: oneOf('Pounds') }),
  referenceNumbers: list(shape({ type: oneOf('PRO', 'PON', 'BOL'), value: text(50) }), 1),
  commodities: list(
    shape({
      destination: shape({
        city: text(60),
        stateProvince: matching(/^[A-Z]{2}$/),
        postalCode: matching(/^(\d{5}|[A-Z]\d[A-Z]\d[A-Z]\d)$/),
      }),
      pieces: integer(1, 9_999),
      weight: pounds,
      isHazardous: flag,
    }),
    1,
  ),
  instructions: text(1_000, 0),
});

interface Rated {
  commodity: { handlingUnits: { lineItems: { classification: string; weight: number }[] }[] };
  accessorials: { codes: string[] };
}

/** Behaves like the API of Estes. Its prices are invented; the itemized charges add up to the total. */
export class FakeEstes extends FakeCarrierServer {
  /** If true, prices are a bare list, as one client reported. */
  answersBareList = false;
  /** If true, it books but accepts no pickups. */
  refusesPickups = false;
  readonly pickups: object[] = [];
  private tokens = 0;
  private readonly pros: { reference: string; pro: string }[] = [];

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override misbehavesAt({ path }: FakeRequest): boolean {
    return path !== '/authenticate';
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    const { pathname, searchParams } = new URL(path, 'http://fake');
    if (headers.apikey !== ESTES_ACCOUNT.api_key) return refused();
    if (method === 'POST' && pathname === '/authenticate') return this.token(headers.authorization);
    if (headers.authorization !== `Bearer estes-token-${this.tokens}`) return refused();
    try {
      if (declines) throw new ShapeError('request', 'We do not serve this place.');
      const asked = `${method} ${pathname}`;
      if (asked === 'POST /v1/rate-quotes') return ok(this.rate(JSON.parse(body)));
      if (asked === 'POST /v1/bol') return ok(this.book(JSON.parse(body)));
      if (asked === 'POST /v1/pickup-request') return ok(this.pickUp(JSON.parse(body)));
      if (asked === 'GET /v1/shipments/history') return ok(this.history(searchParams));
      return { status: 404, body: { error: { code: 404, message: 'No such resource', details: '' } } };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const details = `${error.field}: ${error.message}`;
      return {
        status: 400,
        body: { data: [], error: { code: 40_001, message: 'Invalid request.', details } },
      };
    }
  }

  private token(authorization: string | undefined): FakeAnswer {
    const { username, password } = ESTES_ACCOUNT;
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (authorization !== basic) return refused();
    return ok({ token: `estes-token-${++this.tokens}` });
  }

  /** Prices freight by class and weight less 78 %, 34.1 % fuel, $95.00 per service. */
  private rate(request: unknown): object {
    rateQuote(request, 'request');
    const { commodity, accessorials } = request as Rated;
    const lines = commodity.handlingUnits.flatMap(({ lineItems }) => lineItems);
    const lineItemCharges = lines.map(({ classification, weight }) => ({
      description: `CLASS ${classification}`,
      weight,
      cents: Math.round(Number(classification) * 2.1 * weight),
    }));
    const gross = lineItemCharges.reduce((sum, { cents }) => sum + cents, 0);
    const discount = Math.round(gross * 0.78);
    const fuel = Math.round((gross - discount) * 0.341);
    const fees = accessorials.codes.map((code) => ({ description: `SERVICE ${code}`, charge: '95.00' }));
    const total = gross - discount + fuel + fees.length * 9_500;
    assertBalances(gross - discount + fuel + fees.length * 9_500, total);
    const priced = {
      serviceLevelId: 99,
      serviceLevelText: 'LTL Standard Transit',
      rateFound: true,
      quoteId: `E${String(100_000 + (total % 899_999))}`,
      dates: {
        quoteExpiration: '2099-01-15',
        transitDeliveryDate: '2026-12-04',
        transitDeliveryTime: '17:00',
      },
      transitDetails: { transitDays: 3 },
      quoteRate: {
        totalCharges: formatPlainDollars(total),
        totalShipmentWeight: lines.reduce((sum, { weight }) => sum + weight, 0),
        ratedLinearFeet: 0,
        ratedAccessorials: fees,
      },
      lineItemCharges: lineItemCharges.map(({ cents, ...line }) => ({
        ...line,
        charge: formatPlainDollars(cents),
      })),
      chargeItems: [
        { description: 'DISCOUNT 78%', charge: `-${formatPlainDollars(discount)}` },
        { description: 'FUEL SURCHARGE', charge: formatPlainDollars(fuel) },
        ...fees,
      ],
      alerts: [],
      disclaimersURL: 'https://example.test/',
    };
    const none = { serviceLevelId: 1, serviceLevelText: 'Guaranteed', rateFound: false };
    const data = [none, priced];
    return this.answersBareList ? data : { data, error: { code: 0, message: '', details: '' } };
  }

  /** Books every request, repeated ones too. */
  private book(request: unknown): object {
    buildEbolShape('2.0.1')(request, 'request');
    const { bol, images, referenceNumbers } = request as {
      bol: { isTest: boolean };
      images: { includeBol: boolean };
      referenceNumbers: { bol: string[] };
    };
    const pro = String(1_500_000_000 + this.pros.length);
    if (!bol.isTest) this.pros.push({ reference: referenceNumbers.bol[0]!, pro });
    return {
      version: '2.0.1',
      transactionDate: '2026-12-01T00:00:00.000',
      referenceNumbers: { pro, shipmentConfirmationNumber: null },
      scac: 'EXLA',
      images: images.includeBol ? { bol: buildFakePdf(`BOL ${pro}`) } : {},
      messageStatus: { status: 'PASS', code: '10000000', message: '', resolution: '', information: [] },
    };
  }

  private pickUp(request: unknown): object {
    pickup(request, 'request');
    if (this.refusesPickups) throw new ShapeError('pickupDate', 'The dock is closed');
    this.pickups.push(request as object);
    const data = { requestNumber: `PU${String(880_000 + this.pickups.length)}` };
    return { data, error: { code: 0, message: '', details: '' } };
  }

  private history(query: URLSearchParams): object {
    const none = { data: [], error: { code: 0, message: '', details: '' } };
    const bol = query.get('bol');
    if (bol !== null) {
      const found = this.pros.find(({ reference }) => reference === bol);
      return found ? { ...none, data: [{ pro: found.pro, status: {}, movementHistory: [] }] } : none;
    }
    const pro = query.get('pro') ?? '';
    if (!/^\d{10}$/.test(pro)) throw new ShapeError('pro', 'ten digits are due');
    const status = (conciseStatus: string, referenceDate: string, referenceTime: string) => ({
      conciseStatus,
      expandedStatus: conciseStatus,
      referenceDate,
      referenceTime,
      reasonCode: '',
      reason: '',
      isException: false,
    });
    const shipment = {
      pro,
      receivedBy: 'B. MILLER',
      status: status('Out for Delivery', '2026-12-03', '10:00:00'),
      destinationTerminal: { name: 'Denver', city: 'Denver', stateProvince: 'CO' },
      movementHistory: [
        {
          description: 'Pickup',
          transportEventTypeCode: 'PU',
          location: 'Reno, NV',
          statusHistory: [status('Picked Up', '2026-12-01', '19:30:00')],
        },
      ],
    };
    return { ...none, data: [shipment] };
  }
}

function ok(body: unknown): FakeAnswer {
  return { status: 200, body };
}

function refused(): FakeAnswer {
  return { status: 401, body: { error: { code: 401, message: 'Unauthorized', details: '' } } };
}
