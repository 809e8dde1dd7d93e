import { StateTable } from '../../domain/state-table.js';

/** `inactive`: paused by its owner. `disabled`: stopped by the service. Neither receives new events. */
export const ENDPOINT_STATES = ['active', 'inactive', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
export type EndpointTrigger = 'pause' | 'activate' | 'exhaust' | 'gone';

export const ENDPOINT_TRANSITIONS = new StateTable<EndpointState, EndpointTrigger>(
  'webhook endpoint',
  ENDPOINT_STATES,
  [
    { from: ['active'], trigger: 'pause', to: 'inactive' },
    { from: ['inactive', 'disabled'], trigger: 'activate', to: 'active' },
    { from: ['active'], trigger: 'exhaust', to: 'disabled' },
    { from: ['active'], trigger: 'gone', to: 'disabled' },
  ],
);

/** This many consecutive failures, across deliveries, disable an endpoint. */
export const MAX_CONSECUTIVE_FAILURES = 10;

/**
 * `consecutive` counts each failed attempt. `outage` counts the attempts that start before a counted failure is retried
 * as part of the same outage, so a burst of events against a stopped receiver counts once.
 */
export const FAILURE_POLICIES = ['consecutive', 'outage'] as const;
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/** Values of `disabled_reason`. */
export const DISABLED_REASONS = {
  exhaust: `${MAX_CONSECUTIVE_FAILURES} consecutive delivery attempts failed`,
  gone: 'The receiver responded with 410 Gone',
} as const satisfies Partial<Record<EndpointTrigger, string>>;
export type DisablingTrigger = keyof typeof DISABLED_REASONS;

/** The `disabled_reason` of an endpoint that is held because its secret cannot be decrypted. */
export const ROTATION_REQUIRED = 'Signing secret rotation required';
