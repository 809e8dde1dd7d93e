import type { Segment, X12Fault } from './x12-segment.js';

export interface InterchangeHeader {
  senderQualifier: string;
  senderId: string;
  receiverQualifier: string;
  receiverId: string;
  controlNumber: string;
  /** ISA12, which may differ from the version of a group. */
  version: string;
  /** `T` for test, `P` for production. */
  usage: string;
}

export interface GroupHeader {
  /** GS01, such as `IM`. */
  functionalId: string;
  sender: string;
  receiver: string;
  controlNumber: string;
  /** GS08, such as `004010`. */
  version: string;
}

/** Code of element 718 in AK5. */
export type SetErrorCode = '1' | '2' | '3' | '4' | '5' | '6' | '7';
/** Code of element 716 in AK9. */
export type GroupErrorCode = '1' | '2' | '3' | '4' | '5' | '6';

export interface SegmentError {
  segment: string;
  /** Number of the segment in the set. ST is 1. */
  position: number;
  /** Code of element 720 in AK3: `1` unknown, `3` missing, `8` an element is in error. */
  code: string;
  /** Elements in error, with the code of element 723 in AK4. */
  elements: { element: number; code: string }[];
}

export interface TransactionSet {
  /** ST01, such as `210`. */
  set: string;
  controlNumber: string;
  /** From ST to SE. Empty if the set is larger than `MAX_SET_BYTES`. */
  segments: Segment[];
  /** Empty if the envelope of the set is intact. */
  errors: SetErrorCode[];
  segmentErrors: SegmentError[];
}

export interface GroupSummary {
  header: GroupHeader;
  /** GE01, or the number of received sets if the trailer is missing. */
  includedSets: number;
  receivedSets: number;
  errors: GroupErrorCode[];
}

export type InterchangeItem =
  | { kind: 'interchange'; header: InterchangeHeader }
  | { kind: 'set'; group: GroupHeader; set: TransactionSet }
  | { kind: 'group'; group: GroupSummary }
  | { kind: 'fault'; fault: X12Fault };
