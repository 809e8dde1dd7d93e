import type { GroupSummary, SegmentError, TransactionSet } from './interchange.js';
import type { SegmentValues } from './interchange-writer.js';

/** AK501 and AK901. `E`: accepted with errors. `P`: some sets accepted. */
export type AcknowledgmentStatus = 'A' | 'E' | 'P' | 'R';

/** The answer to one received set. It is rejected if it has errors. */
export type SetVerdict = Pick<TransactionSet, 'set' | 'controlNumber' | 'errors' | 'segmentErrors'>;

/** The answer of a trading partner to a set that was sent to it. */
export interface AcknowledgedSet {
  set: string;
  controlNumber: string;
  accepted: boolean;
  /** Codes of element 718. */
  errors: string[];
  segmentErrors: SegmentError[];
}

export interface Acknowledgment {
  /** GS01 and GS06 of the group that was sent. */
  functionalId: string;
  controlNumber: string;
  status: AcknowledgmentStatus;
  /** Codes of element 716. */
  errors: string[];
  /** The sets that the partner names. Without an entry a set shares the status of its group. */
  sets: AcknowledgedSet[];
}

/** AK5 and AK9 have room for five error codes. */
const MAX_ERROR_CODES = 5;

/**
 * Returns the segments of a 997 between ST and SE. It rejects exactly the sets with errors.
 * Never call it for a group `FA`: a 997 is not acknowledged.
 */
export function buildAcknowledgment(group: GroupSummary, verdicts: readonly SetVerdict[]): SegmentValues[] {
  const segments: SegmentValues[] = [['AK1', group.header.functionalId, group.header.controlNumber]];
  for (const { set, controlNumber, errors, segmentErrors } of verdicts) {
    segments.push(['AK2', set, controlNumber]);
    for (const { segment, position, code, elements } of segmentErrors) {
      segments.push(['AK3', segment.replaceAll('"', '').slice(0, 3), position, null, code]);
      for (const error of elements) segments.push(['AK4', error.element, null, error.code]);
    }
    segments.push(['AK5', errors.length > 0 ? 'R' : 'A', ...errors.slice(0, MAX_ERROR_CODES)]);
  }
  const accepted = verdicts.filter(({ errors }) => errors.length === 0).length;
  segments.push([
    'AK9',
    selectGroupStatus(accepted, verdicts.length, group.errors.length > 0),
    group.includedSets,
    group.receivedSets,
    accepted,
    ...group.errors.slice(0, MAX_ERROR_CODES),
  ]);
  return segments;
}

/** Returns null if the set does not name a group and a valid status, so that nothing is acknowledged by mistake. */
export function readAcknowledgment({ segments }: Pick<TransactionSet, 'segments'>): Acknowledgment | null {
  let header: { functionalId: string; controlNumber: string } | undefined;
  let trailer: { status: AcknowledgmentStatus; errors: string[] } | undefined;
  const sets: AcknowledgedSet[] = [];
  let open: Omit<AcknowledgedSet, 'accepted'> | undefined;
  for (const { id, elements } of segments) {
    const [, first = '', second = '', third = '', fourth = ''] = elements.map((text) => text.trim());
    if (id === 'AK1') {
      if (header) return null;
      header = { functionalId: first, controlNumber: second };
    } else if (id === 'AK2') {
      if (open) return null;
      open = { set: first, controlNumber: second, errors: [], segmentErrors: [] };
    } else if (id === 'AK3') {
      open?.segmentErrors.push({ segment: first, position: Number(second) || 0, code: fourth, elements: [] });
    } else if (id === 'AK4') {
      const element = Number.parseInt(first, 10) || 0;
      open?.segmentErrors.at(-1)?.elements.push({ element, code: third });
    } else if (id === 'AK5') {
      if (!open || !isStatus(first)) return null;
      const errors = elements.slice(2).filter((code) => code !== '');
      sets.push({ ...open, accepted: first === 'A' || first === 'E', errors });
      open = undefined;
    } else if (id === 'AK9') {
      if (trailer || !isStatus(first)) return null;
      trailer = { status: first, errors: elements.slice(5).filter((code) => code !== '') };
    }
  }
  if (!header || !trailer || open || header.controlNumber === '') return null;
  return { ...header, ...trailer, sets };
}

function selectGroupStatus(accepted: number, received: number, faulty: boolean): AcknowledgmentStatus {
  if (accepted === 0) return 'R';
  if (accepted < received) return 'P';
  return faulty ? 'E' : 'A';
}

function isStatus(text: string): text is AcknowledgmentStatus {
  return text === 'A' || text === 'E' || text === 'P' || text === 'R';
}
