import { StateTable } from '../../../domain/state-table.js';

/** Every status a shipment can have; docs/booking.md draws them. */
export const FREIGHT_STATUSES = [
  'draft',
  'created',
  'booked',
  'tendered',
  'carrier_accepted',
  'scheduled',
  'in_transit',
  'delivered',
  'voided',
] as const;
export type FreightStatus = (typeof FREIGHT_STATUSES)[number];

/** What moves a shipment. `book_by_hand` is booking with a carrier that has no booking API. */
export const FREIGHT_TRIGGERS = [
  'book_by_hand',
  'book',
  'confirm',
  'tender',
  'accept',
  'decline',
  'schedule',
  'pick_up',
  'deliver',
  'cancel',
] as const;
export type FreightTrigger = (typeof FREIGHT_TRIGGERS)[number];

/** What a carrier's word can make happen: the rows that an event ahead of the status walks through. */
export const CARRIER_TRIGGERS: readonly FreightTrigger[] = [
  'confirm',
  'tender',
  'accept',
  'schedule',
  'pick_up',
  'deliver',
];

export const FREIGHT_STATES = new StateTable<FreightStatus, FreightTrigger>('shipment', FREIGHT_STATUSES, [
  { from: ['draft'], trigger: 'book_by_hand', to: 'created' },
  { from: ['draft'], trigger: 'book', to: 'booked' },
  { from: ['created'], trigger: 'confirm', to: 'carrier_accepted' },
  { from: ['booked'], trigger: 'tender', to: 'tendered' },
  { from: ['tendered'], trigger: 'accept', to: 'carrier_accepted' },
  { from: ['tendered'], trigger: 'decline', to: 'draft' },
  { from: ['carrier_accepted'], trigger: 'schedule', to: 'scheduled' },
  { from: ['carrier_accepted', 'scheduled'], trigger: 'pick_up', to: 'in_transit' },
  { from: ['in_transit'], trigger: 'deliver', to: 'delivered' },
  {
    from: ['draft', 'created', 'booked', 'tendered', 'carrier_accepted', 'scheduled'],
    trigger: 'cancel',
    to: 'voided',
  },
]);
