/**
 * Shipments that wait for a person, as their columns say: the carrier reported an exception; it can't be booked but by hand;
 * before the pickup, the carrier missed it or has refused something (`status_reason`), or it was called off. The index of the list has these words.
 */
export const NEEDS_ATTENTION = `(tracking_status = 'exception' OR status = 'created' OR
  (status NOT IN ('in_transit', 'delivered', 'voided') AND
    (status_reason IS NOT NULL OR pickup_status IN ('missed', 'cancelled'))))`;

/** A carrier that hasn't answered a booking by then is called by a person. */
const BOOKING_UNANSWERED = `updated_at < now() - interval '15 minutes'`;

/** A tender by e-mail has its own time: until that is over, or no mail server takes it, its carrier may think it over. */
const HAS_OPEN_TENDER = `EXISTS (SELECT 1 FROM tenders t WHERE t.organization_id = freight.organization_id
  AND t.mode = freight.mode AND t.freight_id = freight.id AND t.state = 'sent' AND t.expires_at > now())`;

/** The list of them in parts, each by an index, and of the others. What isn't known is no reason. */
export const ATTENTION_CONDITIONS = [
  ` AND ${NEEDS_ATTENTION}`,
  ` AND status = 'booked' AND ${BOOKING_UNANSWERED} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
  ` AND status = 'tendered' AND ${BOOKING_UNANSWERED} AND NOT ${HAS_OPEN_TENDER} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
];
export const NO_ATTENTION_CONDITIONS = [
  ` AND ${NEEDS_ATTENTION} IS NOT TRUE AND NOT (status = 'booked' AND ${BOOKING_UNANSWERED})
    AND NOT (status = 'tendered' AND ${BOOKING_UNANSWERED} AND NOT ${HAS_OPEN_TENDER})`,
];
