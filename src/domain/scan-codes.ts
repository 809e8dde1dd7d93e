import type { TrackingStatus } from './tracking-status.js';

/** The source of a scan code: NMFTA's Digital LTL Council, EDI 214 (element 1650), a carrier. */
export type CodeSystem = 'dsdc' | 'edi214' | 'tforce';

interface ScanCodes extends Partial<Record<CodeSystem, readonly string[]>> {
  status: TrackingStatus;
}

/** Each code occurs once in its system. Sources: DSDC in-transit visibility, X12 004010 214, public clients of TForce. */
export const SCAN_CODES: readonly ScanCodes[] = [
  { status: 'pending', dsdc: ['PICKUP_SCHEDULED', 'PICKUP_ATTEMPTED'], edi214: ['AA', 'X3'] },
  { status: 'picked_up', dsdc: ['PICKED_UP'], edi214: ['AF'] },
  {
    status: 'in_transit',
    dsdc: ['ARRIVED_AT_TERMINAL', 'DEPARTED_TERMINAL', 'IN_TRANSIT', 'CUSTOMS_CLEARED'],
    edi214: ['X6', 'P1', 'AG', 'AB', 'AV', 'X4', 'X5', 'X2', 'CP', 'AM', 'J1', 'R1', 'K1', 'CT', 'S1'],
    tforce: ['005'],
  },
  { status: 'out_for_delivery', dsdc: ['OUT_FOR_DELIVERY'], edi214: ['X1'], tforce: ['006'] },
  {
    status: 'exception',
    dsdc: ['DELIVERY_ATTEMPTED', 'DELAY', 'EXCEPTION', 'CUSTOMS_HOLD'],
    edi214: ['AH', 'SD', 'A3', 'A7', 'AI', 'A9'],
    tforce: ['013'],
  },
  { status: 'delivered', dsdc: ['DELIVERED', 'PROOF_OF_DELIVERY'], edi214: ['D1'], tforce: ['011'] },
  { status: 'cancelled', dsdc: ['CANCELLED'], edi214: ['CA'], tforce: ['004'] },
];

/** EDI 214 codes that leave the status as it is: an update without a new status, and a receipt of the shipment's data. */
export const NEUTRAL_EDI214_CODES: readonly string[] = ['CD', 'XB'];

/** Returns undefined for a code that is unknown or leaves the status as it is. */
export function statusOfCode(system: CodeSystem, code: string): TrackingStatus | undefined {
  return SCAN_CODES.find((row) => row[system]?.includes(code))?.status;
}
