/** A control character other than a tab. */
export const CONTROL_CHARACTER = /[^\t\x20-\x7e\x80-\uffff]/;

/** The characters that separate the parts of an interchange. Its ISA segment declares them. */
export interface Delimiters {
  element: string;
  component: string;
  segment: string;
  /** Null before version 00402, whose ISA11 holds `U` instead. */
  repetition: string | null;
}

export interface Segment {
  /** Segment id, such as `B3`. */
  id: string;
  /** `elements[0]` is the id, and `elements[7]` is element 07. */
  elements: string[];
  /** Byte offset in the file. */
  offset: number;
  /** Length in bytes, without line breaks. */
  bytes: number;
  /** False if an element or a separator inside an element is a control character. */
  printable: boolean;
  /** False if the file ends before the segment's terminator. */
  terminated: boolean;
}

export type X12FaultCode =
  | 'encoding_unsupported'
  | 'isa_missing'
  | 'isa_invalid'
  | 'delimiters_invalid'
  | 'segment_too_long'
  | 'segment_unterminated'
  | 'unexpected_segment'
  | 'interchange_truncated'
  | 'control_number_mismatch'
  | 'group_count_mismatch'
  | 'data_after_interchange';

/** Damage to an interchange outside a transaction set. */
export interface X12Fault {
  code: X12FaultCode;
  message: string;
  /** Byte offset in the file. */
  offset: number;
  /** Number of the segment in the file. ISA is 1. */
  segment: number;
}

/** Ends the reading of an interchange. The reader turns it into a fault item. */
export class X12Error extends Error {
  constructor(readonly fault: X12Fault) {
    super(fault.message);
  }
}
