/** Every event the service sends, with what it means. Source: spec section 6. */
export const EVENT_TYPES = {
  'shipment.booked': 'A shipment was booked with its carrier.',
  'shipment.picked_up': 'The carrier picked the freight up.',
  'shipment.in_transit': 'The freight moves through the carrier’s network.',
  'shipment.out_for_delivery': 'The freight is on the delivery truck.',
  'shipment.delivered': 'The freight was delivered.',
  'shipment.exception': 'Something went wrong on the way: a delay, a failed attempt, a decline.',
  'shipment.cancelled': 'A shipment was cancelled or voided.',
  'quote.created': 'A rate request was answered; one event for the whole group.',
  'quote.expired': 'A quote can no longer be booked.',
  'invoice.created': 'An invoice was opened.',
  'invoice.updated': 'An invoice changed.',
  'invoice.paid': 'An invoice was paid in full.',
  'invoice.voided': 'An invoice was voided.',
  'invoice.overdue': 'An invoice passed its due date unpaid.',
  'customer.created': 'A customer was added.',
  'customer.updated': 'A customer changed.',
  'bill.created': 'A carrier’s freight bill was received.',
  'bill.updated': 'A carrier’s freight bill changed.',
  'bol.generated': 'The PDF of a bill of lading was made for the first time.',
  'webhook.test': 'A test delivery that the owner of an endpoint asked for.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[];
