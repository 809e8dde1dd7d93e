/** What a consignee can be written to about, in the order in which it happens. */
export const NOTICES = ['booked', 'out_for_delivery', 'delivered', 'exception'] as const;
export type Notice = (typeof NOTICES)[number];

/** Somebody who is told of a shipment by mail. */
export interface Recipient {
  email: string;
  events: Notice[];
}

/** Several at one consignee: a dock, a buyer, an office. */
export const MAX_RECIPIENTS = 5;
