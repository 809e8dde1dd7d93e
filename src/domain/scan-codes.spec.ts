import { describe, expect, it } from '@jest/globals';
import { SCAN_CODES, statusOfCode, type CodeSystem } from './scan-codes.js';
import { TRACKING_STATUSES } from './tracking-status.js';

describe('codes of scans', () => {
  it.each<[CodeSystem, string, string]>([
    ['edi214', 'AF', 'picked_up'],
    ['edi214', 'X6', 'in_transit'],
    ['edi214', 'AH', 'exception'],
    ['edi214', 'D1', 'delivered'],
    ['dsdc', 'PROOF_OF_DELIVERY', 'delivered'],
    ['tforce', '006', 'out_for_delivery'],
  ])('of %s: %s is %s', (system, code, status) => expect(statusOfCode(system, code)).toBe(status));

  it('of one system mean nothing in another', () => {
    expect(statusOfCode('edi214', '006')).toBeUndefined();
    expect(statusOfCode('dsdc', 'D1')).toBeUndefined();
  });

  it('stand once each, and lead to every status', () => {
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
