import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { formatXml, parseXml, type XmlContent } from '../../src/platform/http-client/xml.js';
import {
  assertBalances,
  formatPlainDollars,
  list,
  matching,
  oneOf,
  shape,
  ShapeError,
  text,
} from './request-shape.js';

export const SAIA_ACCOUNT = { user_id: 'saia-user', password: 'saia&pass<1>', account_number: '0747932' };

const SERVICES = [
  'ArrivalNotice/Appointment',
  'ExcessiveLength',
  'Hazardous',
  'InsideDelivery',
  'InsidePickup',
  'LiftgateService',
  'LiftgateServicePU',
  'LimitedAccessLocation',
  'LimitedAccessLocationPU',
  'ProtectionFromFreezing',
  'ResidentialDelivery',
  'ResidentialPickup',
  'SingleShipment',
  'Sorting/Segregating',
];
const PACKAGES = ['BG', 'BX', 'BD', 'CT', 'CR', 'DR', 'PT', 'PC', 'RL', 'SK'];

type Elements = { [name: string]: XmlContent };

const login = { UserID: text(20), Password: text(14), TestMode: oneOf('Y', 'N') };
const number = matching(/^\d{1,7}$/);
const positive = matching(/^[1-9]\d{0,6}$/);
const zip = matching(/^\d{5}$/);
const state = matching(/^[A-Z]{2}$/);
const day = matching(/^20\d\d-\d\d-\d\d$/);
const clock = matching(/^([01]\d|2[0-3]):[0-5]\d:00$/);
const flag = oneOf('Y', 'N');
const terms = oneOf('Prepaid', 'Collect');
/** One child parses to an object, several to a list. */
const many = (check: ReturnType<typeof shape>) => (value: unknown, field: string) =>
  list(check, 1)(Array.isArray(value) ? value : [value], field);

const rateQuote = shape({
  ...login,
  BillingTerms: terms,
  AccountNumber: number,
  Application: oneOf('Outbound', 'Inbound', 'ThirdParty'),
  OriginCity: text(20),
  OriginState: state,
  OriginZipcode: zip,
  DestinationCity: text(20),
  DestinationState: state,
  DestinationZipcode: zip,
  WeightUnits: oneOf('LBS'),
  'DeclaredValue?': positive,
  'FullValueCoverage?': positive,
  'ExcessiveLengthTotalInches?': positive,
  Details: shape({ DetailItem: many(shape({ Weight: positive, Class: oneOf(...FREIGHT_CLASSES) })) }),
  Dimensions: shape({
    DimensionItem: many(
      shape({ Units: positive, Length: positive, Width: positive, Height: positive, Type: oneOf('IN') }),
    ),
  }),
  'Accessorials?': shape({ AccessorialItem: many(shape({ Code: oneOf(...SERVICES) })) }),
});

const party = {
  ContactName: text(60),
  Address1: text(60),
  City: text(40),
  State: state,
  Zipcode: zip,
  'Zipcode4?': matching(/^\d{4}$/),
};
const billOfLading = shape({
  ...login,
  ShipmentDate: day,
  BillingTerms: terms,
  BLNumber: matching(/^\d{17}$/),
  'ShipperNumber?': text(20),
  'PONumber?': text(20),
  PrintRates: flag,
  Customs: flag,
  VICS: flag,
  'EmergencyPhone?': matching(/^\d{10}$/),
  WeightUnits: oneOf('LBS'),
  Shipper: shape(party),
  Consignee: shape(party),
  BillTo: shape({ AccountNumber: number, ...party }),
  Details: shape({
    DetailItem: many(
      shape({
        Package: oneOf(...PACKAGES),
        Pieces: positive,
        Weight: positive,
        Class: oneOf(...FREIGHT_CLASSES),
        Hazardous: flag,
        'UNHazmatID?': matching(/^(UN|NA|ID)\d{4}$/),
        'UNPackageGroup?': oneOf('I', 'II', 'III'),
        Description: text(1_000),
      }),
    ),
  }),
});

const pickup = shape({
  ...login,
  AccountNumber: number,
  CompanyName: text(60),
  Street: text(60),
  City: text(40),
  State: state,
  Zipcode: zip,
  ContactName: text(60),
  ContactPhone: matching(/^\d{10}$/),
  PickupDate: day,
  ReadyTime: clock,
  CloseTime: clock,
  SpecialInstructions: text(1_000),
  Details: shape({
    DetailItem: many(
      shape({
        DestinationZipcode: zip,
        DestinationCountry: oneOf('US'),
        Pieces: positive,
        Package: oneOf(...PACKAGES),
        Weight: positive,
        Freezable: flag,
      }),
    ),
  }),
});

const byPro = shape({ ...login, ProNumber: matching(/^\d{11}$/) });
const byBol = shape({ ...login, BLNumber: text(20), OriginZipcode: zip, DestinationZipcode: zip });

interface Rated {
  Details: { DetailItem: { Weight: string; Class: string } | { Weight: string; Class: string }[] };
  Accessorials?: { AccessorialItem: { Code: string } | { Code: string }[] };
}

/** Behaves like Saia's XML services: each answer has HTTP 200, and `Code` is filled after an error. Its prices are invented. */
export class FakeSaia extends FakeCarrierServer {
  refusesPickups = false;
  /** Makes errors Saia's own (`Fault` S) instead of the client's. */
  failsItself = false;
  private readonly pros: { reference: string; pro: string }[] = [];

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    const parsed = parseXml(body) ?? {};
    const [document = ''] = Object.keys(parsed);
    const request = parsed[document] as Record<string, string>;
    if (method !== 'POST' || headers['api-version'] !== 'V1') return { status: 404, body: '' };
    const done = (content: Elements) =>
      ok({ Code: '', Element: '', Fault: '', Message: '', TestMode: request.TestMode, ...content });
    try {
      if (request.UserID !== SAIA_ACCOUNT.user_id)
        throw new ShapeError('UserID', 'Invalid Saia Secure login');
      if (request.Password !== SAIA_ACCOUNT.password)
        throw new ShapeError('Password', 'Invalid Saia Secure login');
      if (declines) throw new ShapeError('DestinationZipcode', 'Destination is not served');
      const call = `${path} ${document}`;
      if (call === '/webservice/ratequote/xml.aspx Create') return done(this.rate(request));
      if (call === '/webservice/BOL/xml.aspx Create') return done(this.book(request));
      if (call === '/webservice/pickup/xml.aspx Create') return done(this.pickUp(request));
      if (call === '/webservice/shipment/xml.aspx GetByProNumber') return done(this.trace(request));
      if (call === '/webservice/shipment/xml.aspx GetByBLNumber') return done(this.find(request));
      return { status: 404, body: '' };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const element = error.field.split('.').at(-1)!;
      const fault = this.failsItself ? 'S' : 'C';
      return ok({ Code: 'E01', Element: element, Fault: fault, Message: `${error.message}.` });
    }
  }

  /** Prices freight by class and weight, 60 % off, 30 % fuel, $85.00 for each service. */
  private rate(request: unknown): Elements {
    rateQuote(request, 'request');
    const { Details, Accessorials } = request as Rated;
    const lines = [Details.DetailItem].flat();
    if (lines.length > 5) throw new ShapeError('Details', 'Details must not exceed 5 lines');
    const gross = lines.reduce(
      (sum, { Weight, Class }) => sum + Math.round((Number(Class) * 190 * Number(Weight)) / 100) * 5,
      0,
    );
    const discount = (gross / 5) * 3;
    const fuel = Math.round((gross - discount) * 0.3);
    const services = [Accessorials?.AccessorialItem ?? []].flat();
    const total = gross - discount + fuel + services.length * 8_500;
    assertBalances(gross - discount + fuel + 8_500 * services.length, total);
    const item = (Code: string, Description: string, cents: number) => ({
      Code,
      Description,
      Amount: formatPlainDollars(cents),
    });
    return {
      QuoteNumber: String(3_000_000 + (total % 1_000_000)),
      TotalInvoice: formatPlainDollars(total),
      DiscountAmount: formatPlainDollars(discount),
      StandardServiceDays: 4,
      GuaranteeAmount: '45.00',
      GuaranteeAmount12pm: '0',
      RateAccessorials: {
        RateAccessorialItem: [
          item('FS', 'Fuel Surcharge', fuel),
          ...services.map(({ Code }) => item(Code.slice(0, 10), Code, 8_500)),
        ],
      },
    };
  }

  /** Books every request, repeated ones too, unless it is a test. */
  private book(request: unknown): Elements {
    billOfLading(request, 'request');
    const { BLNumber: reference, TestMode } = request as { BLNumber: string; TestMode: string };
    const pro = String(41_025_228_000 + this.pros.length);
    if (TestMode === 'N') this.pros.push({ reference, pro });
    return { ProNumber: pro };
  }

  private pickUp(request: unknown): Elements {
    pickup(request, 'request');
    if (this.refusesPickups)
      throw new ShapeError('ReadyTime', 'Pickup cannot be made today, next business day is 2026-12-02');
    return { PickupNumber: '10200300', TotalPieces: 1, TotalWeight: 500 };
  }

  private find(request: unknown): Elements {
    byBol(request, 'request');
    const { BLNumber } = request as { BLNumber: string };
    const found = this.pros.find(({ reference }) => reference === BLNumber);
    if (!found) throw new ShapeError('BLNumber', 'Shipment not found');
    return { ProNumber: found.pro, CurrentStatus: 'P/U manifest', BLNumber };
  }

  private trace(request: unknown): Elements {
    byPro(request, 'request');
    const { ProNumber } = request as { ProNumber: string };
    if (ProNumber.endsWith('999')) throw new ShapeError('ProNumber', 'Shipment not found');
    const scan = (Activity: string, City: string, State: string, ActivityDateTime: string) => ({
      Activity,
      City,
      State,
      ActivityDateTime,
      StatusCode: '',
    });
    return {
      ProNumber,
      CurrentStatus: 'Out for delivery',
      ExpectedDeliveryDate: '2026-12-04',
      Signature: '',
      // The code of a detail line is no error.
      Details: { DetailItem: { Code: 'FS', Description: 'FUEL SURCHARGE', Amount: '12.00' } },
      History: {
        HistoryItem: [
          scan('Dispatched for delivery', 'DENVER', 'CO', '2026-12-03 08:00:00'),
          scan('Departed from Terminal', 'SALT LAKE CITY', 'UT', '2026-12-02 05:15:00'),
          scan('P/U manifest', 'RENO', 'NV', '2026-12-01 16:30:00'),
        ],
      },
    };
  }
}

function ok(content: Elements): FakeAnswer {
  return { status: 200, body: formatXml('Response', content) };
}
