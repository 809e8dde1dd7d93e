import { StateTable } from '../../../domain/state-table.js';

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

/** `book_by_hand` books with a carrier that has no booking API. */
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

/** Triggers that tracking may use to catch up with a carrier's scan. */
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
  { from: ['created', 'tendered'], trigger: 'decline', to: 'draft' },
  { from: ['carrier_accepted'], trigger: 'schedule', to: 'scheduled' },
  { from: ['carrier_accepted', 'scheduled'], trigger: 'pick_up', to: 'in_transit' },
  { from: ['in_transit'], trigger: 'deliver', to: 'delivered' },
  {
    from: ['draft', 'created', 'booked', 'tendered', 'carrier_accepted', 'scheduled'],
    trigger: 'cancel',
    to: 'voided',
  },
]);
export const BOOKING_STATES = ['none', 'pending', 'retrying', 'unsure', 'done'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** `requested` is not confirmed yet. `changed` is confirmed with another day or time than first requested. */
export const PICKUP_STATUSES = ['none', 'requested', 'confirmed', 'changed', 'cancelled', 'missed'] as const;
export type PickupStatus = (typeof PICKUP_STATUSES)[number];

export type PickupTrigger = 'request' | 'confirm' | 'change' | 'cancel' | 'miss' | 'withdraw';

/** `withdraw`: the carrier declined the freight. */
export const PICKUP_STATES = new StateTable<PickupStatus, PickupTrigger>('pickup', PICKUP_STATUSES, [
  {
    from: ['none', 'requested', 'confirmed', 'changed', 'cancelled', 'missed'],
    trigger: 'request',
    to: 'requested',
  },
  { from: ['none', 'requested', 'missed', 'cancelled'], trigger: 'confirm', to: 'confirmed' },
  {
    from: ['requested', 'confirmed', 'changed', 'missed', 'cancelled'],
    trigger: 'change',
    to: 'changed',
  },
  { from: ['requested', 'confirmed', 'changed', 'missed'], trigger: 'cancel', to: 'cancelled' },
  { from: ['requested', 'confirmed', 'changed'], trigger: 'miss', to: 'missed' },
  { from: ['none', 'requested', 'missed'], trigger: 'withdraw', to: 'none' },
]);
export const TENDER_STATE_NAMES = ['sent', 'accepted', 'declined', 'expired', 'withdrawn', 'failed'] as const;
export type TenderState = (typeof TENDER_STATE_NAMES)[number];

export type TenderTrigger = 'accept' | 'decline' | 'expire' | 'withdraw' | 'fail';

export const TENDER_STATES = new StateTable<TenderState, TenderTrigger>('tender', TENDER_STATE_NAMES, [
  { from: ['sent'], trigger: 'accept', to: 'accepted' },
  { from: ['sent'], trigger: 'decline', to: 'declined' },
  { from: ['sent'], trigger: 'expire', to: 'expired' },
  { from: ['sent'], trigger: 'fail', to: 'failed' },
  { from: ['sent', 'accepted'], trigger: 'withdraw', to: 'withdrawn' },
]);
