import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import {
  assertBalances,
  formatPlainDollars,
  matching,
  oneOf,
  shape,
  ShapeError,
  text,
} from './request-shape.js';

export const SOUTHEASTERN_ACCOUNT = {
  username: 'SEFLUSER',
  password: 'sefl-password-of-a-fake',
  customer_account: '851099',
  customer_name: 'Acme Manufacturing',
  customer_city: 'Hauppauge',
  customer_state: 'NY',
  customer_zip: '11788',
};
const BASIC = `Basic ${Buffer.from(`${SOUTHEASTERN_ACCOUNT.username}:${SOUTHEASTERN_ACCOUNT.password}`).toString('base64')}`;

const CHECK_BOXES = ['LGP', 'LGD', 'IP', 'ID', 'PR', 'LAP', 'LAD', 'AN', 'HM', 'OD', 'IN'].map(
  (name) => `chk${name}`,
);

const zip = matching(/^\d{5}$/);
const state = matching(/^[A-Z]{2}$/);
const yes = oneOf('Y');
const on = oneOf('on');
const positive = matching(/^[1-9]\d{0,5}$/);
const MAX_LINES = 20;

const line = (number: number) => ({
  [`Class${number}`]: oneOf(...FREIGHT_CLASSES.map((name) => name.replace('.', ''))),
  [`Weight${number}`]: positive,
  [`Description${number}`]: text(255),
  [`NumberOfUnits${number}`]: positive,
  [`PieceLength${number}`]: positive,
  [`PieceWidth${number}`]: positive,
  [`PieceHeight${number}`]: positive,
});

const header = {
  returnX: yes,
  rateXML: yes,
  allowSpot: oneOf('Y', 'N'),
  CustomerAccount: matching(/^\d{9}$/),
  CustomerName: text(60),
  'CustomerStreet?': text(60),
  CustomerCity: text(60),
  CustomerState: state,
  CustomerZip: zip,
  'EmailAddress?': matching(/@/),
  Option: oneOf('S', 'C', 'T'),
  Terms: oneOf('P', 'C'),
  PickupMonth: matching(/^(0[1-9]|1[0-2])$/),
  PickupDay: matching(/^(0[1-9]|[12]\d|3[01])$/),
  PickupYear: matching(/^20\d\d$/),
  OriginCity: text(60),
  OriginState: state,
  OriginZip: zip,
  OrigCountry: oneOf('U'),
  DestinationCity: text(60),
  DestinationState: state,
  DestinationZip: zip,
  DestCountry: oneOf('U'),
  Description: text(255),
  DimsOption: oneOf('I'),
  'accessorial?': on,
  'ODLength?': positive,
  'ODLengthUnit?': oneOf('I'),
  'FVInsuranceAmount?': matching(/^\d+\.00$/),
  ...Object.fromEntries(CHECK_BOXES.map((name) => [`${name}?`, on])),
};

/** Behaves like Southeastern's rate API: a quote is submitted, and is rated when it is asked for again. Prices are invented. */
export class FakeSoutheastern extends FakeCarrierServer {
  /** Requests for a quote that find it unrated. */
  pollsBeforeRate = 1;
  /** Replaces the host in the address of a quote. */
  locationHost: string | null = null;
  private readonly quotes = new Map<string, { rated: object; polls: number }>();

  override bookings(): number {
    return 0;
  }

  protected override answer({ method, path, headers, body }: FakeRequest, declines: boolean): FakeAnswer {
    if (headers.authorization !== BASIC) return { status: 401, body: '' };
    const number = /^\/ratequotes\/rest\/(\d+)\?ReturnDetail=Y$/.exec(path)?.[1];
    if (method === 'GET' && number) return ok(this.find(number));
    if (method !== 'POST' || path !== '/ratequotes/rest/submitQuote') return { status: 404, body: '' };
    try {
      if (declines)
        throw new ShapeError('Destination', 'At least one point must be directly serviced by SEFL');
      return ok(this.submit(Object.fromEntries(new URLSearchParams(body))));
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return ok({ errorOccured: 'true', errorMessage: `${error.message}.`, detailQuoteLocation: '' });
    }
  }

  private submit(form: Record<string, string>): object {
    const lines = Object.keys(form).filter((name) => /^Class\d+$/.test(name)).length;
    if (lines < 1 || lines > MAX_LINES) throw new ShapeError('Class', `1 to ${MAX_LINES} lines are due`);
    const numbers = Array.from({ length: lines }, (_, index) => index + 1);
    shape({ ...header, ...Object.assign({}, ...numbers.map(line)) })(form, 'form');
    const services = CHECK_BOXES.filter((name) => form[name]);
    if (services.some((name) => name !== 'chkIN') !== (form.accessorial === 'on'))
      throw new ShapeError('accessorial', 'is due with a service');
    const { rated, quoteNumber } = this.rate(form, numbers, services);
    this.quotes.set(quoteNumber, { rated, polls: 0 });
    const location = `${this.locationHost ?? this.url}/ratequotes/rest/${quoteNumber}?ReturnDetail=Y`;
    return { errorOccured: 'false', errorMessage: '', detailQuoteLocation: location.replaceAll('/', '\\/') };
  }

  /** Prices freight by class and weight, 50 % off, 25 % fuel, $70.00 for each service. The discount has no sign. */
  private rate(form: Record<string, string>, numbers: number[], services: string[]) {
    const gross = numbers.reduce((sum, number) => {
      const freightClass = FREIGHT_CLASSES.find((name) => name.replace('.', '') === form[`Class${number}`])!;
      return sum + Math.round((Number(freightClass) * 150 * Number(form[`Weight${number}`])) / 100) * 4;
    }, 0);
    const [discount, fuel] = [gross / 2, Math.round(gross / 8)];
    const total = gross - discount + fuel + services.length * 7_000;
    assertBalances(gross - discount + fuel + 7_000 * services.length, total);
    const row = (typeCharge: string, description: string, cents: number) => ({
      typeCharge: typeCharge.padEnd(4),
      description,
      charges: formatPlainDollars(cents).padStart(12),
    });
    const quoteNumber = String(90_000_000 + (total % 1_000_000));
    const rated = {
      status: 'RAT',
      errorMessage: '',
      quoteNumber,
      rateQuote: formatPlainDollars(total),
      transitTime: '3',
      details: [
        row('MFC', 'CLASS RATE', gross),
        row('D50', 'DISCOUNT 50%', discount),
        row('NFC', 'NET FREIGHT CHARGE', gross - discount),
        row('FS', 'FUEL SURCHARGE', fuel),
        ...services.map((name) => row(name.slice(3), `SERVICE ${name.slice(3)}`, 7_000)),
        row('TTL', 'TOTAL', total),
      ],
    };
    return { quoteNumber, rated };
  }

  private find(number: string): object {
    const quote = this.quotes.get(number);
    if (!quote) return { errorMessage: 'Quote not found.' };
    const isRated = quote.polls++ >= this.pollsBeforeRate;
    return isRated ? quote.rated : { errorMessage: 'Quote request has not yet been processed.' };
  }
}

function ok(body: object): FakeAnswer {
  return { status: 200, body };
}
