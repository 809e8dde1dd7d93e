import type { SegmentError, TransactionSet } from '../../platform/x12/interchange.js';
import { keepFirst, read } from './read-elements.js';

/** A carrier's answer to a load tender (set 990). */
export interface TenderResponse {
  /** B101 */
  scac: string | null;
  /** B102, the shipment id that the tender named. */
  shipmentId: string;
  /** B104: `A` accepts the tender, `D` declines it. */
  accepted: boolean;
  /** From `N9*CN`. */
  proNumber: string | null;
  /** The texts of the K1 segments. */
  remarks: string | null;
}

/**
 * Maps a set 990, or returns the errors for its 997. Any answer other than `A` and `D` is an error, so that a booking never
 * counts as accepted by mistake.
 */
export function parseTenderResponse({
  segments,
}: Pick<TransactionSet, 'segments'>): TenderResponse | SegmentError[] {
  const position = segments.findIndex(({ id }) => id === 'B1');
  const header = segments[position];
  if (!header) return [{ segment: 'B1', position: 1, code: '3', elements: [] }];
  const [shipmentId, action] = [read(header, 2), read(header, 4)];
  const elements: SegmentError['elements'] = [];
  if (shipmentId === null) elements.push({ element: 2, code: '1' });
  if (action !== 'A' && action !== 'D') elements.push({ element: 4, code: action === null ? '1' : '7' });
  if (shipmentId === null || elements.length > 0) {
    return [{ segment: 'B1', position: position + 1, code: '8', elements }];
  }

  const references = new Map<string, string>();
  const remarks: string[] = [];
  for (const segment of segments) {
    if (segment.id === 'N9') keepFirst(references, segment);
    if (segment.id === 'K1') remarks.push(read(segment, 1) ?? '', read(segment, 2) ?? '');
  }
  return {
    scac: read(header, 1),
    shipmentId,
    accepted: action === 'A',
    proNumber: references.get('CN') ?? null,
    remarks: remarks.filter((text) => text !== '').join(' ') || null,
  };
}
