import { StateTable } from '../../domain/state-table.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'retrying'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryTrigger = 'success' | 'failure' | 'last_failure';

export const DELIVERY_TRANSITIONS = new StateTable<DeliveryStatus, DeliveryTrigger>(
  'webhook delivery',
  DELIVERY_STATUSES,
  [
    { from: ['pending', 'retrying'], trigger: 'success', to: 'delivered' },
    { from: ['pending', 'retrying'], trigger: 'failure', to: 'retrying' },
    { from: ['pending', 'retrying'], trigger: 'last_failure', to: 'failed' },
  ],
);

/** SQL conditions. Partial indexes have the same text. */
export const OPEN_DELIVERY_SQL = `status IN ('pending', 'retrying')`;
export const ENDED_DELIVERY_SQL = `status IN ('delivered', 'failed')`;

/** Reasons for a failed attempt. All but `body_lost` are failures of the receiver. */
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
