import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { buildEbolShape } from './ebol-shape.js';
import {
  assertBalances,
  buildFakePdf,
  flag,
  integer,
  list,
  matching,
  oneOf,
  shape,
  ShapeError,
  text,
} from './request-shape.js';

export const DAYTON_ACCOUNT = {
  username: 'ann-of-a-fake',
  password: 'dayton-password-of-a-fake',
  account: 'AE11999',
};
const BASIC = `Basic ${Buffer.from(`${DAYTON_ACCOUNT.username}:${DAYTON_ACCOUNT.password}`).toString('base64')}`;
const PICKUP_SERVICES = ['LFTP', 'IPU', 'RESPU', 'LIMITP', 'NOTP'];
const SERVICES = [...PICKUP_SERVICES, 'LIFT', 'IDC', 'RESID', 'LIMIT', 'NOT', 'HMF'];
const CLASSES = [50, 55, 60, 65, 70, 77.5, 85, 92.5, 100, 110, 125, 150, 175, 200, 250, 300, 400, 500];

const zip = matching(/^\d{5}$/);
const time = matching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00$/);
const inches = integer(1, 999);
const pounds = integer(1, 99_999);
const person = shape({ name: text(60), phone: matching(/^\d{10}$/) });

const checkRate = shape({
  account: text(20),
  terms: oneOf('Prepaid', 'Collect', 'ThirdPartyPrepaid', 'ThirdPartyCollect'),
  origin: zip,
  destination: zip,
  shipmentDate: time,
  accessorials: list(oneOf(...SERVICES)),
  handlingUnits: list(
    shape({ quantity: integer(1, 999), length: inches, width: inches, height: inches, stackable: flag }),
    1,
  ),
  items: list(shape({ class: oneOf(...CLASSES), weight: pounds }), 1),
});

const checkPickup = shape({
  shipper: shape({
    name: text(60),
    address: shape({ address1: text(60), city: text(60), state: matching(/^[A-Z]{2}$/), zip }),
  }),
  ready: time,
  close: time,
  contact: person,
  requester: person,
  accessorials: list(oneOf(...PICKUP_SERVICES)),
  details: list(
    shape({
      destinationZip: zip,
      handlingUnits: integer(1, 999),
      weight: integer(1, 40_000),
      isHazardous: flag,
      referenceNumbers: list(
        shape({ referenceNumberType: oneOf('BillOfLadingNumber'), referenceNumber: matching(/^\d{17}$/) }),
        1,
      ),
    }),
    1,
  ),
  comments: text(230, 0),
  isTest: flag,
});

interface Rated {
  accessorials: string[];
  items: { class: number; weight: number }[];
}

/** Behaves like the API of Dayton Freight below its base URL. Its prices are invented and add up. */
export class FakeDayton extends FakeCarrierServer {
  refusesPickups = false;
  readonly canceledPickups: string[] = [];
  private readonly pros: { reference: string; pro: string }[] = [];
  private rated = 0;

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    if (headers.authorization !== BASIC)
      return { status: 401, body: { Message: 'Authorization has been denied for this request.' } };
    const { pathname, searchParams } = new URL(path, 'http://fake');
    try {
      if (declines) throw new ShapeError('destination', 'We do not serve this place.');
      if (method === 'POST' && pathname === '/rates') return this.rate(JSON.parse(body));
      if (method === 'POST' && pathname === '/BillOfLading/v2/CreateStandardElectronicBillOfLading')
        return this.book(JSON.parse(body));
      if (method === 'PUT' && pathname === '/Pickup') return this.requestPickup(JSON.parse(body));
      if (method === 'DELETE' && pathname === '/Pickup/Cancel')
        return this.cancelPickup(searchParams.get('number'));
      if (method === 'GET' && pathname === '/Tracking/ByNumber') return this.track(searchParams);
      if (method === 'GET' && /^\/Documents\/\d{9}$/.test(pathname))
        return this.document(searchParams.get('type'));
      return refuse(404, 'No HTTP resource was found that matches the request URI.');
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return refuse(400, `${error.field}: ${error.message}`);
    }
  }

  /** Prices freight by class and weight, 50 % off, 28 % fuel, $60.00 per service. */
  private rate(request: unknown): FakeAnswer {
    checkRate(request, 'request');
    const { items, accessorials } = request as Rated;
    if (items.length > 11) throw new ShapeError('items', 'at most 11 items are allowed');
    const gross = items.reduce((sum, item) => sum + Math.round(item.class * item.weight * 4), 0);
    const discount = Math.round(gross / 2);
    const fuel = Math.round((gross - discount) * 0.28);
    const total = gross - discount + fuel + accessorials.length * 6_000;
    assertBalances(total - fuel - accessorials.length * 6_000, gross - discount);
    const listed = accessorials.map((code) => ({ code, name: `Service ${code}`, amount: 60 }));
    return {
      status: 200,
      body: {
        id: 7_000_000 + ++this.rated,
        gross: gross / 100,
        discount: discount / 100,
        fuelSurchargeAmount: fuel / 100,
        additionalCharges: accessorials.length * 60,
        total: total / 100,
        movementType: 'Direct',
        accessorials: [{ code: 'FSC', name: 'Fuel Surcharge', amount: fuel / 100 }, ...listed],
        serviceEligibility: { serviceDays: 2 },
      },
    };
  }

  /** Books every request, repeated ones too. */
  private book(request: unknown): FakeAnswer {
    try {
      buildEbolShape('2.0.0')(request, 'request');
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const message = `${error.field}: ${error.message}`;
      return {
        status: 400,
        body: { messageStatus: { status: 'Fail', code: '400', message, resolution: '' } },
      };
    }
    const { bol, referenceNumbers } = request as {
      bol: { isTest: boolean };
      referenceNumbers: { bol: string[] };
    };
    const pro = String(551_230_000 + this.pros.length);
    if (!bol.isTest) this.pros.push({ reference: referenceNumbers.bol[0]!, pro });
    return {
      status: 200,
      body: {
        id: 42,
        messageStatus: { status: 'Success', message: '' },
        referenceNumbers: { pro, shipmentConfirmationNumber: `DF${pro}` },
        images: { bol: buildFakePdf(`BOL ${pro}`) },
      },
    };
  }

  private requestPickup(request: unknown): FakeAnswer {
    checkPickup(request, 'request');
    if (this.refusesPickups) throw new ShapeError('ready', 'Pickups cannot be scheduled on weekends.');
    return { status: 200, body: { pickupNumber: 880_000 + this.pros.length, status: 'Assigned' } };
  }

  private cancelPickup(number: string | null): FakeAnswer {
    if (!number) throw new ShapeError('number', 'a pickup number is due');
    this.canceledPickups.push(number);
    return { status: 200, body: {} };
  }

  private track(params: URLSearchParams): FakeAnswer {
    const [number, type] = [params.get('number') ?? '', params.get('type')];
    if (type !== 'Pro' && type !== 'BillOfLading') throw new ShapeError('type', 'an unknown type');
    const booked = this.pros.find(({ reference, pro }) => (type === 'Pro' ? pro : reference) === number);
    const pro = booked?.pro ?? (type === 'Pro' && number.startsWith('5') ? number : null);
    if (pro === null) return refuse(404, 'No shipment was found.');
    const status = {
      activityCode: 'OFD',
      activity: 'Out for delivery',
      time: '2026-12-03T08:00:00',
      city: 'Denver',
      state: 'CO',
      signedBy: 'B. MILLER',
    };
    const result = { pro, status, estimatedDeliveryDate: '2026-12-03T00:00:00', billOfLadingNumbers: [] };
    return { status: 200, body: { results: [result] } };
  }

  /** Has bills of lading only. */
  private document(type: string | null): FakeAnswer {
    if (type !== 'BOL') return refuse(404, 'The document is not available.');
    return { status: 200, body: { imageDocument: buildFakePdf('BOL') } };
  }
}

function refuse(status: number, message: string): FakeAnswer {
  return { status, body: { errors: [{ message }] } };
}
