import type {
  GroupErrorCode,
  GroupHeader,
  InterchangeHeader,
  InterchangeItem,
  SetErrorCode,
} from './interchange.js';
import { clean, formatSegmentId, isControlNumber, quote, sameNumber } from './identifiers.js';
import { OpenSet } from './open-set.js';
import { X12Error, type Segment, type X12FaultCode } from './x12-segment.js';
import { X12Tokenizer } from './x12-tokenizer.js';

interface OpenGroup {
  header: GroupHeader;
  errors: GroupErrorCode[];
  controlNumbers: Set<string>;
  received: number;
}

/** Reading ends after this many faults: the file is not X12. */
const MAX_FAULTS = 100;

/**
 * Reads one interchange as its bytes arrive and checks its envelopes: counts, control numbers and trailers. It keeps the
 * current transaction set in memory, never the file. Damage to a set is an error of that set. Other damage is a fault item.
 */
export class InterchangeReader {
  private readonly tokenizer = new X12Tokenizer();
  private header: InterchangeHeader | undefined;
  private group: OpenGroup | undefined;
  private set: OpenSet | undefined;
  private groups = 0;
  private closed = false;
  private failed = false;
  private faults = 0;

  /** Yields nothing more after a fault that ends the reading. */
  *push(chunk: Buffer): Generator<InterchangeItem, void> {
    if (!this.failed) yield* this.read(this.tokenizer.push(chunk));
  }

  /** Closes what the file leaves open. Call it once, after the last chunk. */
  *end(): Generator<InterchangeItem, void> {
    if (this.failed) return;
    yield* this.read(this.tokenizer.end());
    if (this.failed || this.closed) return;
    yield* this.closeGroup('3');
    yield this.buildFault('interchange_truncated', 'The file ends before the IEA segment.');
  }

  private *read(segments: Generator<Segment>): Generator<InterchangeItem, void> {
    try {
      for (const segment of segments) {
        if (!segment.terminated && !isWholeTrailer(segment)) {
          yield* this.closeGroup('3');
          this.failed = true;
          yield this.buildFault(
            'segment_unterminated',
            `The file ends inside segment ${formatSegmentId(segment)}.`,
            segment,
          );
          return;
        }
        yield* this.accept(segment);
        if (!this.failed) continue;
        yield* this.closeGroup('3');
        return;
      }
    } catch (error) {
      if (!(error instanceof X12Error)) throw error;
      this.failed = true;
      yield* this.closeGroup('3');
      yield { kind: 'fault', fault: error.fault };
    }
  }

  private *accept(segment: Segment): Generator<InterchangeItem, void> {
    if (this.closed) {
      this.failed = true;
      yield this.buildFault(
        'data_after_interchange',
        'Data follows the IEA segment. Send one interchange per file.',
        segment,
      );
      return;
    }
    switch (segment.id) {
      case 'ISA':
        return yield* this.openInterchange(segment);
      case 'GS':
        yield* this.closeGroup('3');
        return this.openGroup(segment);
      case 'ST':
        yield* this.closeSet('2');
        if (!this.group) return yield* this.refuse(segment, 'ST comes before GS.');
        return this.openSet(segment);
      case 'SE':
        if (!this.set) return yield* this.refuse(segment, 'SE comes before ST.');
        return yield* this.endSet(this.set, segment);
      case 'GE':
        if (!this.group) return yield* this.refuse(segment, 'GE comes before GS.');
        yield* this.closeSet('2');
        return yield* this.endGroup(segment);
      case 'IEA':
        yield* this.closeGroup('3');
        return yield* this.closeInterchange(segment);
      default:
        if (this.set) return this.set.add(segment);
        return yield* this.refuse(segment, `${formatSegmentId(segment)} is outside a transaction set.`);
    }
  }

  private *openInterchange({ elements, offset }: Segment): Generator<InterchangeItem, void> {
    if (this.header) {
      yield* this.closeGroup('3');
      this.failed = true;
      yield this.buildFault('unexpected_segment', 'A second ISA comes before IEA.', { offset });
      return;
    }
    const [
      ,
      ,
      ,
      ,
      ,
      senderQualifier,
      senderId,
      receiverQualifier,
      receiverId,
      ,
      ,
      ,
      version,
      controlNumber,
      ,
      usage,
    ] = elements.map(clean);
    this.header = {
      senderQualifier: senderQualifier!,
      senderId: senderId!,
      receiverQualifier: receiverQualifier!,
      receiverId: receiverId!,
      controlNumber: controlNumber!,
      version: version!,
      usage: usage!,
    };
    yield { kind: 'interchange', header: this.header };
    if (isControlNumber(this.header.controlNumber)) return;
    const message = `ISA13 is ${quote(controlNumber)}. It must be a number with 9 digits.`;
    yield this.buildFault('isa_invalid', message, { offset });
  }

  private *closeInterchange(segment: Segment): Generator<InterchangeItem, void> {
    this.closed = true;
    const [, count, controlNumber] = segment.elements;
    const { controlNumber: opened } = this.header!;
    if (isControlNumber(opened) && !sameNumber(controlNumber, opened)) {
      const message = `IEA02 is ${quote(controlNumber)} and ISA13 is ${quote(opened)}.`;
      yield this.buildFault('control_number_mismatch', message, segment);
    }
    if (!sameNumber(count, String(this.groups))) {
      const message = `IEA01 is ${quote(count)}, but the number of groups in the interchange is ${this.groups}.`;
      yield this.buildFault('group_count_mismatch', message, segment);
    }
  }

  private openGroup({ elements }: Segment): void {
    const [, functionalId = '', sender = '', receiver = '', , , controlNumber = '', , version = ''] =
      elements.map(clean);
    this.groups++;
    this.group = {
      header: { functionalId, sender, receiver, controlNumber, version },
      errors: isControlNumber(controlNumber) ? [] : ['6'],
      controlNumbers: new Set(),
      received: 0,
    };
  }

  private *endGroup({ elements: [, count, controlNumber] }: Segment): Generator<InterchangeItem, void> {
    const { header, errors, received } = this.group!;
    if (!sameNumber(controlNumber, header.controlNumber)) errors.push('4');
    if (!sameNumber(count, String(received))) errors.push('5');
    const included = count !== undefined && /^\d{1,6}$/.test(count) ? Number(count) : received;
    yield* this.summarize(included);
  }

  private *closeGroup(error: GroupErrorCode): Generator<InterchangeItem, void> {
    yield* this.closeSet('2');
    if (!this.group) return;
    this.group.errors.push(error);
    yield* this.summarize(this.group.received);
  }

  private *summarize(includedSets: number): Generator<InterchangeItem, void> {
    const { header, errors, received } = this.group!;
    this.group = undefined;
    yield { kind: 'group', group: { header, includedSets, receivedSets: received, errors } };
  }

  private openSet(segment: Segment): void {
    const group = this.group!;
    group.received++;
    this.set = new OpenSet(segment, this.tokenizer.delimiters!, group.controlNumbers);
  }

  private *closeSet(error: SetErrorCode): Generator<InterchangeItem, void> {
    const { set } = this;
    if (!set) return;
    this.set = undefined;
    yield { kind: 'set', group: this.group!.header, set: set.close(error) };
  }

  private *endSet(set: OpenSet, trailer: Segment): Generator<InterchangeItem, void> {
    this.set = undefined;
    yield { kind: 'set', group: this.group!.header, set: set.end(trailer) };
  }

  private *refuse(segment: Segment, message: string): Generator<InterchangeItem, void> {
    yield this.buildFault('unexpected_segment', message, segment);
  }

  private buildFault(code: X12FaultCode, message: string, segment?: { offset: number }): InterchangeItem {
    if (++this.faults >= MAX_FAULTS) this.failed = true;
    const { segments, position } = this.tokenizer;
    return {
      kind: 'fault',
      fault: { code, message, offset: segment?.offset ?? position, segment: segments },
    };
  }
}

/** A file may end without the terminator of its last segment. */
function isWholeTrailer({ id, elements }: Segment): boolean {
  return id === 'IEA' && elements.length === 3;
}
