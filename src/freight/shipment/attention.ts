/**
 * Shipments that wait for a person, as their columns say: the carrier reported an exception; it can't be booked but by hand;
 * before the pickup, the carrier missed it or has refused something (`status_reason`), or it was called off. The index of the list has these words.
 */
export const NEEDS_ATTENTION = `(tracking_status = 'exception' OR status = 'created' OR
  (status NOT IN ('in_transit', 'delivered', 'voided') AND
    (status_reason IS NOT NULL OR pickup_status IN ('missed', 'cancelled'))))`;

/** A carrier that hasn't answered a booking by then is called by a person. */
const UNHEARD = `updated_at < now() - interval '15 minutes'`;

/** The list of them in parts, each by an index, and of the others. What isn't known is no reason. */
export const ATTENTION_PARTS = [
  ` AND ${NEEDS_ATTENTION}`,
  ` AND status = 'booked' AND ${UNHEARD} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
  ` AND status = 'tendered' AND ${UNHEARD} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
];
export const NO_ATTENTION_PARTS = [
  ` AND ${NEEDS_ATTENTION} IS NOT TRUE AND NOT (status IN ('booked', 'tendered') AND ${UNHEARD})`,
];
