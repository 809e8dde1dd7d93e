/** What of the public page of a shipment is read with the shipment: where its link lies sealed, and whether anybody is written to. */
export interface FreightTrackingPage {
  linkId: number;
  /** In hexadecimal digits. */
  sealedToken: string;
  notifies: boolean;
}

/** Until when the page can be looked at: 90 days after the delivery, or after the link was made if that was later; undelivered a year. */
export function buildPageExpirySql(link: string, freight: string): string {
  return `CASE WHEN ${freight}.delivered_at IS NULL THEN ${link}.created_at + interval '365 days'
    ELSE GREATEST(${link}.created_at, ${freight}.delivered_at) + interval '90 days' END`;
}

/** Read with the shipment; null without a link, or once its time is over by the database's clock. */
export function buildTrackingPageSubquery(freight: string): string {
  return `(SELECT jsonb_build_object('linkId', l.id, 'sealedToken', encode(l.sealed_token, 'hex'),
      'notifies', l.notify <> '[]'::jsonb)
    FROM tracking_links l
    WHERE l.organization_id = ${freight}.organization_id AND l.mode = ${freight}.mode AND l.freight_id = ${freight}.id
      AND ${buildPageExpirySql('l', freight)} > now())`;
}
