import type { TenderState } from './freight-states.js';

// SQL of the virtual columns of freight. `freight` and `link` are table aliases, never values.

/** The tender to the carrier's API and its attempts; `nextAttemptAt` is ISO 8601. */
export interface FreightBooking {
  /** True while an attempt is in progress or due, or a person has to ask the carrier. */
  open: boolean;
  attempts: number;
  nextAttemptAt: string | null;
  lastError: string | null;
  unsure: boolean;
}

/** Null if the freight never left the draft, or the carrier declined. */
export function buildBookingSubquery(freight: string): string {
  return `(SELECT jsonb_build_object(
      'open', b.pending IS NOT DISTINCT FROM 'tender', 'attempts', COALESCE(b.tender_attempts, b.attempts),
      'nextAttemptAt', CASE b.pending WHEN 'tender' THEN b.due_at END, 'lastError', b.last_error, 'unsure', b.unsure)
    FROM bookings b
    WHERE b.organization_id = ${freight}.organization_id AND b.mode = ${freight}.mode AND b.freight_id = ${freight}.id)`;
}

/** In transit although the estimated delivery day has ended at every destination, at UTC-10 at the latest. */
export function buildOverdueCondition(freight: string): string {
  return `(${freight}.status = 'in_transit' AND
    ${freight}.estimated_delivery_date < ((now() AT TIME ZONE 'UTC') - interval '12 hours')::date) IS TRUE`;
}

/** The latest emailed tender; times are ISO 8601. */
export interface FreightTender {
  state: TenderState;
  email: string;
  sentAt: string | null;
  expiresAt: string;
  answeredAt: string | null;
  answeredBy: string | null;
  reason: string | null;
}

/** A tender is expired by the clock of the database, even before the job has stored it. */
export function buildTenderSubquery(freight: string): string {
  return `(SELECT jsonb_build_object(
      'state', CASE WHEN t.state = 'sent' AND t.expires_at <= now() THEN 'expired' ELSE t.state END,
      'email', t.email, 'sentAt', m.sent_at, 'expiresAt', t.expires_at,
      'answeredAt', t.answered_at, 'answeredBy', t.answered_by, 'reason', t.reason)
    FROM tenders t JOIN mails m ON m.id = t.mail_id
    WHERE t.organization_id = ${freight}.organization_id AND t.mode = ${freight}.mode AND t.freight_id = ${freight}.id
    ORDER BY t.id DESC LIMIT 1)`;
}

export interface FreightTrackingPage {
  linkId: number;
  /** In hexadecimal digits. */
  sealedToken: string;
  /** True if the link has recipients of email updates. */
  notifies: boolean;
}

/** The page ends 90 days after the delivery or, if later, the creation of the link; 365 days without a delivery. */
export function buildPageExpirySql(link: string, freight: string): string {
  return `CASE WHEN ${freight}.delivered_at IS NULL THEN ${link}.created_at + interval '365 days'
    ELSE GREATEST(${link}.created_at, ${freight}.delivered_at) + interval '90 days' END`;
}

/** Null without a link or after its expiry. */
export function buildTrackingPageSubquery(freight: string): string {
  return `(SELECT jsonb_build_object('linkId', l.id, 'sealedToken', encode(l.sealed_token, 'hex'),
      'notifies', l.notify <> '[]'::jsonb)
    FROM tracking_links l
    WHERE l.organization_id = ${freight}.organization_id AND l.mode = ${freight}.mode AND l.freight_id = ${freight}.id
      AND ${buildPageExpirySql('l', freight)} > now())`;
}
