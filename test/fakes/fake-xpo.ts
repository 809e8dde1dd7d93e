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
  shape,
  integer,
  text,
  ShapeError,
} from './request-shape.js';

export const XPO_ACCOUNT = {
  consumer_key: 'xpo-consumer-of-a-fake',
  consumer_secret: 'xpo-secret-of-a-fake',
  username: 'ann@acme.example',
  password: 'xpo-password-of-a-fake',
  account: '412345678',
};

const ACCESSORIALS = ['OLG', 'DLG', 'OIP', 'DID', 'RSO', 'RSD', 'TDC', 'APT', 'DNC', 'ZHM', 'ELS'];

const zip = matching(/^(\d{5}|[A-Z]\d[A-Z]\d[A-Z]\d)$/);
const moment = matching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/);
const quarter = matching(/^20\d\d-\d\d-\d\dT\d\d:(00|15|30|45):00[+-]\d\d:\d\d$/);
const account = matching(/^\d{5,12}$/);
const packageCode = oneOf('PLT', 'SKD', 'BOX', 'CRT', 'BDL', 'PCS');
const weight = shape({ weight: integer(1, 99_999), weightUom: oneOf('LBS') });
const nmfcClass = oneOf(...FREIGHT_CLASSES);
const side = decimal(0.1, 999);

const rateQuote = shape({
  shipmentInfo: shape({
    shipmentDate: moment,
    shipper: shape({ 'acctInstId?': account, address: shape({ postalCd: zip, 'countryCd?': oneOf('CN') }) }),
    consignee: shape({
      'acctInstId?': account,
      address: shape({ postalCd: zip, countryCd: oneOf('US', 'CN') }),
    }),
    commodity: list(
      shape({
        pieceCnt: integer(1, 9_999),
        packageCode,
        grossWeight: weight,
        nmfcClass,
        'nmfcItemCd?': matching(/^\d+$/),
        'sub?': matching(/^\d+$/),
        hazmatInd: flag,
        desc: text(255),
        dimensions: shape({ length: side, width: side, height: side, dimensionsUom: oneOf('INCH') }),
      }),
      1,
    ),
    accessorials: list(shape({ accessorialCd: oneOf(...ACCESSORIALS), 'quantity?': integer(1, 999) })),
    paymentTermCd: oneOf('P', 'C'),
    'bill2Party?': shape({ acctInstId: account }),
    palletCnt: integer(0, 9_999),
    linealFt: integer(0, 60),
    hazmatInd: flag,
    freezableInd: flag,
    garntInd: flag,
    comment: text(255, 0),
  }),
});

const contactInfo = shape({
  companyName: text(255),
  fullName: text(255),
  'email?': shape({ emailAddr: matching(/@/) }),
  phone: shape({ phoneNbr: matching(/^\d{3}-\d{7}$/) }),
});
const party = shape({
  address: shape({
    name: text(255),
    addressLine1: text(255),
    cityName: text(60),
    stateCd: matching(/^[A-Z]{2}$/),
    countryCd: oneOf('US', 'CN'),
    postalCd: zip,
  }),
  contactInfo,
});

const billOfLading = shape({
  bol: shape({
    requester: shape({ role: oneOf('S') }),
    shipper: party,
    consignee: party,
    'billToCust?': party,
    commodityLine: list(
      shape({
        pieceCnt: integer(1, 9_999),
        packaging: shape({ packageCd: packageCode }),
        grossWeight: weight,
        desc: text(500),
        nmfcClass,
        'nmfcItemCd?': matching(/^\d+$/),
        'sub?': matching(/^\d+$/),
        hazmatInd: flag,
      }),
      1,
    ),
    chargeToCd: oneOf('P', 'C'),
    additionalService: list(
      shape({
        accsrlCode: oneOf(...ACCESSORIALS),
        prepaidOrCollect: oneOf('P', 'C'),
        'quantity?': integer(1, 999),
      }),
    ),
    suppRef: shape({
      otherRefs: list(
        shape({ referenceCode: text(10), reference: text(50), referenceTypeCd: oneOf('Other') }),
        1,
      ),
    }),
    'pickupInfo?': shape({
      pkupDate: moment,
      pkupTime: quarter,
      dockCloseTime: quarter,
      contact: contactInfo,
    }),
    remarks: text(2_000, 0),
    'declaredValueAmt?': shape({ amt: decimal(0, 1e9), currencyCd: oneOf('USD') }),
  }),
  autoAssignPro: oneOf(true),
});

interface Rated {
  shipmentInfo: {
    commodity: { nmfcClass: string; grossWeight: { weight: number } }[];
    accessorials: { accessorialCd: string }[];
  };
}

/** Behaves like the API of XPO. Its prices are invented; the itemized charges and the freight add up to the total. */
export class FakeXpo extends FakeCarrierServer {
  private tokens = 0;
  private readonly pros: { reference: string; pro: string }[] = [];
  /** XPO's own ids of bills of lading that are cancelled. */
  readonly cancelled = new Set<string>();

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override misbehavesAt({ path }: FakeRequest): boolean {
    return path !== '/token';
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    const { pathname, searchParams } = new URL(path, 'http://fake');
    if (method === 'POST' && pathname === '/token') return this.token(headers.authorization, body);
    if (headers.authorization !== `Bearer xpo-token-${this.tokens}`)
      return { status: 401, body: { error: { message: 'Invalid credentials|' } } };
    try {
      if (declines) throw new ShapeError('request', 'We do not serve this place.');
      if (method === 'POST' && pathname === '/rating/1.0/ratequotes') return ok(this.rate(JSON.parse(body)));
      if (method === 'POST' && pathname === '/billoflading/1.0/billsoflading')
        return ok(this.book(JSON.parse(body), searchParams.get('testMode')));
      const [, id] = /^\/billoflading\/1\.0\/billsoflading\/(\d+)\/cancel$/.exec(pathname) ?? [];
      if (method === 'PUT' && id) return ok(this.cancel(id));
      const [, printed] = /^\/billoflading\/1\.0\/billsoflading\/(\d+)\/pdf$/.exec(pathname) ?? [];
      if (method === 'GET' && printed) return ok(this.print(printed));
      const [, pro] = /^\/tracking\/1\.0\/shipments\/(\d{9})\/tracking-events$/.exec(pathname) ?? [];
      if (method === 'GET' && pro && searchParams.get('detailLevel') === 'DETAIL') return ok(this.track(pro));
      return { status: 404, body: { error: { message: 'No such resource|' } } };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return { status: 400, body: { error: { message: `${error.field}: ${error.message}|`, moreInfo: '' } } };
    }
  }

  private token(authorization: string | undefined, body: string): FakeAnswer {
    const { consumer_key, consumer_secret, username, password } = XPO_ACCOUNT;
    const basic = `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`;
    const form = Object.fromEntries(new URLSearchParams(body));
    const fits = form.grant_type === 'password' && form.username === username && form.password === password;
    if (authorization !== basic || !fits) return { status: 400, body: { error: 'invalid_grant' } };
    const access_token = `xpo-token-${++this.tokens}`;
    return ok({
      access_token,
      refresh_token: 'r',
      scope: 'default',
      token_type: 'Bearer',
      expires_in: 43_200,
    });
  }

  /**
   * Prices freight by class and weight, 80 % off, 31.9 % fuel, $88.00 per service. Amounts are numbers, as XPO's are.
   */
  private rate(request: unknown): object {
    rateQuote(request, 'request');
    const { commodity, accessorials } = (request as Rated).shipmentInfo;
    const gross = commodity.reduce(
      (sum, { nmfcClass: nmfc, grossWeight }) => sum + Math.round(Number(nmfc) * 2.2 * grossWeight.weight),
      0,
    );
    const discount = Math.round(gross * 0.8);
    const fuel = Math.round((gross - discount) * 0.319);
    const total = gross - discount + fuel + accessorials.length * 8_800;
    assertBalances(gross - discount + fuel + accessorials.length * 8_800, total);
    const charge = (accessorialCd: string, accessorialDesc: string, cents: number) => ({
      accessorialCd,
      accessorialDesc,
      chargeAmt: { amt: cents / 100 },
    });
    return {
      data: {
        rateQuote: {
          confirmationNbr: String(90_000_000 + (total % 9_999_991)),
          totCharge: [{ amt: total / 100, currencyCd: 'USD' }],
          totDiscountAmt: { amt: discount / 100 },
          actlDiscountPct: 80,
          shipmentInfo: {
            accessorials: [
              charge('FSC', 'FUEL SURCHARGE', fuel),
              ...accessorials.map(({ accessorialCd }) =>
                charge(accessorialCd, `SERVICE ${accessorialCd}`, 8_800),
              ),
            ],
            commodity: [],
          },
        },
        transitTime: { transitDays: 3, estdDlvrDate: '2026-12-04T17:00:00' },
      },
      code: '200',
    };
  }

  /** Books every request, repeated ones too. */
  private book(request: unknown, testMode: string | null): object {
    billOfLading(request, 'request');
    const { suppRef, pickupInfo } = (
      request as {
        bol: {
          suppRef: { otherRefs: { referenceCode: string; reference: string }[] };
          pickupInfo?: object;
        };
      }
    ).bol;
    const eight = String(23_582_541 + this.pros.length);
    const pro = `${eight}${Number(eight) % 7}`;
    const reference = suppRef.otherRefs.find(({ referenceCode }) => referenceCode === 'BL#')?.reference;
    if (!reference) throw new ShapeError('bol.suppRef', 'a bill of lading number is due');
    if (testMode !== 'Y') this.pros.push({ reference, pro });
    const pickup = pickupInfo && { pkupTrmnlSic: 'LAX', pkupConfNbr: `LAX${eight}` };
    const bolInfo = { bolInstId: `${eight}00`, proNbr: pro, ...pickup };
    return { data: { bolInfo }, code: '200' };
  }

  private print(id: string): object {
    if (!this.pros.some(({ pro }) => `${pro.slice(0, 8)}00` === id))
      throw new ShapeError('bolInstId', 'not found');
    return { data: { bolpdf: { contentType: buildFakePdf(`BOL ${id}`) } }, code: '200' };
  }

  private cancel(id: string): object {
    if (!this.pros.some(({ pro }) => `${pro.slice(0, 8)}00` === id))
      throw new ShapeError('bolInstId', 'not found');
    if (this.cancelled.has(id)) throw new ShapeError('bolInstId', 'the bill of lading is already cancelled');
    this.cancelled.add(id);
    return { code: '200' };
  }

  private track(_pro: string): object {
    const event = (eventDesc: string, at: string, cityName: string, stateCd: string) => ({
      eventHdr: { eventDesc, eventTmst: Date.parse(at) },
      eventOccrdLoc: { cityName, stateCd },
    });
    const shipmentTrackingEvent = [
      event('Out for delivery', '2026-12-03T08:00:00-07:00', 'Denver', 'CO'),
      event('Picked up', '2026-12-01T16:30:00-08:00', 'Reno', 'NV'),
    ];
    return { data: { shipmentTrackingEvent }, code: '200' };
  }
}

function ok(body: unknown): FakeAnswer {
  return { status: 200, body };
}
