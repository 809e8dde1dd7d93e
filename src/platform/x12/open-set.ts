import { clean, formatSegmentId, sameNumber } from './identifiers.js';
import type { SegmentError, SetErrorCode, TransactionSet } from './interchange.js';
import { CONTROL_CHARACTER, type Delimiters, type Segment } from './x12-segment.js';

/** The largest transaction set in bytes that is kept. A larger one is rejected. */
export const MAX_SET_BYTES = 8_388_608;
/** An acknowledgment names at most this many errors of a set or a segment. They are enough to find the cause. */
const MAX_ERRORS = 99;
/** Bounds the memory of a group with millions of sets. Duplicates of later control numbers are not found. */
const MAX_CONTROL_NUMBERS = 100_000;

/** Collects the segments of one set from ST to SE and checks its envelope. */
export class OpenSet {
  private readonly set: string;
  private readonly controlNumber: string;
  private readonly errors: SetErrorCode[] = [];
  private readonly segmentErrors: SegmentError[] = [];
  private segments: Segment[] = [];
  private count = 0;
  private bytes = 0;

  /** @param taken control numbers of the group's earlier sets; adds this one */
  constructor(
    header: Segment,
    private readonly delimiters: Delimiters,
    taken: Set<string>,
  ) {
    const [, set = '', controlNumber = ''] = header.elements.map(clean);
    [this.set, this.controlNumber] = [set, controlNumber];
    if (!/^\d{3}$/.test(set)) this.errors.push('6');
    if (!/^[\x21-\x7e]{1,9}$/.test(controlNumber) || taken.has(controlNumber)) this.errors.push('7');
    if (taken.size < MAX_CONTROL_NUMBERS) taken.add(controlNumber);
    this.add(header);
  }

  add(segment: Segment): void {
    this.count++;
    this.bytes += segment.bytes;
    if (this.bytes > MAX_SET_BYTES) {
      this.segments = [];
      this.reject();
      return;
    }
    this.segments.push(segment);
    const elements = segment.printable ? [] : this.findInvalidElements(segment);
    if (elements.length === 0) return;
    this.reject();
    if (this.segmentErrors.length >= MAX_ERRORS) return;
    const errors = elements.map((element) => ({ element, code: '6' }));
    const error = { segment: formatSegmentId(segment), position: this.count, code: '8', elements: errors };
    this.segmentErrors.push(error);
  }

  /** Ends the set with its SE segment, whose count and control number it checks. */
  end(trailer: Segment): TransactionSet {
    this.add(trailer);
    const [, count, controlNumber] = trailer.elements;
    if (controlNumber?.trim() !== this.controlNumber) this.errors.push('3');
    if (!sameNumber(count, String(this.count))) this.errors.push('4');
    return this.close();
  }

  /** Ends a set, with an error if its SE segment is missing. */
  close(error?: SetErrorCode): TransactionSet {
    const { set, controlNumber, segments, errors, segmentErrors } = this;
    return { set, controlNumber, segments, errors: error ? [...errors, error] : errors, segmentErrors };
  }

  private reject(): void {
    if (!this.errors.includes('5')) this.errors.push('5');
  }

  /** Returns the numbers of the elements with control characters, which no version allows. */
  private findInvalidElements({ elements }: Segment): number[] {
    const { component, repetition } = this.delimiters;
    const invalid: number[] = [];
    for (const [index, element] of elements.entries()) {
      if (invalid.length >= MAX_ERRORS) break;
      const text = element.replaceAll(component, '').replaceAll(repetition ?? component, '');
      if (CONTROL_CHARACTER.test(text)) invalid.push(Math.max(index, 1));
    }
    return invalid;
  }
}
