import { StateTable } from '../../domain/state-table.js';

/** Every status a carrier's bill can have. */
export const BILL_STATUSES = [
  'matched',
  'variance',
  'disputed',
  'duplicate',
  'approved',
  'resolved',
] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

/** What the audit finds, before anybody has decided. */
export type Verdict = Extract<BillStatus, 'matched' | 'variance' | 'disputed' | 'duplicate'>;

/** Nobody has decided on these: the audit may find another thing when the shipment changes. */
export const UNDECIDED = ['matched', 'variance', 'disputed'] as const;

/** `match`, `vary`, `object` and `repeat` are the audit's, of a bill that it examines again. */
export const BILL_TRIGGERS = ['match', 'vary', 'object', 'repeat', 'approve', 'dispute', 'resolve'] as const;
export type BillTrigger = (typeof BILL_TRIGGERS)[number];

/** Approved and resolved are final; a duplicate is one until the bill that it repeats is resolved to nothing. */
export const BILL_STATES = new StateTable<BillStatus, BillTrigger>('bill', BILL_STATUSES, [
  { from: [...UNDECIDED, 'duplicate'], trigger: 'match', to: 'matched' },
  { from: [...UNDECIDED, 'duplicate'], trigger: 'vary', to: 'variance' },
  { from: [...UNDECIDED, 'duplicate'], trigger: 'object', to: 'disputed' },
  { from: [...UNDECIDED, 'duplicate'], trigger: 'repeat', to: 'duplicate' },
  { from: UNDECIDED, trigger: 'approve', to: 'approved' },
  { from: UNDECIDED, trigger: 'dispute', to: 'disputed' },
  { from: ['disputed'], trigger: 'resolve', to: 'resolved' },
]);

export const FINDS: Record<Verdict, BillTrigger> = {
  matched: 'match',
  variance: 'vary',
  disputed: 'object',
  duplicate: 'repeat',
};
