import { readDuration, PERIOD_RANGE, type Env } from './env.js';

/** Retention periods in milliseconds. `app/retention.service.ts` applies them by the database's clock. */
export interface RetentionSettings {
  /** Events, and webhook deliveries that have ended. */
  eventsMs: number;
  auditMs: number;
  requestsMs: number;
  carrierCallsMs: number;
  /** Expired quotes without a shipment, counted from their expiry. */
  quotesMs: number;
  /** Tracked numbers without a shipment, counted from the end of their tracking. */
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
