import { invalidParam } from '../http/errors/api-error.js';
import { parseJpegSize, parsePngSize, type ImageSize } from '../../domain/file-signatures.js';

export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
export const MAX_LOGO_BYTES = 200 * 1024;
/** Per side; limits the memory that decoding the image takes. */
const MAX_SIDE_PIXELS = 2_000;

export interface Logo extends ImageSize {
  type: LogoType;
  bytes: Buffer;
}

/** Detects the image type from the bytes. @throws ApiError invalid_file on `logo` */
export function parseLogo(bytes: Buffer): Logo {
  const png = parsePngSize(bytes);
  const size = png ?? parseJpegSize(bytes);
  if (!size) throw invalidParam('logo', 'logo must be a PNG or JPEG file.', 'invalid_file');
  const { width, height } = size;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE_PIXELS) {
    throw invalidParam('logo', `logo must measure 1 to ${MAX_SIDE_PIXELS} pixels per side.`, 'invalid_file');
  }
  return { type: png ? 'image/png' : 'image/jpeg', bytes, width, height };
}
