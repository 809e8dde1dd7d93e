import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { toLocalDay } from '../../src/domain/local-time.js';
import { formatXml } from '../../src/platform/http-client/xml.js';
import {
  assertBalances,
  formatPlainDollars,
  matching,
  oneOf,
  shape,
  ShapeError,
  text,
} from './request-shape.js';

export const ARCBEST_ACCOUNT = { id: 'FAKEARC1', app_id: 'app-of-a-fake-arcbest' };

const MAX_LINES = 15;
const UNITS = ['BX', 'BDL', 'CRT', 'CTN', 'DR', 'KEG', 'PLT', 'PC', 'SKD'];
const SERVICES = [
  'GRD_PU',
  'GRD_DEL',
  'IPU',
  'IDEL',
  'RPU',
  'RDEL',
  'ARR',
  'LAP',
  'LAD',
  'SS',
  'OD',
  'HAZ',
  'ELC',
];

const yes = oneOf('Y');
const number = matching(/^[1-9]\d{0,4}$/);
const place = (side: string) => ({
  [`${side}City`]: text(60),
  [`${side}State`]: matching(/^[A-Z]{2}$/),
  [`${side}Zip`]: matching(/^\d{5}$/),
  [`${side}Country`]: oneOf('US'),
});
const optional = (fields: Record<string, ReturnType<typeof oneOf>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, check]) => [`${name}?`, check]));
const account = { DL: oneOf('2'), ID: oneOf(ARCBEST_ACCOUNT.id), 'APP_ID?': text(64) };

function buildLine(line: number, isRequired: boolean) {
  const fields = {
    [`UnitNo${line}`]: number,
    [`UnitType${line}`]: oneOf(...UNITS),
    [`Wgt${line}`]: number,
    [`Class${line}`]: oneOf(...FREIGHT_CLASSES),
    [`FrtLng${line}`]: number,
    [`FrtWdth${line}`]: number,
    [`FrtHght${line}`]: number,
  };
  const nmfc = optional({ [`NMFCItem${line}`]: matching(/^\d+$/), [`NMFCSub${line}`]: matching(/^\d+$/) });
  return { ...(isRequired ? fields : optional(fields)), ...nmfc };
}

const services = {
  ...optional(Object.fromEntries(SERVICES.map((code) => [`Acc_${code}`, yes]))),
  ...optional({ LAPType: oneOf('C', 'M', 'O', 'S', 'U'), LADType: oneOf('C', 'M', 'O', 'S', 'U') }),
  ...optional({ ODLongestSide: number, DeclaredType: oneOf('N', 'U'), DeclaredValue: number }),
};

const lines = Array.from({ length: MAX_LINES }, (_, index) => buildLine(index + 1, index === 0));
const checkRate = shape({
  ...account,
  ...place('Ship'),
  ...place('Cons'),
  ...optional({ ShipAff: yes, ShipPay: yes, ConsAff: yes, ConsPay: yes, TPBAff: yes, TPBPay: yes }),
  ...optional({ TPBAcct: text(20), ...place('TPB') }),
  ShipMonth: matching(/^\d\d$/),
  ShipDay: matching(/^\d\d$/),
  ShipYear: matching(/^20\d\d$/),
  FrtLWHType: oneOf('IN'),
  ...Object.assign({}, ...lines),
  ...services,
});
const checkTrace = shape({ ...account, RefNum: matching(/^\d{9}$|^\d{17}$/), RefType: oneOf('A', 'B') });
const day = matching(/^\d\d\/\d\d\/20\d\d$/);
const clock = matching(/^\d\d:\d\d$/);
const phone = matching(/^\d{10}$/);

const party = (side: string) => ({
  [`${side}Name`]: text(60),
  [`${side}Contact?`]: text(60),
  [`${side}Address`]: text(60),
  ...place(side),
  [`${side}Phone`]: phone,
  [`${side}Email?`]: text(100),
});

function buildPickupLine(line: number, isRequired: boolean) {
  const fields = {
    [`PN${line}`]: number,
    [`PT${line}`]: oneOf(...UNITS),
    [`WT${line}`]: number,
    [`CL${line}`]: oneOf(...FREIGHT_CLASSES),
    [`Desc${line}`]: text(35),
  };
  return { ...(isRequired ? fields : optional(fields)), ...optional({ [`HZ${line}`]: yes }) };
}

function buildBolLine(line: number, isRequired: boolean) {
  const fields = {
    [`HN${line}`]: number,
    [`HT${line}`]: oneOf(...UNITS),
    [`FrtLng${line}`]: number,
    [`FrtWdth${line}`]: number,
    [`FrtHght${line}`]: number,
  };
  const more = optional({
    [`NMFC${line}`]: matching(/^\d+$/),
    [`SUB${line}`]: matching(/^\d+$/),
    [`HZUN${line}`]: matching(/^(\d{4}|NA\d{4}|ID8000)$/),
    [`HZCL${line}`]: text(20),
    [`HZPropName${line}`]: text(100),
    [`HZPackGrp${line}`]: oneOf('I', 'II', 'III'),
    [`HZTechName${line}`]: text(100),
  });
  return { ...buildPickupLine(line, isRequired), ...(isRequired ? fields : optional(fields)), ...more };
}

const forEachLine = (build: typeof buildBolLine) =>
  Object.assign({}, ...Array.from({ length: MAX_LINES }, (_, index) => build(index + 1, index === 0)));
const header = {
  ...account,
  'Test?': yes,
  RequesterType: oneOf('1', '2', '3'),
  PayTerms: oneOf('P', 'C'),
  RequesterName: text(60),
  RequesterPhone: phone,
  'RequesterEmail?': text(100),
  ...party('Ship'),
  ...party('Cons'),
  ...optional(Object.fromEntries(Object.entries(party('TPB')).filter(([name]) => !name.endsWith('?')))),
  ...optional({ TPBContact: text(60), TPBEmail: text(100), TPBAcct: text(20) }),
  Bol: matching(/^\d{17}$/),
  ...optional({ PO1: text(20), Instructions: text(250), TimeKeeper: yes }),
  ...services,
};
const checkBol = shape({
  ...header,
  ProAutoAssign: yes,
  ShipDate: day,
  ...optional({ QuoteID: matching(/^\w{6,12}$/), DeliveryTimeType: oneOf('by'), DeliveryTime: clock }),
  LWHType: oneOf('IN'),
  ...forEachLine(buildBolLine),
  FileFormat: oneOf('A'),
});
const checkPickup = shape({
  ...header,
  Pronumber: matching(/^\d{9}$/),
  PickupDate: day,
  AT: clock,
  OT: clock,
  CT: clock,
  ...forEachLine(buildPickupLine),
});

/** Behaves like ArcBest's XML API. Its prices are invented and add up. */
export class FakeArcbest extends FakeCarrierServer {
  /** Offers guaranteed levels while true. */
  guarantees = false;

  /** Refuses pickups while true. */
  refusesPickups = false;
  private readonly booked: { reference: string; pro: string }[] = [];
  private count = 0;

  override bookings(reference: string): number {
    return this.booked.filter((booking) => booking.reference === reference).length;
  }

  protected override answer({ method, path }: FakeRequest, declines: boolean): FakeAnswer {
    const { pathname, searchParams } = new URL(path, 'http://fake');
    const query = Object.fromEntries(searchParams);
    if (query.ID !== ARCBEST_ACCOUNT.id) return refuse('5', 'Invalid ID specified.');
    try {
      if (declines) throw new ShapeError('ConsZip', 'ArcBest does not serve this place.');
      if (method === 'GET' && pathname === '/aquotexml.asp') return this.rate(query);
      if (method === 'GET' && pathname === '/tracexml.asp') return this.trace(query);
      if (method === 'GET' && pathname === '/bolxml.asp') return this.book(query);
      if (method === 'GET' && pathname === '/pickupxml.asp') return this.requestPickup(query);
      return { status: 404, body: '<html><body>No such page</body></html>' };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return refuse('30', `${error.field}: ${error.message}`);
    }
  }

  /** Prices freight by class and weight, 65 % off, 32 % fuel, $85.00 per service. */
  private rate(query: Record<string, string>): FakeAnswer {
    checkRate(query, 'query');
    const { ShipYear, ShipMonth, ShipDay } = query;
    if (`${ShipYear}-${ShipMonth}-${ShipDay}` !== toLocalDay('America/Chicago', new Date()))
      throw new ShapeError('ShipDay', 'only today is rated');
    const numbers = Array.from({ length: MAX_LINES }, (_, index) => index + 1);
    const rated = numbers.filter((line) => query[`Wgt${line}`]);
    const gross = rated.map((line) =>
      Math.round(Number(query[`Class${line}`]) * Number(query[`Wgt${line}`]) * 6),
    );
    const sum = gross.reduce((total, cents) => total + cents, 0);
    const discount = Math.round(sum * 0.65);
    const fuel = Math.round((sum - discount) * 0.32);
    const services = SERVICES.filter((code) => query[`Acc_${code}`]);
    const total = sum - discount + fuel + services.length * 8_500;
    assertBalances(total - fuel - services.length * 8_500, sum - discount);
    const item = (code: string, cents: number, more = '') =>
      `<ITEM FOR="${code}" AMOUNT="${cents < 0 ? '-' : ''}${formatPlainDollars(Math.abs(cents))}"${more}/>`;
    const items = [
      ...rated.map((line, index) => item(`LINE${line}`, gross[index]!, ` WEIGHT="${query[`Wgt${line}`]}"`)),
      item('DISC', -discount),
      item('FSC', fuel),
      ...services.map((code) => item(code, 8_500)),
    ];
    const option = (time: string, cents: number) =>
      `<OPTION><GUARANTEEDCHARGE>${formatPlainDollars(cents)}</GUARANTEEDCHARGE>` +
      `<GUARANTEEDBYTIME>${time}</GUARANTEEDBYTIME></OPTION>`;
    const options = this.guarantees ? option('1200', total + 9_000) + option('1700', total + 4_500) : '';
    return xml(
      `<ABF><QUOTEID>${1_000_000_000 + (total % 1_000_000)}</QUOTEID><CHARGE>${formatPlainDollars(total)}</CHARGE>` +
        `<ADVERTISEDTRANSIT>3 Days</ADVERTISEDTRANSIT><RATEDITEMS>${items.join('')}</RATEDITEMS>` +
        `<GUARANTEEDOPTIONS>${options}</GUARANTEEDOPTIONS><NUMERRORS>0</NUMERRORS></ABF>`,
    );
  }

  /** Each request books, also a repeated one. */
  private book(query: Record<string, string>): FakeAnswer {
    checkBol(query, 'query');
    const pro = String(100_000_000 + ++this.count);
    if (query.Test !== 'Y') this.booked.push({ reference: query.Bol!, pro });
    const document = `http://www.abfs.com/work/bol/${pro}.pdf`;
    const answer = { DOCUMENT: document, PRONUMBER: pro, NUMWARNINGS: 0, NUMERRORS: 0 };
    return xml(formatXml('ABF', answer));
  }

  private requestPickup(query: Record<string, string>): FakeAnswer {
    checkPickup(query, 'query');
    if (this.refusesPickups) return refuse('61', 'The pickup is after the last departure.');
    return xml(formatXml('ABF', { CONFIRMATION: `PU${query.Pronumber}`, NUMERRORS: 0 }));
  }

  private trace(query: Record<string, string>): FakeAnswer {
    checkTrace(query, 'query');
    const found = this.booked.find(({ reference }) => reference === query.RefNum);
    const isUnknown = query.RefType === 'B' ? !found : query.RefNum!.startsWith('9');
    if (isUnknown) return refuse('1', 'Shipment not found.');
    return xml(
      formatXml('ABF', {
        SHIPMENTS: {
          SHIPMENT: {
            PRONUMBER: found?.pro ?? query.RefNum!,
            PICKUP: '12/01/2026',
            PICKUPTIME: '4:30 PM',
            DELIVERYDATE: '12/03/2026',
            DELIVERYTIME: '8:00 AM',
            EXPECTEDDELIVERYDATE: '12/04/2026',
            SHORTSTATUS: 'DEL',
            LONGSTATUS: 'Delivered',
            DELIVSIGFIRSTNAME: 'B.',
            DELIVSIGLASTNAME: 'MILLER',
            SHIPPERCITY: 'RENO',
            SHIPPERSTATE: 'NV',
            CONSIGNEECITY: 'DENVER',
            CONSIGNEESTATE: 'CO',
          },
        },
        NUMERRORS: 0,
      }),
    );
  }
}

function xml(body: string): FakeAnswer {
  return { status: 200, body };
}

function refuse(code: string, message: string): FakeAnswer {
  return xml(formatXml('ABF', { NUMERRORS: 1, ERROR: { ERRORCODE: code, ERRORMESSAGE: message } }));
}
