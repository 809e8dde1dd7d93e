/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const PNG_END = Buffer.from('IEND\xaeB`\x82', 'latin1');

/** Reads the first chunk and requires the last; returns null for other files. Source: W3C PNG, sections 5.2 and 11.2. */
export function parsePngSize(bytes: Buffer): ImageSize | null {
  const whole = bytes.subarray(0, PNG_START.length).equals(PNG_START) && bytes.includes(PNG_END);
  return whole ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
}

/** C4, C8 and CC are tables, not frames. Source: ITU-T T.81, table B.1. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** TEM and RSTn have no length. Source: ITU-T T.81, B.1.1.4. */
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/**
 * Reads the size of the only frame, and every segment to the end of the image. Returns null for other files, and for files
 * that decoders read differently: with a second frame, or with bytes between segments.
 */
export function parseJpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START_OF_IMAGE) return null;
  let size: ImageSize | null = null;
  let at = 2;
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) return size;
    if (marker === 0xff) at += 1;
    else if (isStandalone(marker)) at += 2;
    else {
      const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
      if (marker === 0 || marker === START_OF_IMAGE || length < 2) return null;
      if (isStartOfFrame(marker)) {
        if (size || at + 9 > bytes.length) return null;
        size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      }
      at += 2 + length;
      if (marker === START_OF_SCAN) at = skipScan(bytes, at);
    }
  }
  return null;
}

/** Returns the position of the first marker after the data of a scan, in which FF00 is a byte and RSTn is allowed. */
function skipScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isStandalone(next)) return at;
  }
  return bytes.length;
}

/** PDF readers search this many bytes at the start and the end for the markers. */
const PDF_MARGIN = 1_024;

/** Returns true if the file has a PDF's header and trailer. Source: ISO 32000-1, 7.5.2 and 7.5.5, with Acrobat's tolerance. */
export function isPdf(bytes: Buffer): boolean {
  const start = bytes.subarray(0, PDF_MARGIN);
  const end = bytes.subarray(-PDF_MARGIN);
  return start.includes('%PDF-') && end.includes('%%EOF');
}
