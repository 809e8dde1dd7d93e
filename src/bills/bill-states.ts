import { StateTable } from '../vocabulary/state-table.js';

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

/** `match`, `vary`, `object` and `repeat` are the audit's, of a bill whose shipment was unknown before. */
export const BILL_TRIGGERS = ['match', 'vary', 'object', 'repeat', 'approve', 'dispute', 'resolve'] as const;
export type BillTrigger = (typeof BILL_TRIGGERS)[number];

/** Duplicate, approved and resolved are final: no row leads out of them. */
export const BILL_STATES = new StateTable<BillStatus, BillTrigger>('bill', BILL_STATUSES, [
  { from: ['disputed'], trigger: 'match', to: 'matched' },
  { from: ['disputed'], trigger: 'vary', to: 'variance' },
  { from: ['disputed'], trigger: 'object', to: 'disputed' },
  { from: ['disputed'], trigger: 'repeat', to: 'duplicate' },
  { from: ['matched', 'variance', 'disputed'], trigger: 'approve', to: 'approved' },
  { from: ['matched', 'variance', 'disputed'], trigger: 'dispute', to: 'disputed' },
  { from: ['disputed'], trigger: 'resolve', to: 'resolved' },
]);

export const FINDS: Record<Verdict, BillTrigger> = {
  matched: 'match',
  variance: 'vary',
  disputed: 'object',
  duplicate: 'repeat',
};
