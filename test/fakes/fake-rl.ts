import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { buildEbolShape } from './ebol-shape.js';
import {
  assertBalances,
  decimal,
  formatDollars,
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

/** Not a path of R+L: delivers the freight, for people who try the fake. */
export const DELIVER_PATH = '/fake/deliver';
/** The path is not public. */
export const EBOL_PATH = 'DigitalCouncilBOL';
export const RL_KEY = 'rl-key-of-a-fake-account';

const RATE_SERVICES = [
  'InsideDelivery',
  'LimitedAccessPickup',
  'LimitedAccessDelivery',
  'OriginLiftgate',
  'DestinationLiftgate',
  'DeliveryAppointment',
  'Hazmat',
  'InsidePickup',
  'Freezable',
  'SortAndSegregate',
  'OverDimension',
  'ResidentialPickup',
  'ResidentialDelivery',
];
const BOL_SERVICES = RATE_SERVICES.filter(
  (service) => !['Hazmat', 'SortAndSegregate', 'OverDimension'].includes(service),
);

const date = matching(/^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/20\d\d$/);
const zip = matching(/^(\d{5}|[A-Z]\d[A-Z]\d[A-Z]\d)$/);
const state = matching(/^[A-Z]{2}$/);
const city = matching(/^[^.]{1,60}$/);
const freightClass = oneOf(...FREIGHT_CLASSES);
const place = shape({
  City: text(60),
  StateOrProvince: state,
  ZipOrPostalCode: zip,
  CountryCode: oneOf('USA'),
});
const party = shape({
  CompanyName: text(60),
  AddressLine1: text(30),
  AddressLine2: text(30, 0),
  City: city,
  StateOrProvince: state,
  ZipOrPostalCode: zip,
  CountryCode: oneOf('USA'),
  PhoneNumber: matching(/^\d{3}-\d{3}-\d{4}$/),
  'EmailAddress?': matching(/@/),
});
const inches = matching(/^\d+\.\d$/);
const clock = matching(/^(0[1-9]|1[0-2]):[0-5]\d [AP]M$/);

const rateQuote = shape({
  RateQuote: shape({
    PickupDate: date,
    Origin: place,
    Destination: place,
    Items: list(
      shape({
        Class: freightClass,
        Height: integer(1, 999),
        Length: integer(1, 999),
        Width: integer(1, 999),
        Weight: integer(1, 99_999),
        Quantity: integer(1, 999),
      }),
      1,
    ),
    DeclaredValue: decimal(0, 1e9),
    AdditionalServices: list(oneOf(...RATE_SERVICES)),
    Pallets: list(shape({ Code: oneOf('0001'), Weight: integer(1, 99_999), Quantity: integer(1, 999) })),
  }),
});

const billOfLading = shape({
  BillOfLading: shape({
    BOLDate: date,
    Shipper: party,
    Consignee: party,
    BillTo: party,
    HandlingUnits: list(
      shape({
        UnitType: text(10),
        Dimensions: list(shape({ Count: integer(1, 999), Length: inches, Width: inches, Height: inches }), 1),
        Items: list(
          shape({
            IsHazmat: flag,
            Pieces: integer(1, 99_999),
            PackageType: text(10),
            'NMFCItemNumber?': matching(/^\d+$/),
            'NMFCSubNumber?': matching(/^\d+$/),
            Class: freightClass,
            Weight: integer(1, 99_999),
            Description: text(255),
          }),
          1,
        ),
      }),
      1,
    ),
    'DeclaredValue?': shape({ Amount: matching(/^\d+\.\d\d$/), Per: oneOf('1') }),
    SpecialInstructions: text(2_000, 0),
    ReferenceNumbers: shape({
      ShipperNumber: matching(/^\d{17}$/),
      RateQuoteNumber: matching(/^\d+$/),
      PONumber: text(255, 0),
    }),
    AdditionalServices: list(oneOf(...BOL_SERVICES)),
    FreightChargePaymentMethod: oneOf('Prepaid', 'Collect'),
    'ServiceLevel?': oneOf('Guaranteed', 'GuaranteedByNoon'),
    'ExpeditedQuoteNumber?': matching(/^\d+$/),
    'HazmatInformation?': shape({
      EmergencyNumber: matching(/^\d{3}-\d{3}-\d{4}$/),
      ContractNumber: text(50, 0),
      ContractHolder: text(60),
    }),
  }),
  'PickupRequest?': shape({
    PickupInformation: shape({
      PickupDate: date,
      ReadyTime: clock,
      CloseTime: clock,
      AdditionalInstructions: text(1_000, 0),
    }),
  }),
  GenerateUniversalPro: oneOf(false),
});

const checkEbol = buildEbolShape('2.1.0');
const checkEbolPickup = shape({
  PickupDate: date,
  ReadyTime: clock,
  CloseTime: clock,
  AdditionalInstructions: text(1_000, 0),
  'LoadAttributes?': list(oneOf('Food', 'Freezable', 'Hazmat', 'Poison'), 1),
});

interface RateQuote {
  Origin: { ZipOrPostalCode: string };
  Destination: { ZipOrPostalCode: string };
  Items: { Class: string; Weight: number }[];
  AdditionalServices: string[];
}

/** Behaves like the API of R+L Carriers. Its prices are invented and add up as R+L's do. */
export class FakeRl extends FakeCarrierServer {
  private readonly pros: { reference: string; pro: string; quote: string }[] = [];
  private readonly quotes = new Set<string>();
  /** PRO numbers whose freight is delivered, signed for and billed. */
  private readonly delivered = new Set<string>();

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  /** Delivers all booked freight. */
  deliver(): void {
    for (const { pro } of this.pros) this.delivered.add(pro);
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    if (method === 'POST' && path === DELIVER_PATH) return { status: 200, body: this.deliver() ?? {} };
    if (headers.apikey !== RL_KEY) return { status: 401, body: { Message: 'Authorization has been denied' } };
    try {
      if (declines) throw new ShapeError('request', 'We do not serve this place.');
      const [resource] = path.slice(1).split('?');
      if (method === 'POST' && resource === 'RateQuote')
        return { status: 200, body: this.rate(JSON.parse(body)) };
      if (method === 'POST' && resource === 'BillOfLading')
        return { status: 200, body: this.book(JSON.parse(body)) };
      if (method === 'POST' && resource === EBOL_PATH) return this.bookByEbol(JSON.parse(body));
      if (method === 'GET' && resource === 'ShipmentTracing') return { status: 200, body: this.trace(path) };
      if (method === 'GET' && resource === 'BillOfLading/PrintBOL')
        return { status: 200, body: { BolDocument: buildFakePdf(`BOL ${parsePro(path)}`) } };
      if (method === 'GET' && resource === 'DocumentRetrieval')
        return { status: 200, body: this.retrieve(path) };
      return { status: 404, body: { Message: 'No such resource' } };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const Errors = [
        { Property: error.field, ErrorMessage: `${error.field}: ${error.message}`, ExceptionMessage: '' },
      ];
      return { status: 400, body: { RateQuote: null, ProNumber: null, Code: 400, Errors, Messages: [] } };
    }
  }

  /** Prices freight by class and weight, at least the minimum, 70 % off, 35.3 % fuel, $51.30 per service. */
  private rate(request: unknown): object {
    rateQuote(request, 'request');
    const { Origin, Destination, Items, AdditionalServices } = (request as { RateQuote: RateQuote })
      .RateQuote;
    const rows = Items.map(({ Class, Weight }) => {
      const rate = Math.round(Number(Class) * 190);
      return { Class, Weight, rate, amount: Math.round((rate * Weight) / 100) };
    });
    const freight = rows.reduce((sum, { amount }) => sum + amount, 0);
    const minimum = 50_000;
    const gross = Math.max(freight, minimum);
    const discount = Math.round(gross * 0.7);
    const discounted = gross - discount;
    const fuel = Math.round(discounted * 0.353);
    const fees = AdditionalServices.length * 5_130;
    const net = discounted + fuel + fees;
    assertBalances(gross - discount + fuel + fees, net);
    const charge = (Type: string, Title: string, amount: number, Rate = '') => ({
      Type,
      Title,
      Weight: '',
      Rate,
      Amount: formatDollars(amount),
    });
    const level = (Code: string, Name: string, own: number, days: number) => {
      const QuoteNumber = String(7_000_000 + ((net + own) % 999_983));
      this.quotes.add(QuoteNumber);
      const Charge = formatDollars(own === 0 ? gross + fuel + fees : own);
      return {
        QuoteNumber,
        ServiceDays: days,
        Charge,
        NetCharge: formatDollars(net + own),
        HourlyWindow: null,
        Name,
        Code,
      };
    };
    const center = (Zip: string) => ({
      ZipCode: Zip,
      City: 'MADE UP',
      State: 'XX',
      Code: 'MUP',
      Location: 'Made Up, XX',
    });
    return {
      RateQuote: {
        OriginServiceCenter: center(Origin.ZipOrPostalCode),
        DestinationServiceCenter: center(Destination.ZipOrPostalCode),
        CustomerDiscounts: formatDollars(discount),
        Charges: [
          ...rows.map(({ Class, Weight, rate, amount }) => ({
            Type: '',
            Title: `Class: ${Class}`,
            Weight: String(Weight),
            Rate: formatDollars(rate),
            Amount: formatDollars(amount),
          })),
          ...(freight < minimum ? [charge('MINIMUM', 'Minimum Charge', minimum)] : []),
          charge('DISCNT', 'R+L Discount Saves This Much', discount, '70%'),
          charge('DISCNF', 'Discounted Freight Charge', discounted),
          charge('FUEL', 'Fuel Surcharge', fuel, '35.3%'),
          ...AdditionalServices.map((service) => charge(service.slice(0, 8).toUpperCase(), service, 5_130)),
          charge('NET', 'Net Charge', net),
        ],
        CategorizedMessages: { GeneralMessages: [], TransitMessages: [], RatesMessages: [] },
        ServiceLevels: [
          level('STD', 'Standard Service', 0, 4),
          level('GSDS', 'Guaranteed Service', 5_130, 4),
          level('GSAM', 'Guaranteed AM Service', 9_720, 4),
        ],
        PickupDate: '8/2/2026',
      },
      Code: 200,
      Errors: [],
      Messages: [],
    };
  }

  /** Books every request, repeated ones too. */
  private book(request: unknown): object {
    billOfLading(request, 'request');
    const { BillOfLading, PickupRequest } = request as {
      BillOfLading: { ReferenceNumbers: { ShipperNumber: string; RateQuoteNumber: string } };
      PickupRequest?: object;
    };
    const { ShipperNumber: reference, RateQuoteNumber: quote } = BillOfLading.ReferenceNumbers;
    const pro = `WP${7_500_001 + this.pros.length}`;
    this.pros.push({ reference, pro, quote });
    const PickupRequestNumber = PickupRequest ? String(74_200_000 + this.pros.length) : null;
    return { ProNumber: pro, PickupRequestNumber, Code: 0, Errors: [], Messages: [] };
  }

  /** Answers as the standard does. Test bookings book nothing. */
  private bookByEbol({ PickupInformation, ...ebol }: Record<string, unknown>): FakeAnswer {
    try {
      checkEbol(ebol, 'request');
      checkEbolPickup(PickupInformation, 'request.PickupInformation');
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const message = `${error.field}: ${error.message}`;
      return { status: 400, body: { messageStatus: { status: 'FAIL', code: '10000001', message } } };
    }
    const { bol, referenceNumbers } = ebol as {
      bol: { isTest: boolean };
      referenceNumbers: { bol: string[]; quoteId?: string };
    };
    const pro = `WP${7_500_001 + this.pros.length}`;
    const [reference = ''] = referenceNumbers.bol;
    if (!bol.isTest) this.pros.push({ reference, pro, quote: referenceNumbers.quoteId ?? '' });
    return {
      status: 200,
      body: {
        messageStatus: { status: 'PASS', code: '10000000', message: '' },
        referenceNumbers: { pro },
        images: { bol: buildFakePdf(`BOL ${pro}`) },
        PickupRequestNumber: String(74_200_000 + this.pros.length),
      },
    };
  }

  /** Returns no error for a document that does not exist yet. */
  private retrieve(path: string): object {
    const query = new URL(path, 'http://fake').searchParams;
    const type = query.get('DocumentTypes');
    if (type !== 'Invoice' && type !== 'DeliveryReceipt')
      throw new ShapeError('DocumentTypes', 'Invoice or DeliveryReceipt is due');
    if (query.get('MediaType') !== 'PDF') throw new ShapeError('MediaType', 'PDF is due');
    const pro = parsePro(path);
    if (!this.delivered.has(pro))
      return { Documents: [], Code: 200, Errors: [], Messages: ['No documents were found.'] };
    const Documents = [{ Name: `${pro}-${type}.pdf`, Data: buildFakePdf(`${type} ${pro}`), Type: type }];
    return { Documents, Code: 200, Errors: [], Messages: [] };
  }

  private trace(path: string): object {
    const query = new URL(path, 'http://fake').searchParams;
    if (query.get('request.traceType') !== 'PRO') throw new ShapeError('request.traceType', 'PRO is due');
    const pro = query.get('request.traceNumbers') ?? '';
    if (!/^[A-Z0-9]+$/.test(pro)) throw new ShapeError('request.traceNumbers', 'a PRO number is due');
    const scan = (Description: string, City: string, State: string, Date: string, Time: string) => ({
      Description,
      City,
      State,
      Date,
      Time,
    });
    const Shipments = [
      {
        ShortStatus: 'In transit',
        LongStatus: 'In transit to Denver, CO',
        EstimatedDelivery: '12/4/2026',
        DeliveryDate: { Date: '', Time: '' },
        StatusHistory: [
          ...(this.delivered.has(pro) ? [scan('Delivered', 'Denver', 'CO', '12/3/2026', '2:30 PM')] : []),
          scan('Out for delivery', 'Denver', 'CO', '12/3/2026', '8:00 AM'),
          scan('Departed', 'Salt Lake City', 'UT', '12/2/2026', '5:15 AM'),
          scan('Picked up', 'Reno', 'NV', '12/1/2026', '4:30 PM'),
        ],
      },
    ];
    return { Shipments, Code: 200, Errors: [], Messages: [] };
  }
}

function parsePro(path: string): string {
  const pro = new URL(path, 'http://fake').searchParams.get('ProNumber') ?? '';
  if (!/^[A-Z0-9]+$/.test(pro)) throw new ShapeError('ProNumber', 'a PRO number is due');
  return pro;
}
