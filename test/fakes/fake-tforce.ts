import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import {
  assertBalances,
  decimal,
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

export const TFORCE_APP = {
  client_id: 'tforce-client-of-a-fake',
  client_secret: 'tforce-secret-of-a-fake',
  scope: 'https://fake.test/app/.default',
};

const PICKUP = ['INPU', 'LIFO', 'LAPU', 'WHPU', 'TRPU', 'RESP'];
const DELIVERY = ['INDE', 'LIFD', 'LADL', 'WHDL', 'NTFN', 'TRDS', 'RESD'];

const day = matching(/^20\d\d-\d\d-\d\d$/);
const clock = matching(/^([01]\d|2[0-3]):[0-5]\d:00$/);
const place = {
  city: text(35),
  stateProvinceCode: matching(/^[A-Z]{2}$/),
  postalCode: matching(/^(\d{5}|[A-Z]\d[A-Z]\d[A-Z]\d)$/),
  country: oneOf('US', 'CA'),
};
const phone = shape({ number: matching(/^\d{10,15}$/) });
const party = {
  name: text(35),
  contact: text(35),
  'email?': matching(/^[^@]+@[^@]{1,40}$/),
  phone,
  address: shape({ addressLine: text(35), ...place }),
};
const options = shape({ pickup: list(oneOf(...PICKUP)), delivery: list(oneOf(...DELIVERY)) });
const commodity = shape({
  description: text(255),
  class: oneOf(...FREIGHT_CLASSES),
  'nmfc?': shape({ prime: matching(/^\d+$/), 'sub?': matching(/^\d\d$/) }),
  pieces: integer(1, 9_999),
  weight: shape({ weight: integer(1, 99_999), weightUnit: oneOf('LBS') }),
  packagingType: matching(/^[A-Z]{3}$/),
  dangerousGoods: flag,
  dimensions: shape({
    length: decimal(0.1, 999),
    width: decimal(0.1, 999),
    height: decimal(0.1, 999),
    unit: oneOf('IN'),
  }),
});
const billingCode = oneOf('10', '30', '40');

const getRate = shape({
  requestOptions: shape({
    serviceCode: oneOf('308', '309', '334', '349'),
    pickupDate: day,
    type: oneOf('L', 'F', 'B'),
    densityEligible: flag,
    gfpOptions: shape({ accessorialRate: flag }),
    timeInTransit: flag,
    quoteNumber: flag,
    'customerContext?': text(50),
  }),
  shipFrom: shape({ address: shape(place) }),
  shipTo: shape({ address: shape(place) }),
  payment: shape({ payer: shape({ address: shape(place) }), billingCode }),
  serviceOptions: options,
  commodities: list(commodity, 1),
});

const createBol = shape({
  requestOptions: shape({
    serviceCode: oneOf('308', '309', '334', '349'),
    pickupDate: day,
    densityEligible: flag,
    previewRate: flag,
    timeInTransit: flag,
  }),
  shipFrom: shape({ ...party, isResidential: flag }),
  shipTo: shape({ ...party, isResidential: flag }),
  payment: shape({ payer: shape(party), billingCode }),
  commodities: list(commodity, 1),
  instructions: shape({ pickup: text(1_000, 0), handling: text(1_000, 0), delivery: text(2_000, 0) }),
  serviceOptions: options,
  'pickupRequest?': shape({
    pickup: shape({ date: day, time: clock, openTime: clock, closeTime: clock }),
    requester: shape({ companyName: text(35), contactName: text(35), 'email?': matching(/@/), phone }),
    pomIndicator: flag,
  }),
  'handlingUnitOne?': shape({ quantity: integer(1, 9_999), typeCode: oneOf('PLT', 'SKD', 'CBY', 'TOT') }),
  'handlingUnitTwo?': shape({ quantity: integer(1, 9_999), typeCode: oneOf('LOO', 'OTH') }),
  references: list(
    shape({
      number: text(255),
      type: oneOf('BL', 'PO', 'SH', 'CO', 'PM', 'PROJ', 'QUOTE', 'SID', 'TASK', 'VPRC', 'OTHER'),
    }),
    1,
  ),
});

const search = shape({
  number: matching(/^\d{17}$/),
  code: oneOf('BL', 'PO'),
  pickupStartDate: day,
  pickupEndDate: day,
});

const documentRequest = shape({
  pro: matching(/^\d{9}$/),
  documentCategories: list(oneOf('BOL', 'CLM', 'DR', 'INVC', 'WGHT'), 1),
});

interface Rated {
  serviceOptions: { pickup: string[]; delivery: string[] };
  commodities: { class: string; weight: { weight: number } }[];
}

const SUCCESS = { code: '1', message: 'success' };

/** Behaves like the API of TForce Freight and its token endpoint. Its prices are invented and add up as TForce's do. */
export class FakeTforce extends FakeCarrierServer {
  /** The number of issued tokens; only the last one is valid. */
  tokens = 0;
  private readonly pros: { reference: string; pro: string }[] = [];
  private rated = 0;
  /** Categories of documents that are available. */
  readonly availableDocuments = new Set(['BOL']);

  get tokenUrl(): string {
    return `${this.url}/tenant/oauth2/v2.0/token`;
  }

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override misbehavesAt({ path }: FakeRequest): boolean {
    return !path.endsWith('/token');
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    const { pathname, searchParams } = new URL(path, 'http://fake');
    if (method === 'POST' && pathname.endsWith('/oauth2/v2.0/token')) return this.token(body);
    if (headers.authorization !== `Bearer tforce-token-${this.tokens}`)
      return { status: 401, body: { statusCode: 401, message: 'Unauthorized' } };
    try {
      if (!/^(cie-)?v1$/.test(searchParams.get('api-version') ?? ''))
        throw new ShapeError('api-version', 'v1 is due');
      if (method === 'POST' && pathname === '/rating/getRate')
        return ok(this.rate(JSON.parse(body), declines));
      if (method === 'POST' && pathname === '/shipping/bol/create')
        return ok(this.book(JSON.parse(body), declines));
      if (method === 'POST' && pathname === '/track/pro/search') return ok(this.find(JSON.parse(body)));
      if (method === 'POST' && pathname === '/documents/pro')
        return ok(this.documents(JSON.parse(body), declines));
      if (method === 'GET' && /^\/track\/pro\/\d{9}$/.test(pathname))
        return ok(this.track(pathname.slice(-9)));
      return { status: 404, body: { statusCode: 404, message: 'Resource not found' } };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return { status: 400, body: { statusCode: 400, message: `${error.field}: ${error.message}` } };
    }
  }

  private token(body: string): FakeAnswer {
    const form = Object.fromEntries(new URLSearchParams(body));
    const { client_id, client_secret, scope } = TFORCE_APP;
    const due = { client_id, client_secret, grant_type: 'client_credentials', scope };
    if (Object.entries(due).some(([name, value]) => form[name] !== value))
      return { status: 401, body: { error: 'invalid_client' } };
    const access_token = `tforce-token-${++this.tokens}`;
    return ok({ token_type: 'Bearer', expires_in: 3_599, ext_expires_in: 3_599, access_token });
  }

  /** Prices freight by class and weight, 75 % off, 33.7 % fuel, $169.00 per service. */
  private rate(request: unknown, declines: boolean): object {
    getRate(request, 'request');
    if (declines) {
      const message = 'Rate requires assistance from Customer Service';
      return {
        summary: { responseStatus: { code: '502', message }, transactionReference: {} },
        detail: null,
      };
    }
    const { commodities, serviceOptions } = request as Rated;
    const gross = commodities.reduce(
      (sum, { class: nmfc, weight }) => sum + Math.round((Number(nmfc) * 210 * weight.weight) / 100) * 4,
      0,
    );
    const discount = (gross / 4) * 3;
    const net = gross - discount;
    const fuel = Math.round(net * 0.337);
    const fees = [...serviceOptions.pickup, ...serviceOptions.delivery].map((code) => ({
      code,
      value: formatPlainDollars(16_900),
      unit: 'USD',
    }));
    const total = net + fuel + fees.length * 16_900;
    assertBalances(gross - discount + fuel + fees.length * 16_900, total);
    const usd = (code: string, cents: number, description?: string) => ({
      code,
      ...(description && { description }),
      value: formatPlainDollars(cents),
      unit: 'USD',
    });
    const detail = {
      detailStatus: SUCCESS,
      quoteNumber: String(46_000_000 + (total % 1_000_000)),
      alerts: [{ code: '688', message: 'FBR688: FULL RATES RETURNED.' }],
      service: { code: '308', description: 'LTL' },
      rate: [
        usd('DSCNT', discount, 'Discount'),
        { code: 'DSCNT_RATE', value: '75.00', unit: '%' },
        ...fees,
        usd('FUEL_SUR', fuel),
        usd('LND_GROSS', gross),
        usd('AFTR_DSCNT', net),
      ],
      commodities: [],
      shipmentCharges: { total: { value: formatPlainDollars(total), currency: 'USD' } },
      timeInTransit: { timeInTransit: '3', unit: 'DAY' },
    };
    const none = {
      detailStatus: { code: 'NFO', message: 'Rate not found.' },
      service: { code: '309', description: 'GRTD' },
      rate: [],
    };
    return {
      summary: {
        responseStatus: { code: 'PRT', message: '1 of 2 Rate(s) returned.' },
        transactionReference: { transactionId: `t-${++this.rated}` },
        classDensityIndicatior: 'CC',
      },
      detail: [detail, none],
    };
  }

  /** Books every request, repeated ones too. */
  private book(request: unknown, declines: boolean): object {
    try {
      createBol(request, 'request');
      if (declines) throw new ShapeError('shipTo', 'We do not serve this place.');
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const description = `Validation failed: ${error.field}: ${error.message}`;
      return { responseStatus: { code: 'ERROR', description }, transactionReference: {} };
    }
    const { references, pickupRequest } = request as {
      references: { number: string; type: string }[];
      pickupRequest?: object;
    };
    const pro = `0209${String(68_290 + this.pros.length).padStart(5, '0')}`;
    this.pros.push({ reference: references.find(({ type }) => type === 'BL')!.number, pro });
    const confirmation = { confirmationNumber: `WBU${43_159_000 + this.pros.length}`, emailSent: 'false' };
    return {
      summary: { code: 'OK', message: 'success', transactionReference: {} },
      detail: {
        bolId: 46_176_000 + this.pros.length,
        pro,
        originServiceCenter: 'LOS',
        ...(pickupRequest && { pickup: { responseStatus: SUCCESS, transactionReference: confirmation } }),
        documents: { image: [] },
      },
    };
  }

  private find(request: unknown): object {
    search(request, 'request');
    const { number } = request as { number: string };
    const found = this.pros.find(({ reference }) => reference === number);
    if (!found) return { summary: { responseStatus: { code: 'RNF', description: 'Record not found' } } };
    return { summary: { responseStatus: SUCCESS }, detail: [{ pro: found.pro, reference: { bol: number } }] };
  }

  /** Returns each document separately, with its status. */
  private documents(request: unknown, declines: boolean): object {
    documentRequest(request, 'request');
    if (declines)
      return {
        summary: { responseStatus: { code: 'IMG_000201', message: 'MyLTL Enrollment is required' } },
        detail: [null],
      };
    const { pro, documentCategories } = request as { pro: string; documentCategories: string[] };
    const detail = documentCategories
      .filter((category) => this.availableDocuments.has(category))
      .map((category) => ({
        detailStatus: SUCCESS,
        documentType: { name: category, description: category },
        id: `${category}-1`,
        category,
        data: buildFakePdf(`${category} ${pro}`),
      }));
    const status = detail.length > 0 ? SUCCESS : { code: 'NFO', message: 'No documents found.' };
    return { summary: { responseStatus: status }, detail };
  }

  private track(pro: string): object {
    const event = (date: string, description: string, serviceCenter: string, code: string) => ({
      date,
      description,
      serviceCenter,
      code,
    });
    const events = [
      event('2026-12-03T08:00:00', 'Out for delivery', 'Denver, CO', '006'),
      event('2026-12-02T05:15:00', 'Departed', 'SLC', '005'),
      event('2026-12-01T16:30:00-08:00', 'Picked up', 'Reno, NV', '002'),
    ];
    const delivery = { estimated: { date: '2026-12-03' }, signedBy: 'B. MILLER' };
    const currentStatus = { code: '006', description: 'Out for delivery', details: '' };
    return {
      summary: { responseStatus: SUCCESS },
      detail: [{ pro, pieces: 1, weight: 500, currentStatus, delivery, events }],
    };
  }
}

function ok(body: unknown): FakeAnswer {
  return { status: 200, body };
}
