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
export type BillAuditStatus = Extract<BillStatus, 'matched' | 'variance' | 'disputed' | 'duplicate'>;

/** Nobody has decided on these: the audit may find another thing when the shipment changes. */
export const UNDECIDED_STATUSES = ['matched', 'variance', 'disputed'] as const;

/** `match`, `vary`, `object` and `repeat` are the audit's, of a bill that it examines again. */
export const BILL_TRIGGERS = ['match', 'vary', 'object', 'repeat', 'approve', 'dispute', 'resolve'] as const;
export type BillTrigger = (typeof BILL_TRIGGERS)[number];

/** Approved and resolved are final; a duplicate is one until the bill that it repeats is resolved to nothing. */
export const BILL_STATES = new StateTable<BillStatus, BillTrigger>('bill', BILL_STATUSES, [
  { from: [...UNDECIDED_STATUSES, 'duplicate'], trigger: 'match', to: 'matched' },
  { from: [...UNDECIDED_STATUSES, 'duplicate'], trigger: 'vary', to: 'variance' },
  { from: [...UNDECIDED_STATUSES, 'duplicate'], trigger: 'object', to: 'disputed' },
  { from: [...UNDECIDED_STATUSES, 'duplicate'], trigger: 'repeat', to: 'duplicate' },
  { from: UNDECIDED_STATUSES, trigger: 'approve', to: 'approved' },
  { from: UNDECIDED_STATUSES, trigger: 'dispute', to: 'disputed' },
  { from: ['disputed'], trigger: 'resolve', to: 'resolved' },
]);

export const AUDIT_TRIGGERS: Record<BillAuditStatus, BillTrigger> = {
  matched: 'match',
  variance: 'vary',
  disputed: 'object',
  duplicate: 'repeat',
};
