import {
  CONTROL_CHARACTER,
  X12Error,
  type Delimiters,
  type Segment,
  type X12FaultCode,
} from './x12-segment.js';

/** The longest segment in bytes. Real segments stay below 2 kB. */
export const MAX_SEGMENT_BYTES = 65_536;
/** The longest ISA segment in bytes. It has 106 bytes, plus line breaks that a mail gateway may add. */
const MAX_ISA_BYTES = 512;
const ISA_ELEMENTS = 16;
const UTF8_BOM = '\xef\xbb\xbf';
/** The first version whose ISA11 is the repetition separator. */
const FIRST_VERSION_WITH_REPETITION = '00402';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Splits an X12 file into segments as its bytes arrive. It keeps at most one segment and one chunk in memory.
 * It accepts a byte order mark, indented segments, blanks at the end of a segment, and line breaks inside or between segments.
 */
export class X12Tokenizer {
  /** Undefined until the ISA segment is complete. */
  delimiters: Delimiters | undefined;
  /** Number of segments so far. */
  segments = 0;
  private pending = '';
  private pendingOffset = 0;

  /** Byte offset of the text that no segment contains yet. */
  get position(): number {
    return this.pendingOffset;
  }

  /** @throws X12Error */
  *push(chunk: Buffer): Generator<Segment> {
    this.pending += chunk.toString('latin1');
    if (!this.delimiters) {
      const isa = this.readIsa();
      if (!isa) return;
      yield isa;
    }
    const { segment: terminator, element } = this.delimiters!;
    let start = 0;
    for (;;) {
      const end = this.pending.indexOf(terminator, start);
      if (end < 0) break;
      const segment = this.parseSegment(start, end, element);
      start = end + 1;
      if (segment) yield segment;
    }
    this.pending = this.pending.slice(start);
    this.pendingOffset += start;
    if (this.pending.length > MAX_SEGMENT_BYTES) {
      throw this.error('segment_too_long', `The segment is longer than ${MAX_SEGMENT_BYTES} bytes.`);
    }
  }

  /** Returns the last segment if the file ends without a terminator. @throws X12Error */
  *end(): Generator<Segment> {
    if (!this.delimiters) {
      const code = this.pending.trim() === '' ? 'isa_missing' : 'isa_invalid';
      throw this.error(code, 'The file ends before its ISA segment is complete.');
    }
    const segment = this.parseSegment(0, this.pending.length, this.delimiters.element);
    this.pending = '';
    if (segment) yield { ...segment, terminated: false };
  }

  private parseSegment(from: number, to: number, separator: string): Segment | undefined {
    let [start, end] = [from, to];
    while (start < end && isBlank(this.pending.charCodeAt(start))) start++;
    while (end > start && isBlank(this.pending.charCodeAt(end - 1))) end--;
    if (start === end) return undefined;
    if (end - start > MAX_SEGMENT_BYTES) {
      throw this.error('segment_too_long', `The segment is longer than ${MAX_SEGMENT_BYTES} bytes.`, start);
    }
    const text = decode(this.pending.slice(start, end));
    const elements = text.split(separator);
    this.segments++;
    return {
      id: elements[0]!,
      elements,
      offset: this.pendingOffset + start,
      bytes: end - start,
      printable: !CONTROL_CHARACTER.test(text),
      terminated: true,
    };
  }

  /** Returns undefined while the segment is incomplete. @throws X12Error */
  private readIsa(): Segment | undefined {
    const text = this.pending;
    if (/^(?:\xff\xfe|\xfe\xff|\0)/.test(text)) {
      throw this.error('encoding_unsupported', 'The file is UTF-16. Send ASCII or UTF-8.', 0);
    }
    let start = text.startsWith(UTF8_BOM) ? UTF8_BOM.length : 0;
    while (start < text.length && isBlank(text.charCodeAt(start))) start++;
    if (start > MAX_SEGMENT_BYTES) throw this.error('isa_missing', 'The file does not start with ISA.', 0);
    if (!'ISA'.startsWith(text.slice(start, start + 3))) {
      if (UTF8_BOM.startsWith(text)) return undefined;
      throw this.error('isa_missing', 'The file does not start with ISA.', start);
    }
    if (text.length < start + 4) return undefined;

    const element = text[start + 3]!;
    let last = start + 3;
    for (let count = 1; count < ISA_ELEMENTS; count++) {
      const next = text.indexOf(element, last + 1);
      const reached = next < 0 ? text.length : next;
      if (reached - start > MAX_ISA_BYTES) {
        throw this.error('isa_invalid', `The ISA segment does not have ${ISA_ELEMENTS} elements.`, start);
      }
      if (next < 0) return undefined;
      last = next;
    }
    if (text.length < last + 3) return undefined;

    const elements = text
      .slice(start, last + 2)
      .replace(/[\r\n]/g, '')
      .split(element);
    if (/\p{Cc}/u.test(elements.filter((_, index) => index !== 11 && index !== 16).join(''))) {
      throw this.error('isa_invalid', 'The ISA segment contains control characters.', start);
    }
    const [component, segment] = [text[last + 1]!, text[last + 2]!];
    const version = elements[12]!;
    const repetition =
      version >= FIRST_VERSION_WITH_REPETITION && isSeparator(elements[11]!) ? elements[11]! : null;
    this.assertDelimiters({ element, component, segment, repetition }, start);
    this.delimiters = { element, component, segment, repetition };
    this.pending = text.slice(last + 3);
    this.pendingOffset = last + 3;
    this.segments = 1;
    return { id: 'ISA', elements, offset: start, bytes: last + 3 - start, printable: true, terminated: true };
  }

  private assertDelimiters({ element, component, segment, repetition }: Delimiters, offset: number): void {
    const all = [element, component, segment, ...(repetition === null ? [] : [repetition])];
    const usable =
      new Set(all).size === all.length &&
      isSeparator(element) &&
      isSeparator(component) &&
      (isSeparator(segment) || segment === '\n' || segment === '\r');
    if (usable) return;
    const shown = JSON.stringify(all.join(' '));
    throw this.error('delimiters_invalid', `The ISA segment declares unusable delimiters: ${shown}.`, offset);
  }

  private error(code: X12FaultCode, message: string, start = 0): X12Error {
    return new X12Error({ code, message, offset: this.pendingOffset + start, segment: this.segments + 1 });
  }
}

/** Space, tab, line feed or carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function isSeparator(text: string): boolean {
  return text.length === 1 && text > '\0' && text <= '~' && !/[A-Za-z0-9\s]/.test(text);
}

/** Removes line breaks and decodes UTF-8. Text that is not UTF-8 stays Latin-1. */
function decode(latin1: string): string {
  const line = /[\r\n]/.test(latin1) ? latin1.replace(/[\r\n]/g, '') : latin1;
  if (!/[\x80-\xff]/.test(line)) return line;
  try {
    return utf8.decode(Buffer.from(line, 'latin1'));
  } catch {
    return line;
  }
}
