import { invalidParam } from '../http/errors/api-error.js';

export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
export const MAX_LOGO_BYTES = 200 * 1024;
/** Pixels of a side: what a browser has to unpack stays small, however well it was packed. */
const MAX_SIDE = 2_000;

/** A picture as it was uploaded. */
export interface Logo {
  type: LogoType;
  bytes: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

type Size = Pick<Logo, 'width' | 'height'>;

/** What the bytes are, whatever they were called. @throws ApiError invalid_file on `logo` */
export function parseLogo(bytes: Buffer): Logo {
  const png = pngSize(bytes);
  const size = png ?? jpegSize(bytes);
  if (!size) throw invalidParam('logo', 'logo must be a PNG or JPEG file.', 'invalid_file');
  const { width, height } = size;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE) {
    throw invalidParam('logo', `logo must measure 1 to ${MAX_SIDE} pixels a side.`, 'invalid_file');
  }
  return { type: png ? 'image/png' : 'image/jpeg', bytes, width, height };
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const PNG_END = Buffer.from('IEND\xaeB`\x82', 'latin1');

/** The first chunk of a PNG has its size, the last one is empty. Source: W3C PNG, sections 5.2 and 11.2. */
function pngSize(bytes: Buffer): Size | null {
  const whole = bytes.subarray(0, PNG_START.length).equals(PNG_START) && bytes.includes(PNG_END);
  return whole ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
}

/** A start of frame, of whichever coding; C4, C8 and CC are tables. Source: ITU-T T.81, table B.1. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Walks over a JPEG's segments, each a marker and its length, to the frame that has its size. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || !bytes.includes(Buffer.from([0xff, 0xd9])))
    return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
