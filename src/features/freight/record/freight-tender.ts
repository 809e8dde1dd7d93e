import type { TenderDto } from './tender.dto.js';
import type { TenderState } from './tender-states.js';

/** The last tender of a shipment by e-mail, as the shipment shows it; times are ISO 8601. */
export interface FreightTender {
  state: TenderState;
  email: string;
  sentAt: string | null;
  expiresAt: string;
  answeredAt: string | null;
  answeredBy: string | null;
  reason: string | null;
}

/** Read with the shipment: one whose time is over by the database's clock is expired, even if the job hasn't come by yet. */
export function buildTenderSubquery(freight: string): string {
  return `(SELECT jsonb_build_object(
      'state', CASE WHEN t.state = 'sent' AND t.expires_at <= now() THEN 'expired' ELSE t.state END,
      'email', t.email, 'sentAt', m.sent_at, 'expiresAt', t.expires_at,
      'answeredAt', t.answered_at, 'answeredBy', t.answered_by, 'reason', t.reason)
    FROM tenders t JOIN mails m ON m.id = t.mail_id
    WHERE t.organization_id = ${freight}.organization_id AND t.mode = ${freight}.mode AND t.freight_id = ${freight}.id
    ORDER BY t.id DESC LIMIT 1)`;
}

export function toTenderDto(tender: FreightTender | null): TenderDto | null {
  return (
    tender && {
      state: tender.state,
      email: tender.email,
      sent_at: toIsoString(tender.sentAt),
      expires_at: toIsoString(tender.expiresAt)!,
      answered_at: toIsoString(tender.answeredAt),
      by: tender.answeredBy,
      reason: tender.reason,
    }
  );
}

function toIsoString(text: string | null): string | null {
  return text && new Date(text).toISOString();
}
