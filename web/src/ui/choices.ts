import type { Schemas } from '@lading/sdk';
import { humanize } from './format';

interface Choice {
  value: string;
  label: string;
}

/** The document's words as choices; the type holds them to the document's. */
function choices<T extends string>(all: readonly T[], label: (one: T) => string = humanize): Choice[] {
  return all.map((value) => ({ value, label: label(value) }));
}

export const FREIGHT_STATUSES = choices<Schemas['FreightStatus']>([
  'draft',
  'created',
  'booked',
  'tendered',
  'carrier_accepted',
  'scheduled',
  'in_transit',
  'delivered',
  'voided',
]);
export const TRACKING_STATUSES = choices<Schemas['TrackingStatus']>([
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'cancelled',
]);
export const INVOICE_STATUSES = choices<Schemas['InvoiceStatus']>(['open', 'overdue', 'paid', 'void']);
export const BILL_STATUSES = choices<Schemas['BillStatus']>([
  'matched',
  'variance',
  'disputed',
  'duplicate',
  'approved',
  'resolved',
]);
export const FREIGHT_CLASSES = choices<Schemas['FreightClass']>(
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
  (one) => one,
);
/** Those that are seen every day; the API knows more. */
export const UNIT_TYPES = choices<Schemas['UnitType']>([
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
export const LOCATION_TYPES = choices<Schemas['LocationType']>(['business', 'residential', 'limited_access']);
export const LIMITED_ACCESS_KINDS = choices<Schemas['LimitedAccessKind']>([
  'airport',
  'church',
  'club',
  'construction',
  'fair',
  'farm',
  'hotel',
  'mine',
  'park',
  'port',
  'school',
  'secure',
  'storage',
  'tradeshow',
  'other',
]);
export const FREIGHT_TERMS = choices<Schemas['FreightTerms']>(['prepaid', 'collect', 'third_party']);

type Accessorial = keyof Schemas['Accessorials'] & string;
/** Services beside the road, by where they are needed. */
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

const EVENT_TYPE_NAMES = [
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
  'customer.created',
  'customer.updated',
  'webhook.test',
] as const satisfies readonly Schemas['EventType'][];
export const EVENT_TYPES: readonly Schemas['EventType'][] = EVENT_TYPE_NAMES;
export const EVENT_CHOICES = choices(EVENT_TYPES, (one) => one);
