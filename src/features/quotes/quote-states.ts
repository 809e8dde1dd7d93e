import { StateTable } from '../../domain/state-table.js';

/** A quote is active until it is booked or expires. Cancelling its freight releases it. */
export const QUOTE_STATUSES = ['active', 'booked', 'expired'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

export type QuoteTrigger = 'book' | 'release' | 'expire';

export const QUOTE_STATES = new StateTable<QuoteStatus, QuoteTrigger>('quote', QUOTE_STATUSES, [
  { from: ['active'], trigger: 'book', to: 'booked' },
  { from: ['booked'], trigger: 'release', to: 'active' },
  { from: ['active'], trigger: 'expire', to: 'expired' },
]);
