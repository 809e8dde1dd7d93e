import { ACCESSORIALS } from './accessorials.js';

/** Events that change a charge after pickup. Source: NMFTA Digital LTL Council, Preliminary Freight Charges 1.0.4. */
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

export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Returns true if the code is an event after pickup or an accessorial. */
export function isAdjustmentReason(code: string): boolean {
  return REASON_NAMES.has(code);
}

/** Returns the name of a code; an unknown code itself. */
export function toReasonName(code: string): string {
  return REASON_NAMES.get(code) ?? code;
}
