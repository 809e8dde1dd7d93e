import type { SegmentError, SetErrorCode } from '../../platform/x12/interchange.js';
import type { EdiDocumentStatus } from './edi-document.entity.js';

/** The effect of a document. */
export interface DocumentOutcome {
  status: EdiDocumentStatus;
  reference: string | null;
  freightId?: number | null;
  billId?: number;
  /** Why the document is unmatched, or a remark about an accepted one. */
  message?: string;
  /** The faults of a rejected document, for its acknowledgment. */
  setErrors?: SetErrorCode[];
  segmentErrors?: SegmentError[];
}

/** An acknowledgment names at most this many segments of a set. They are enough to find the cause. */
const MAX_SEGMENT_ERRORS = 99;

export function reject(segmentErrors: SegmentError[]): DocumentOutcome {
  return { status: 'rejected', reference: null, segmentErrors: segmentErrors.slice(0, MAX_SEGMENT_ERRORS) };
}
