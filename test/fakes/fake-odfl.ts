import type { FakeAnswer, FakeRequest } from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { formatXml, parseXml, type XmlContent } from '../../src/platform/http-client/xml.js';
import { EBOL_ACCOUNT, FakeEbol } from './fake-ebol.js';
import {
  buildFakePdf,
  formatPlainDollars,
  list,
  matching,
  oneOf,
  shape,
  ShapeError,
  text,
} from './request-shape.js';

export const ODFL_ACCOUNT = {
  odfl4me_user: EBOL_ACCOUNT.username,
  odfl4me_password: EBOL_ACCOUNT.password,
  odfl_customer_account: EBOL_ACCOUNT.account,
};

const SERVICES = 'HYO HYD IPC IDC RPC RDC CA ARN SSC HAZ LPC LDC PFF OVL'.split(' ');
const zip = matching(/^\d{5}$/);
const state = matching(/^[A-Z]{2}$/);
const positive = matching(/^[1-9]\d{0,6}$/);
const day = matching(/^20\d\d-\d\d-\d\d$/);
const clock = matching(/^\d\d:\d\d$/);

const rateQuote = shape({
  odfl4MeUser: text(255),
  odfl4MePassword: text(255),
  odflCustomerAccount: matching(/^\d{1,8}$/),
  originPostalCode: zip,
  originCity: text(40),
  originState: state,
  originCountry: oneOf('USA'),
  destinationPostalCode: zip,
  destinationCity: text(40),
  destinationState: state,
  destinationCountry: oneOf('USA'),
  pickupDateTime: matching(/^20\d\d-\d\d-\d\dT08:00:00$/),
  requestReferenceNumber: oneOf('true'),
  'movement?': oneOf('I'),
  'insuranceAmount?': positive,
  freightItems: (items, field) =>
    [items].flat().forEach((item) => {
      shape({
        ratedClass: oneOf(...FREIGHT_CLASSES),
        weight: positive,
        numberOfUnits: positive,
        length: positive,
        width: positive,
        height: positive,
      })(item, field);
    }),
  'accessorials?': (codes, field) => [codes].flat().forEach((code) => oneOf(...SERVICES)(code, field)),
});

const pickup = shape({
  pickupDate: day,
  readyTime: clock,
  closeTime: clock,
  pickupAddress: shape({
    name: text(60),
    address1: text(255),
    city: text(60),
    stateProvince: state,
    postalCode: matching(/^\d{5}(-?\d{4})?$/),
    country: oneOf('USA'),
    contact: shape({ phone: matching(/^\d{10}$/), 'name?': text(60), 'email?': matching(/@/) }),
  }),
  shipments: list(shape({ proNumber: matching(/^\d{11}$/), bolNumber: matching(/^\d{17}$/) }), 1),
  specialInstructions: text(500, 0),
});

interface Rated {
  odfl4MePassword: string;
  freightItems: { ratedClass: string; weight: string } | { ratedClass: string; weight: string }[];
  accessorials?: string | string[];
}

/** Behaves like Old Dominion: SOAP rates, eBOL, pickups, tracking and documents. Its prices are invented. */
export class FakeOdfl extends FakeEbol {
  refusesPickups = false;
  /** Confirmations of pickups that are cancelled. */
  readonly cancelledPickups = new Set<string>();
  /** Replaces the net freight charge. */
  net: string | null = null;

  get rateUrl(): string {
    return `${this.url}/wsRate_v6/RateService`;
  }

  protected override answer(request: FakeRequest, declines: boolean): FakeAnswer {
    if (request.path !== '/wsRate_v6/RateService') return super.answer(request, declines);
    try {
      const body = (parseXml(request.body) as any)?.Envelope?.Body?.getLTLRateEstimate?.arg0 as unknown;
      if (!request.body.includes('xmlns:rate="http://myRate.ws.odfl.com/"'))
        throw new ShapeError('Envelope', 'the namespace is due');
      rateQuote(body, 'arg0');
      const asked = body as Rated;
      if (asked.odfl4MePassword !== ODFL_ACCOUNT.odfl4me_password)
        throw new ShapeError('odfl4MePassword', 'Odfl4me User or Password is invalid');
      if (declines) throw new ShapeError('destination', 'We do not serve this place');
      return answerRate({ success: true, ...this.rate(asked) });
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return answerRate({ success: false, errorMessages: `${error.field}: ${error.message}.` });
    }
  }

  protected override answerOther(request: FakeRequest): FakeAnswer {
    const { pathname, searchParams } = new URL(request.path, 'http://fake');
    const call = `${request.method} ${pathname}`;
    const pro = searchParams.get('proNumber') ?? '';
    if (call === 'POST /BOL/v3.1/eBOL/bol-external-per-standards') return this.book(JSON.parse(request.body));
    if (call === 'DELETE /BOL/v3.1/eBOL/deleteBolPro') return this.cancel(pro);
    if (call === 'POST /pickup/v3.0/create') return this.pickUp(JSON.parse(request.body));
    if (call === 'DELETE /pickup/v3.0/cancel') {
      this.cancelledPickups.add(searchParams.get('pickupConfirmationNumber')!);
      return { status: 200, body: { ok: true } };
    }
    if (call === 'GET /tracking/v2.0/shipment.track') return trace(pro);
    if (call === 'GET /document-retrieval-api/v1.0/getDocument') {
      if (searchParams.get('documentType') !== 'BOL' || pro.endsWith('999'))
        return notFound('document_not_found');
      return { status: 200, body: [{ documentType: 'BOL', content: buildFakePdf(`BOL ${pro}`) }] };
    }
    return super.answerOther(request);
  }

  /** Prices freight by class and weight, 50 % off, 25 % fuel, $70.00 for each service. */
  private rate({ freightItems, accessorials = [] }: Rated): { [name: string]: XmlContent } {
    const gross = [freightItems]
      .flat()
      .reduce((sum, item) => sum + Math.round(Number(item.ratedClass) * Number(item.weight)) * 4, 0);
    const freight = gross / 2;
    const fuel = Math.round(freight / 4);
    const services = [accessorials].flat();
    const net = freight + fuel + services.length * 7_000;
    return {
      referenceNumber: `REF${net}`,
      rateEstimate: {
        grossFreightCharge: formatPlainDollars(gross),
        fuelSurcharge: formatPlainDollars(fuel),
        accessorialCharges: services.map((code) => ({ amount: '70.00', description: `Service ${code}` })),
        guaranteedServiceOption: '35.00',
        netFreightCharge: this.net ?? formatPlainDollars(net),
      },
      destinationCities: [
        { name: 'ELSEWHERE', serviceDays: 9 },
        { name: 'CHICAGO', serviceDays: 3 },
        { name: 'DENVER', serviceDays: 2 },
      ],
    };
  }

  private pickUp(request: unknown): FakeAnswer {
    pickup(request, 'request');
    if (this.refusesPickups) return { status: 400, body: { errors: ['The service center is closed'] } };
    return { status: 200, body: { pickupConfirmationNumber: 55_667_788 } };
  }
}

function answerRate(content: { [name: string]: XmlContent }): FakeAnswer {
  const body = { 's:Body': { 'ns2:getLTLRateEstimateResponse': { return: content } } };
  const namespaces = { s: 'http://schemas.xmlsoap.org/soap/envelope/', ns2: 'http://myRate.ws.odfl.com/' };
  return { status: 200, body: formatXml('s:Envelope', body, namespaces) };
}

function notFound(message: string): FakeAnswer {
  return { status: 404, body: { ok: false, errors: [{ errorCode: 404, message }] } };
}

function trace(pro: string): FakeAnswer {
  if (!/^\d{11}$/.test(pro)) return { status: 400, body: { errors: ['proNumber is invalid'] } };
  if (pro.endsWith('999')) return notFound('shipment_not_found');
  const scan = (status: string, dateTime: string, city: string, state: string) => ({
    status,
    statusDesc: `${status} (${city})`,
    dateTime,
    city,
    state,
  });
  const trackTraceDetail = [
    scan('Out For Delivery', '2026-12-03T10:00:00-05:00', 'DENVER', 'CO'),
    scan('Returned To Dock', '2026-12-02T08:15:00-05:00', 'SALT LAKE CITY', 'UT'),
    scan('Pickup Completed', '2026-12-01T19:30:00-05:00', 'RENO', 'NV'),
    scan('Pickup Requested', '2026-12-01T12:00:00-05:00', 'RENO', 'NV'),
  ];
  return {
    status: 200,
    body: { ok: true, traceInfo: [{ proNumber: pro, updatedEta: '2026-12-04', trackTraceDetail }] },
  };
}
