import { StateTable } from '../../domain/state-table.js';

/** `inactive`: its owner paused it; `disabled`: the service did, and says why. Both get no new events. */
export const ENDPOINT_STATES = ['active', 'inactive', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
export type EndpointTrigger = 'pause' | 'activate' | 'exhaust' | 'gone';

/** How an endpoint is switched off and on (docs/delivery.md). */
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

/** Failed attempts in a row, across deliveries, that disable an endpoint. */
export const MAX_CONSECUTIVE_FAILURES = 10;

/** What `disabled_reason` says, by what disabled the endpoint. */
export const DISABLED_REASONS = {
  exhaust: `${MAX_CONSECUTIVE_FAILURES} consecutive delivery attempts failed`,
  gone: 'The receiver answered 410 Gone',
} as const satisfies Partial<Record<EndpointTrigger, string>>;
export type DisablingTrigger = keyof typeof DISABLED_REASONS;

/** Stands in `disabled_reason` of an endpoint whose secret can't be decrypted; deliveries are held meanwhile. */
export const ROTATION_REQUIRED = 'Signing secret rotation required';
