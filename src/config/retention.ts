import { readDuration, PERIOD_RANGE, type Env } from './env.js';

/** How long what grows by itself is kept, in milliseconds by the database's clock. */
export interface RetentionSettings {
  /** With their deliveries, once those have ended. */
  eventsMs: number;
  auditMs: number;
  requestsMs: number;
  carrierCallsMs: number;
  /** Prices that no shipment was made from, from when they ran out. */
  quotesMs: number;
  /** Tracked numbers of no shipment, from when they ended. */
  trackingMs: number;
  mailsMs: number;
}

export function readRetentionSettings(env: Env): RetentionSettings {
  return {
    eventsMs: readDuration(env, 'EVENT_RETENTION', '90d', PERIOD_RANGE),
    auditMs: readDuration(env, 'AUDIT_RETENTION', '730d', PERIOD_RANGE),
    requestsMs: readDuration(env, 'REQUEST_RETENTION', '30d', PERIOD_RANGE),
    carrierCallsMs: readDuration(env, 'CARRIER_CALL_RETENTION', '30d', PERIOD_RANGE),
    quotesMs: readDuration(env, 'QUOTE_RETENTION', '365d', PERIOD_RANGE),
    trackingMs: readDuration(env, 'TRACKING_RETENTION', '365d', PERIOD_RANGE),
    mailsMs: readDuration(env, 'MAIL_RETENTION', '90d', PERIOD_RANGE),
  };
}
