import type { Schemas } from '@lading/sdk';
import { humanize } from './format';

export interface Choice {
  value: string;
  label: string;
}

/** Turns API values into choices. The type parameter ties the values to the OpenAPI document. */
export function toChoices<T extends string>(
  values: readonly T[],
  getLabel: (value: T) => string = humanize,
): Choice[] {
  return values.map((value) => ({ value, label: getLabel(value) }));
}

export const COUNTRIES = toChoices<NonNullable<Schemas['CreateAddress']['country']>>(
  ['US', 'CA', 'MX'],
  (code) => ({ US: 'United States', CA: 'Canada', MX: 'Mexico' })[code],
);

export const CURRENCIES = toChoices<Schemas['Currency']>(
  ['USD', 'CAD', 'MXN'],
  (code) => ({ USD: 'US dollars', CAD: 'Canadian dollars', MXN: 'Mexican pesos' })[code],
);
export const WEIGHT_UNITS = toChoices<NonNullable<Schemas['CreateQuotes']['weight_unit']>>(
  ['lb', 'kg'],
  (code) => ({ lb: 'Pounds', kg: 'Kilograms' })[code],
);
export const DIMENSION_UNITS = toChoices<NonNullable<Schemas['CreateQuotes']['dimension_unit']>>(
  ['in', 'cm'],
  (code) => ({ in: 'Inches', cm: 'Centimeters' })[code],
);
export const INCOTERMS = toChoices<Schemas['Incoterm']>(
  ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'],
  (code) => code,
);

/** The choices of a freight status filter. A choice may stand for several statuses. */
export const FREIGHT_STATUS_CHOICES: Choice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'created', label: 'Awaiting confirmation' },
  { value: 'tendered', label: 'Tendered' },
  { value: 'booked,carrier_accepted', label: 'Booked' },
  { value: 'scheduled', label: 'Pickup scheduled' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'voided', label: 'Canceled' },
];

export function formatFreightStatus(status: Schemas['FreightStatus']): string {
  return FREIGHT_STATUS_CHOICES.find(({ value }) => value.split(',').includes(status))!.label;
}

export const TRACKING_STATUSES = toChoices<Schemas['TrackingStatus']>([
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'cancelled',
]);
export const INVOICE_STATUSES = toChoices<Schemas['InvoiceStatus']>(['open', 'overdue', 'paid', 'void']);
export const BILL_STATUSES = toChoices<Schemas['BillStatus']>([
  'matched',
  'variance',
  'disputed',
  'duplicate',
  'approved',
  'resolved',
]);
/** The types of lines on invoices and carriers' bills. The service adds the taxes of invoices. */
export const CHARGE_TYPES = toChoices<Exclude<Schemas['BillLine']['type'], 'tax'>>([
  'linehaul',
  'minimum_charge',
  'deficit_weight',
  'discount',
  'fuel_surcharge',
  'accessorial',
  'adjustment',
]);
export const FREIGHT_CLASSES = toChoices<Schemas['FreightClass']>(
  [
    '50',
    '55',
    '60',
    '65',
    '70',
    '77.5',
    '85',
    '92.5',
    '100',
    '110',
    '125',
    '150',
    '175',
    '200',
    '250',
    '300',
    '400',
    '500',
  ],
  (freightClass) => freightClass,
);
/** The common types. The API accepts more. */
export const UNIT_TYPES = toChoices<Schemas['UnitType']>([
  'pallet',
  'skid',
  'crate',
  'box',
  'carton',
  'drum',
  'bundle',
  'roll',
  'tote',
  'gaylord',
  'bag',
  'reel',
  'piece',
  'loose',
]);
export const LOCATION_TYPES = toChoices<Schemas['LocationType']>([
  'business',
  'residential',
  'limited_access',
]);
const LIMITED_ACCESS_LABELS: Record<Schemas['LimitedAccessKind'], string> = {
  airport: 'Airport',
  church: 'Church',
  club: 'Country club',
  construction: 'Construction site',
  fair: 'Fairgrounds',
  farm: 'Farm',
  hotel: 'Hotel',
  mine: 'Mine or quarry',
  park: 'Park or stadium',
  port: 'Port or marina',
  school: 'School or hospital',
  secure: 'Military base or prison',
  storage: 'Self-storage facility',
  tradeshow: 'Trade show',
  other: 'Other',
};
export const LIMITED_ACCESS_KINDS = toChoices(
  Object.keys(LIMITED_ACCESS_LABELS) as Schemas['LimitedAccessKind'][],
  (kind) => LIMITED_ACCESS_LABELS[kind],
);
export const FREIGHT_TERMS = toChoices<Schemas['FreightTerms']>(['prepaid', 'collect', 'third_party']);

type Accessorial = keyof Schemas['Accessorials'] & string;

/** Accessorials by the end of the trip that they apply to. */
export const ACCESSORIALS: { title: string; names: Accessorial[] }[] = [
  {
    title: 'At pickup',
    names: [
      'origin_liftgate',
      'inside_pickup',
      'residential_pickup',
      'limited_access_pickup',
      'pickup_appointment',
    ],
  },
  {
    title: 'At delivery',
    names: [
      'destination_liftgate',
      'inside_delivery',
      'residential_delivery',
      'limited_access_delivery',
      'delivery_appointment',
      'notify_before_delivery',
      'sort_and_segregate',
    ],
  },
  { title: 'Freight', names: ['hazmat', 'protect_from_cold', 'protect_from_heat', 'single_shipment'] },
];

const ACCESSORIAL_LABELS: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'Liftgate at pickup',
  destination_liftgate: 'Liftgate at delivery',
  notify_before_delivery: 'Notify before delivery',
  protect_from_cold: 'Protect from freezing',
  hazmat: 'Hazardous materials',
};

export function formatAccessorial(name: string): string {
  return ACCESSORIAL_LABELS[name as Accessorial] ?? humanize(name);
}

export const EVENT_TYPES = [
  'quote.created',
  'quote.expired',
  'shipment.booked',
  'shipment.picked_up',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.delivered',
  'shipment.exception',
  'shipment.cancelled',
  'bol.generated',
  'invoice.created',
  'invoice.updated',
  'invoice.overdue',
  'invoice.paid',
  'invoice.voided',
  'bill.created',
  'bill.updated',
  'edi.received',
  'edi.rejected',
  'customer.created',
  'customer.updated',
  'webhook.disabled',
  'webhook.test',
] as const satisfies readonly Schemas['EventType'][];
export const EVENT_CHOICES = toChoices<Schemas['EventType']>(EVENT_TYPES, (type) => type);
const EVENT_WILDCARDS = [
  '*',
  'quote.*',
  'shipment.*',
  'bol.*',
  'invoice.*',
  'bill.*',
  'edi.*',
  'customer.*',
  'webhook.*',
] as const satisfies readonly Schemas['EventType'][];
/** The wildcards come first: most endpoints need no other choice. */
export const SUBSCRIPTION_CHOICES = toChoices<Schemas['EventType']>(
  [...EVENT_WILDCARDS, ...EVENT_TYPES],
  (type) => (type === '*' ? '* (all events)' : type),
);
