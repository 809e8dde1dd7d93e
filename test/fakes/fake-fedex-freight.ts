import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import {
  checkDocumentRequest,
  checkPickup,
  checkPickupCancellation,
  checkRateQuote,
  checkReferenceRequest,
  checkShipment,
  checkTrackRequest,
} from './fedex-freight-shape.js';
import { assertBalances, buildFakePdf, ShapeError } from './request-shape.js';

export const FEDEX_FREIGHT_APP = {
  client_id: 'fedex-freight-key-of-a-fake',
  client_secret: 'fedex-freight-secret-of-a-fake',
  account_number: '123456789',
};

interface Rated {
  freightRequestedShipment: {
    serviceType: string;
    freightShipmentSpecialServices?: { specialServiceTypes: string[] };
    freightShipmentDetail: { lineItem: { freightClass: string; weight: { value: number } }[] };
  };
}

/** Behaves like the API of FedEx Freight, its token endpoint and FedEx's tracking. Its prices are invented and add up. */
export class FakeFedexFreight extends FakeCarrierServer {
  /** The number of issued tokens; only the last one is valid. */
  tokens = 0;
  /** Refuses pickup requests while true. */
  refusesPickups = false;
  /** Returns rated details as a list, as some answers do. */
  listsRates = false;
  readonly canceledPickups: string[] = [];
  private readonly pros: { reference: string; pro: string }[] = [];

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override misbehavesAt({ path }: FakeRequest): boolean {
    return !path.endsWith('/token');
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    if (method === 'POST' && path === '/oauth/token') return this.token(body);
    if (headers.authorization !== `Bearer fedex-token-${this.tokens}`)
      return refuse(401, 'NOT.AUTHORIZED.ERROR', 'Access token expired. Please modify your request.');
    try {
      if (declines) throw new ShapeError('recipient', 'We do not serve this place.');
      const handler = this.handlers[`${method} ${path}`];
      if (!handler) return refuse(404, 'NOT.FOUND.ERROR', 'The resource you requested is not available.');
      return handler(JSON.parse(body));
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return refuse(400, 'SHIPMENT.INVALID', `${error.field}: ${error.message}`);
    }
  }

  private readonly handlers: Record<string, (request: unknown) => FakeAnswer> = {
    'POST /rate/v1/freight/rates/quotes': (request) => this.rate(request),
    'POST /ship/v1/freight/shipments': (request) => this.book(request),
    'POST /pickup/v1/freight/pickups/': (request) => this.requestPickup(request),
    'PUT /pickup/v1/freight/pickups/cancel/': (request) => this.cancelPickup(request),
    'POST /track/v1/trackingnumbers': (request) => this.track(request),
    'POST /track/v1/referencenumbers': (request) => this.find(request),
    'POST /track/v1/trackingdocuments': (request) => this.documents(request),
  };

  private token(body: string): FakeAnswer {
    const { client_id, client_secret } = FEDEX_FREIGHT_APP;
    const due = { grant_type: 'client_credentials', client_id, client_secret };
    const form = Object.fromEntries(new URLSearchParams(body));
    if (Object.entries(due).some(([name, value]) => form[name] !== value))
      return refuse(401, 'NOT.AUTHORIZED.ERROR', 'The given client credentials were not valid.');
    const access_token = `fedex-token-${++this.tokens}`;
    return { status: 200, body: { access_token, token_type: 'bearer', expires_in: 3_599, scope: 'CXS' } };
  }

  /** Prices freight by class and weight, 60 % off, 30 % fuel, $75.00 per service. */
  private rate(request: unknown): FakeAnswer {
    checkRateQuote(request, 'request');
    const { freightRequestedShipment: asked } = request as Rated;
    const base = asked.freightShipmentDetail.lineItem.reduce((sum, { freightClass, weight }) => {
      const nmfc = Number(freightClass.slice(6).replace('_', '.'));
      return sum + Math.round(nmfc * weight.value * 5);
    }, 0);
    const discount = Math.round(base * 0.6);
    const fuel = Math.round((base - discount) * 0.3);
    const fees = asked.freightShipmentSpecialServices?.specialServiceTypes ?? [];
    const total = base - discount + fuel + fees.length * 7_500;
    assertBalances(base - discount + fuel + fees.length * 7_500, total);
    const isPriority = asked.serviceType === 'FEDEX_FREIGHT_PRIORITY';
    const rated = {
      rateType: 'ACCOUNT',
      quoteNumber: `QT${10_000_000 + (total % 1_000_000)}`,
      totalBaseCharge: base / 100,
      totalDiscounts: discount / 100,
      totalNetCharge: total / 100,
      shipmentRateDetail: {
        currency: 'USD',
        fuelSurchargePercent: 30,
        freightDiscount: [
          { type: 'VOLUME', description: 'Volume discount', amount: discount / 100, percent: 60 },
        ],
        surCharges: [
          { type: 'FUEL', description: 'Fuel Surcharge', amount: fuel / 100 },
          ...fees.map((type) => ({ type, description: type.toLowerCase().replaceAll('_', ' '), amount: 75 })),
        ],
      },
    };
    const list = { ...rated, rateType: 'LIST', quoteNumber: '', totalNetCharge: base / 100 };
    const reply = {
      serviceType: asked.serviceType,
      serviceName: isPriority ? 'FedEx Freight® Priority' : 'FedEx Freight® Economy',
      ratedShipmentDetails: this.listsRates ? [list, rated] : rated,
      commit: {
        transitDays: {
          description: isPriority ? '3 Business Days' : '5 Business Days',
          minimumTransitTime: isPriority ? 'THREE_DAYS' : 'FIVE_DAYS',
        },
      },
      operationalDetail: { originLocationIds: ['LAX'], destinationLocationIds: ['CHI'] },
    };
    return ok({ output: { rateReplyDetails: [reply], quoteDate: '2026-12-01', encoded: false } });
  }

  /** Books every request, repeated ones too. */
  private book(request: unknown): FakeAnswer {
    checkShipment(request, 'request');
    const { freightRequestedShipment: asked } = request as {
      freightRequestedShipment: {
        totalWeight: number;
        serviceType: string;
        requestedPackageLineItems: { weight: { value: number } }[];
        freightShipmentDetail: { printedReferences: { printedReferenceType: string; value: string }[] };
      };
    };
    const { printedReferences } = asked.freightShipmentDetail;
    const packed = asked.requestedPackageLineItems.reduce((sum, { weight }) => sum + weight.value, 0);
    if (packed !== asked.totalWeight) throw new ShapeError('totalWeight', 'the packages have another weight');
    const reference = printedReferences.find(({ printedReferenceType: type }) => type === 'BILL_OF_LADING')!;
    const pro = String(4_561_230_000 + this.pros.length);
    this.pros.push({ reference: reference.value, pro });
    const bol = {
      contentType: 'FEDEX_FREIGHT_STRAIGHT_BILL_OF_LADING',
      docType: 'PDF',
      encodedLabel: buildFakePdf(`BOL ${pro}`),
    };
    const label = { contentType: 'LABEL', docType: 'PDF', encodedLabel: buildFakePdf(`Label ${pro}`) };
    return ok({
      output: {
        transactionShipments: [
          {
            serviceType: asked.serviceType,
            masterTrackingNumber: pro,
            pieceResponses: [{ packageSequenceNumber: 1, trackingNumber: pro, packageDocuments: [label] }],
            shipmentDocuments: [bol],
          },
        ],
      },
    });
  }

  private requestPickup(request: unknown): FakeAnswer {
    checkPickup(request, 'request');
    if (this.refusesPickups) return refuse(400, 'PICKUP.CUTOFF.PASSED', 'The pickup cutoff has passed.');
    return ok({ output: { pickupConfirmationCode: `20261201LAX${400_000 + this.pros.length}` } });
  }

  private cancelPickup(request: unknown): FakeAnswer {
    checkPickupCancellation(request, 'request');
    const { pickupConfirmationCode } = request as { pickupConfirmationCode: string };
    if (this.canceledPickups.includes(pickupConfirmationCode))
      return refuse(400, 'PICKUP.ALREADY.CANCELLED', 'The pickup is already canceled.');
    this.canceledPickups.push(pickupConfirmationCode);
    return ok({ output: { pickupConfirmationCode, cancelConfirmationMessage: 'Pickup canceled.' } });
  }

  private find(request: unknown): FakeAnswer {
    checkReferenceRequest(request, 'request');
    const { value } = (request as { referencesInformation: { value: string } }).referencesInformation;
    const found = this.pros.filter(({ reference }) => reference === value);
    if (found.length === 0) return refuse(404, 'TRACKING.REFERENCENUMBER.NOTFOUND', 'Reference not found.');
    const trackResults = found.map(({ pro }) => ({ trackingNumberInfo: { trackingNumber: pro } }));
    return ok({ output: { completeTrackResults: [{ trackingNumber: value, trackResults }] } });
  }

  private track(request: unknown): FakeAnswer {
    checkTrackRequest(request, 'request');
    const [{ trackingNumberInfo }] = (
      request as { trackingInfo: [{ trackingNumberInfo: { trackingNumber: string } }] }
    ).trackingInfo;
    const { trackingNumber } = trackingNumberInfo;
    const scan = (
      date: string,
      eventType: string,
      eventDescription: string,
      city: string,
      state: string,
    ) => ({
      date,
      eventType,
      eventDescription,
      scanLocation: { city, stateOrProvinceCode: state, countryCode: 'US' },
    });
    const result = {
      trackingNumberInfo,
      scanEvents: [
        scan('2026-12-03T08:00:00-07:00', 'OD', 'On delivery vehicle', 'DENVER', 'CO'),
        scan('2026-12-02T05:15:00', 'DP', 'Departed terminal', 'SALT LAKE CITY', 'UT'),
        scan('2026-12-01T16:30:00-08:00', 'PU', 'Picked up', 'RENO', 'NV'),
      ],
      dateAndTimes: [{ type: 'ESTIMATED_DELIVERY', dateTime: '2026-12-03T00:00:00' }],
      deliveryDetails: { receivedByName: 'B. MILLER' },
    };
    const error = { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message: 'Tracking number cannot be found.' };
    const isUnknown = trackingNumber.startsWith('0');
    const trackResults = [isUnknown ? { trackingNumberInfo, error } : result];
    return ok({ output: { completeTrackResults: [{ trackingNumber, trackResults }] } });
  }

  /** Has bills of lading only. */
  private documents(request: unknown): FakeAnswer {
    checkDocumentRequest(request, 'request');
    const { documentType } = (request as { trackDocumentDetail: { documentType: string } })
      .trackDocumentDetail;
    if (documentType !== 'BILL_OF_LADING')
      return refuse(400, 'TRACKING.DOCUMENT.NOTFOUND', 'The document is not available.');
    return ok({ output: { documentType, documentFormat: 'PDF', document: [buildFakePdf('BOL')] } });
  }
}

function ok(body: object): FakeAnswer {
  return { status: 200, body: { transactionId: '624deea6-b709-470c-8c39-4b5511281492', ...body } };
}

function refuse(status: number, code: string, message: string): FakeAnswer {
  return {
    status,
    body: { transactionId: '624deea6-b709-470c-8c39-4b5511281492', errors: [{ code, message }] },
  };
}
