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

/** Skips segments up to the frame that holds the size; returns null for other files. */
export function parseJpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || !bytes.includes(Buffer.from([0xff, 0xd9])))
    return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isStartOfFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** PDF readers search this many bytes at the start and the end for the markers. */
const PDF_MARGIN = 1_024;

/** Returns true if the file has a PDF's header and trailer. Source: ISO 32000-1, 7.5.2 and 7.5.5, with Acrobat's tolerance. */
export function isPdf(bytes: Buffer): boolean {
  const start = bytes.subarray(0, PDF_MARGIN);
  const end = bytes.subarray(-PDF_MARGIN);
  return start.includes('%PDF-') && end.includes('%%EOF');
}
