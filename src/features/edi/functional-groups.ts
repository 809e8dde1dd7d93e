import type { InboundSet } from './edi-partner.entity.js';

/** GS01 of the groups in which carriers send their sets. */
const GROUPS: Readonly<Record<InboundSet, string>> = { '210': 'IM', '214': 'QM', '990': 'GF' };

/** Returns the group that the set belongs in if it is in another one, or null. A 997 may be in any group. */
export function findExpectedGroup(set: string, functionalId: string): string | null {
  const expected = (GROUPS as Partial<Record<string, string>>)[set];
  return expected === undefined || expected === functionalId ? null : expected;
}
