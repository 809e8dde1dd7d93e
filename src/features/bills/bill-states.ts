import { StateTable } from '../../domain/state-table.js';

export const BILL_STATUSES = [
  'matched',
  'variance',
  'disputed',
  'duplicate',
  'approved',
  'resolved',
] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

/** An original bills the shipment. A supplement bills more for its PRO number, and a credit takes some of it back. */
export const BILL_KINDS = ['original', 'supplement', 'credit'] as const;
export type BillKind = (typeof BILL_KINDS)[number];

/** The statuses that an audit gives. */
export type BillAuditStatus = Extract<BillStatus, 'matched' | 'variance' | 'disputed' | 'duplicate'>;

/** The statuses that another audit may change. */
export const UNDECIDED_STATUSES = ['matched', 'variance', 'disputed'] as const;

/** Audits use `match`, `vary`, `object` and `repeat`; decisions use the others. */
export const BILL_TRIGGERS = ['match', 'vary', 'object', 'repeat', 'approve', 'dispute', 'resolve'] as const;
export type BillTrigger = (typeof BILL_TRIGGERS)[number];

/** Approved and resolved are final. A duplicate is audited again if the first bill is resolved to nothing. */
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
