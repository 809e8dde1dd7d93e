import { duration, SPAN, type Env } from './env.js';

/** How long what grows by itself is kept, in milliseconds by the database's clock. */
export interface Retention {
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

export function retentionSettings(env: Env): Retention {
  return {
    eventsMs: duration(env, 'EVENT_RETENTION', '90d', SPAN),
    auditMs: duration(env, 'AUDIT_RETENTION', '730d', SPAN),
    requestsMs: duration(env, 'REQUEST_RETENTION', '30d', SPAN),
    carrierCallsMs: duration(env, 'CARRIER_CALL_RETENTION', '30d', SPAN),
    quotesMs: duration(env, 'QUOTE_RETENTION', '365d', SPAN),
    trackingMs: duration(env, 'TRACKING_RETENTION', '365d', SPAN),
    mailsMs: duration(env, 'MAIL_RETENTION', '90d', SPAN),
  };
}
