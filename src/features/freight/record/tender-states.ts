import { StateTable } from '../../../domain/state-table.js';

/** Where a tender by e-mail stands. */
export const TENDER_STATE_NAMES = ['sent', 'accepted', 'declined', 'expired', 'withdrawn', 'failed'] as const;
export type TenderState = (typeof TENDER_STATE_NAMES)[number];

export type TenderTrigger = 'accept' | 'decline' | 'expire' | 'withdraw' | 'fail';

/** An answer is final, unless the shipment is cancelled after it. */
export const TENDER_STATES = new StateTable<TenderState, TenderTrigger>('tender', TENDER_STATE_NAMES, [
  { from: ['sent'], trigger: 'accept', to: 'accepted' },
  { from: ['sent'], trigger: 'decline', to: 'declined' },
  { from: ['sent'], trigger: 'expire', to: 'expired' },
  { from: ['sent'], trigger: 'fail', to: 'failed' },
  { from: ['sent', 'accepted'], trigger: 'withdraw', to: 'withdrawn' },
]);
