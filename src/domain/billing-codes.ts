import { ACCESSORIALS } from './accessorials.js';

/** Why a charge changes after pickup. Source: NMFTA Digital LTL Council, Preliminary Freight Charges 1.0.4, event codes. */
const ADJUSTMENT_EVENTS: Record<string, string> = {
  ACTCHG: 'Account or terms change',
  CBC: 'Cubic capacity',
  CBL: 'Bill of lading name or address change',
  CCS: 'California compliance',
  CMIN: 'Cubic minimum',
  DET: 'Detention',
  DMIN: 'Density minimum',
  HIDL: 'High-cost delivery',
  HIPU: 'High-cost pickup',
  INBC: 'In-bond charge',
  LUM: 'Lumper',
  RCC: 'Reconsignment',
  RCL: 'Reclass',
  RDL: 'Redelivery',
  RWE: 'Reweigh',
  SEC: 'Security',
  STG: 'Storage',
  UNL: 'Unloading allowance',
  VOR: 'Vehicle ordered, not used',
};

export const REWEIGH = 'RWE';
export const RECLASS = 'RCL';

const REASON_NAMES = new Map([
  ...Object.entries(ADJUSTMENT_EVENTS),
  ...Object.values(ACCESSORIALS).map(({ code, label }) => [code, label] as const),
]);

/** A code as it is compared: what carriers write in either case is one code. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Whether the code names a reason for another price: an event after pickup, or an accessorial. */
export function isAdjustmentReason(code: string): boolean {
  return REASON_NAMES.has(code);
}

/** The code in words; the code itself where the lists don't have it. */
export function toReasonName(code: string): string {
  return REASON_NAMES.get(code) ?? code;
}
