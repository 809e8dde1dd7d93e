import type { Fee, Line, Zip } from './expected-prices.js';

/** A shipment of the week: the request, its price and the expected warnings. */
export interface Load {
  what: string;
  lane?: readonly [Zip, Zip];
  lines: (Line & Record<string, unknown>)[];
  /** Other fields of the quote request. */
  ask?: Record<string, unknown>;
  /** Each charged accessorial by code, with its fee in the common schedule. */
  fees?: Record<string, Fee>;
  /** `code param` of each warning. */
  warnings?: string[];
  /** The carriers that decline, with the expected reason. */
  refusedBy?: Record<string, RegExp>;
  /** The carrier that gets the load. */
  by?: string;
  /** Fields that differ from the usual draft. */
  draft?: Record<string, unknown>;
  /** Handling units and pieces of the bill of lading. */
  units?: number;
  pieces?: number;
}

const SERVICES = {
  LIFT: [95, 8.5],
  INSIDE: [110, 9.5],
  HOME: [125],
  APPOINTMENT: [45],
  NOTIFY: [25],
  SORT: [65, 3.5],
  HAZMAT: [55],
  LIMITED: [90],
  TRADESHOW: [225, 9],
  MINE: [160],
  COLD: [75, 4.5],
  HEAT: [85, 5],
  ALONE: [35],
  MANHATTAN: [95, 4.5],
  HAWAII: [390, 32],
  OVER_8_FEET: [95],
  OVER_12_FEET: [195],
  OVER_16_FEET: [375],
} as const satisfies Record<string, Fee>;
const S = SERVICES;

/** 48 × 40 × 48 in are 53⅓ cubic feet: at 500 lb 9.4 lb a cubic foot, which is class 100. */
const pallet = (weight: number, freightClass: string, more: object = {}) => ({
  weight,
  freight_class: freightClass,
  length: 48,
  width: 40,
  height: 48,
  ...more,
});
const PLAIN = [pallet(500, '100')];
const ACETONE = {
  un_number: 'UN1090',
  proper_shipping_name: 'Acetone',
  hazard_class: '3',
  packing_group: 'II',
};
export const CHEMTREC = { name: 'CHEMTREC', phone: '800-424-9300', contract_number: 'CCN 12345' };
const tooLong = /longer than/;
const tooHeavyToLift = /liftgates lift/;

/** 20 units of 26⅔ cubic feet: 450 lb are 16.9 lb a cubic foot, class 70. */
const unit = { weight: 450, freight_class: '70', length: 48, width: 40, height: 24, stackable: true };

export const LOADS: Load[] = [
  { what: 'a pallet whose class is the density’s', lines: PLAIN },
  {
    what: 'a class that the density doesn’t give',
    lines: [pallet(500, '70')],
    warnings: ['class_density_mismatch items[0].freight_class'],
    by: 'SIM1',
  },
  { what: 'class 110, which lies beside the density’s', lines: [pallet(500, '110')], by: 'SIM4' },
  {
    what: 'twenty identical pallets on one line',
    lines: [{ ...unit, quantity: 20, weight: 9_000, pieces: 400, packaging_type: 'carton' }],
    units: 20,
    pieces: 400,
  },
  { what: 'the same twenty on twenty lines', lines: Array(20).fill(unit), units: 20 },
  {
    what: 'two classes that are billed up to the next break',
    lines: [pallet(1_900, '65', { height: 60 }), pallet(60, '300', { length: 40, height: 40, width: 48 })],
    units: 2,
    by: 'SIM3',
  },
  {
    what: 'odd pounds: three units of a third each',
    lines: [pallet(1_000, '110', { quantity: 3, handling_unit_type: 'CRT' })],
    units: 3,
  },
  {
    what: 'hazmat in one of two lines',
    lines: [
      pallet(500, '100', { description: 'Paper towels' }),
      pallet(500, '100', { description: 'Solvent', pieces: 4, packaging_type: 'drum', hazmat: ACETONE }),
    ],
    fees: { HAZ: S.HAZMAT },
    draft: { emergency_contact: CHEMTREC },
    units: 2,
  },
  {
    what: 'hazmat by the accessorial, described on the draft',
    lines: [pallet(500, '100', { pieces: 4, packaging_type: 'drum' })],
    ask: { accessorials: { hazmat: true } },
    fees: { HAZ: S.HAZMAT },
    draft: {
      emergency_contact: CHEMTREC,
      freight: { description: 'Solvent', hazmat: [{ item: 0, ...ACETONE }] },
    },
    pieces: 4,
  },
  {
    what: 'a school’s back door',
    lines: PLAIN,
    ask: { limited_access: { delivery: 'school' } },
    fees: { LTDAD: S.LIMITED },
  },
  {
    what: 'a booth that is taken down',
    lines: [pallet(3_000, '50')],
    ask: { limited_access: { pickup: 'tradeshow' } },
    fees: { LTDAP: S.TRADESHOW },
  },
  {
    what: 'a mine, and a pickup that is the only one',
    lines: PLAIN,
    ask: { accessorials: { single_shipment: true }, limited_access: { delivery: 'mine' } },
    fees: { LTDAD: S.MINE, SS: S.ALONE },
  },
  {
    what: 'a company that sounds like a school',
    lines: PLAIN,
    ask: { destination: { company: 'Lincoln High School' } },
    warnings: ['limited_access_suspected destination.company'],
  },
  {
    what: 'appointments at both ends',
    lines: PLAIN,
    ask: { accessorials: { pickup_appointment: true, delivery_appointment: true } },
    fees: { APTP: S.APPOINTMENT, APTD: S.APPOINTMENT },
  },
  {
    what: 'what must not freeze',
    lines: [pallet(2_500, '55', { height: 50 })],
    ask: { accessorials: { protect_from_cold: true } },
    fees: { PSC: S.COLD },
    refusedBy: { SIM6: /Protect from freezing/ },
  },
  {
    what: 'what must not melt, with a call before it comes',
    lines: PLAIN,
    ask: { accessorials: { protect_from_heat: true, notify_before_delivery: true } },
    fees: { PSH: S.HEAT, MNC: S.NOTIFY },
    refusedBy: { SIM6: /Protect from heat/ },
  },
  {
    what: 'ten feet of pipe',
    lines: [pallet(1_000, '92.5', { length: 120, width: 40, height: 36 })],
    fees: { OVR: S.OVER_8_FEET },
    warnings: ['overlength items[0].length'],
  },
  {
    what: 'sixteen feet of it, on a liftgate',
    lines: [pallet(1_000, '100', { length: 200, width: 30, height: 36 })],
    ask: { accessorials: { destination_liftgate: true } },
    fees: { LFTD: S.LIFT, OVR: S.OVER_16_FEET },
    warnings: ['overlength items[0].length', 'liftgate_limit items[0].length'],
    refusedBy: { SIM3: tooLong },
  },
  {
    what: 'a liftgate at each end for what it lifts',
    lines: [pallet(1_600, '60', { height: 45 })],
    ask: { accessorials: { origin_liftgate: true, destination_liftgate: true } },
    fees: { LFTP: S.LIFT, LFTD: S.LIFT },
  },
  {
    what: 'a liftgate for what few of them lift',
    lines: [pallet(2_600, '55', { height: 52 })],
    ask: { accessorials: { destination_liftgate: true } },
    fees: { LFTD: S.LIFT },
    warnings: ['liftgate_limit items[0].weight'],
    refusedBy: { SIM2: tooHeavyToLift, SIM3: tooHeavyToLift, SIM5: tooHeavyToLift, SIM6: tooHeavyToLift },
    by: 'SIM1',
  },
  {
    what: 'from a home into a home, up the stairs, sorted',
    lines: [pallet(1_500, '65', { height: 60 })],
    ask: {
      accessorials: {
        residential_pickup: true,
        residential_delivery: true,
        inside_pickup: true,
        inside_delivery: true,
        sort_and_segregate: true,
      },
    },
    fees: { REP: S.HOME, RES: S.HOME, IPU: S.INSIDE, IDL: S.INSIDE, SRT: S.SORT },
    refusedBy: { SIM6: /Sort and segregate/ },
  },
  { what: 'light freight, which one carrier bills by its room', lines: [pallet(100, '300')], by: 'SIM5' },
  {
    what: 'out of Manhattan, so little that the minimum counts',
    lane: ['10001', '02108'],
    lines: [pallet(60, '55', { length: 24, width: 20, height: 3 })],
    fees: { HIPU: S.MANHATTAN },
    warnings: ['class_density_mismatch items[0].freight_class'],
  },
  {
    what: 'over the sea',
    lane: ['90001', '96813'],
    lines: PLAIN,
    fees: { HIDL: S.HAWAII },
    refusedBy: { SIM2: /Hawaii/, SIM3: /Hawaii/, SIM5: /Hawaii/, SIM6: /Hawaii/ },
    by: 'SIM4',
  },
  { what: 'by the carrier with a telephone', lines: PLAIN, by: 'SIM6' },
  {
    what: 'collect: the consignee pays the carrier',
    lines: PLAIN,
    draft: { bill_to: { type: 'collect', company: 'Lakeside Stores', account: 'LS-9' } },
  },
  {
    what: 'a third party pays',
    lane: ['98101', '75201'],
    lines: [pallet(800, '70')],
    draft: {
      bill_to: {
        type: 'third_party',
        company: 'Freight Payers Inc',
        address: '1 Pay St',
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        account: '0012-345',
      },
    },
  },
  {
    what: 'three customer orders',
    lane: ['80202', '90001'],
    lines: [pallet(900, '70', { pieces: 90, packaging_type: 'carton' })],
    draft: {
      orders: [
        { number: 'PO-1', packages: 40, weight: 400, palletized: true, info: 'Dept. 12' },
        { number: 'PO-2', packages: 30, weight: 300 },
        { number: 'PO-3', packages: 20, weight: 200 },
      ],
    },
    pieces: 90,
  },
  {
    what: 'what no density asks about: a crate of 77.5',
    lane: ['75201', '80202'],
    lines: [
      pallet(700, '77.5', { handling_unit_type: 'crate', nmfc_item_number: '47500', nmfc_sub_code: '02' }),
    ],
  },
  {
    what: 'a rush: the guaranteed morning',
    lines: [pallet(640, '85', { quantity: 1 })],
    by: 'SIM4',
  },
];

export const CITIES: Record<Zip, { city: string; state: string }> = {
  '90001': { city: 'Los Angeles', state: 'CA' },
  '60601': { city: 'Chicago', state: 'IL' },
  '98101': { city: 'Seattle', state: 'WA' },
  '75201': { city: 'Dallas', state: 'TX' },
  '80202': { city: 'Denver', state: 'CO' },
  '10001': { city: 'New York', state: 'NY' },
  '02108': { city: 'Boston', state: 'MA' },
  '96813': { city: 'Honolulu', state: 'HI' },
};

export const LA_TO_CHICAGO = ['90001', '60601'] as const;

/** Builds the quote request of a load. */
export function buildQuoteRequest({ lane = LA_TO_CHICAGO, lines, ask = {} }: Load): Record<string, unknown> {
  const [from, to] = lane;
  const { destination, ...rest } = ask;
  return {
    origin: { zip: from, ...CITIES[from] },
    destination: { zip: to, ...CITIES[to], ...(destination as object) },
    items: lines,
    ...rest,
  };
}
