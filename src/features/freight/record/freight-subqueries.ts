import type { TenderState } from './freight-states.js';

// SQL of the virtual columns of freight. `freight` and `link` are table aliases, never values.

/** The latest e-mailed tender; times are ISO 8601. */
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
  /** Whether the link has recipients of e-mail updates. */
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
