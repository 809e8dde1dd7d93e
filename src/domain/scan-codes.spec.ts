import { describe, expect, it } from '@jest/globals';
import { NEUTRAL_EDI214_CODES, SCAN_CODES, statusOfCode, type CodeSystem } from './scan-codes.js';
import { TRACKING_STATUSES } from './tracking-status.js';

describe('scan codes', () => {
  it.each<[CodeSystem, string, string]>([
    ['edi214', 'AF', 'picked_up'],
    ['edi214', 'X6', 'in_transit'],
    ['edi214', 'AH', 'exception'],
    ['edi214', 'D1', 'delivered'],
    ...['X4', 'X5', 'X2', 'CP', 'AM', 'J1', 'R1', 'K1', 'CT', 'S1'].map(
      (code): [CodeSystem, string, string] => ['edi214', code, 'in_transit'],
    ),
    ['edi214', 'A9', 'exception'],
    ['dsdc', 'PROOF_OF_DELIVERY', 'delivered'],
    ['tforce', '006', 'out_for_delivery'],
  ])('map %s code %s to %s', (system, code, status) => expect(statusOfCode(system, code)).toBe(status));

  it.each(NEUTRAL_EDI214_CODES)('%s of EDI 214 leaves the status as it is', (code) => {
    expect(statusOfCode('edi214', code)).toBeUndefined();
  });

  it('of one system are unknown in another', () => {
    expect(statusOfCode('edi214', '006')).toBeUndefined();
    expect(statusOfCode('dsdc', 'D1')).toBeUndefined();
  });

  it('are unique per system and cover every status', () => {
    for (const system of ['dsdc', 'edi214', 'tforce'] as const) {
      const codes = SCAN_CODES.flatMap((row) => row[system] ?? []);
      expect(new Set(codes).size).toBe(codes.length);
    }
    expect(SCAN_CODES.map(({ status }) => status)).toEqual([...TRACKING_STATUSES].sort(byTable));
  });
});

const ORDER = [
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'exception',
  'delivered',
  'cancelled',
];
const byTable = (a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b);
