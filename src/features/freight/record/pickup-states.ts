import { StateTable } from '../../../domain/state-table.js';

/**
 * Where a pickup stands: asked for and not confirmed yet, confirmed as first asked, changed since and confirmed again,
 * called off, or missed by the carrier.
 */
export const PICKUP_STATUSES = ['none', 'requested', 'confirmed', 'changed', 'cancelled', 'missed'] as const;
export type PickupStatus = (typeof PICKUP_STATUSES)[number];

export type PickupTrigger = 'request' | 'confirm' | 'change' | 'cancel' | 'miss' | 'withdraw';

/** `withdraw`: the carrier has declined the freight; `request` after a change: it has not answered yet. */
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
