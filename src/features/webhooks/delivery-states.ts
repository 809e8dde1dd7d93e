import { StateTable } from '../../domain/state-table.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'retrying'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryTrigger = 'success' | 'failure' | 'last_failure';

/** What becomes of a delivery (docs/delivery.md). */
export const DELIVERY_TRANSITIONS = new StateTable<DeliveryStatus, DeliveryTrigger>(
  'webhook delivery',
  DELIVERY_STATUSES,
  [
    { from: ['pending', 'retrying'], trigger: 'success', to: 'delivered' },
    { from: ['pending', 'retrying'], trigger: 'failure', to: 'retrying' },
    { from: ['pending', 'retrying'], trigger: 'last_failure', to: 'failed' },
  ],
);

/** In SQL: deliveries with attempts before them, and those without. */
export const OPEN_DELIVERY_SQL = `status IN ('pending', 'retrying')`;
export const ENDED_DELIVERY_SQL = `status IN ('delivered', 'failed')`;

/** Why an attempt failed: by the receiver, but for `body_lost`. */
export const ATTEMPT_ERRORS = [
  'dns',
  'blocked_address',
  'connect',
  'tls',
  'timeout',
  'http_status',
  'reset',
  'protocol',
  'body_lost',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];
