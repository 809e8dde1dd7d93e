import type { Request } from 'express';
import { invalidParam } from '../http/errors/api-error.js';

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** 1 to 255 printable ASCII characters. */
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
/** A structured-field string. Source: RFC 9651, section 3.3.3. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** Returns the key of a request, without quotes, and undefined if it has none. @throws ApiError invalid_value */
export function parseIdempotencyKey(request: Request): string | undefined {
  if (request.headers['idempotency-key'] === undefined) return undefined;
  const [text = '', ...others] = request.headersDistinct['idempotency-key'] ?? [];
  const key = text.startsWith('"') ? QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') : text;
  if (others.length > 0 || key === undefined || !PRINTABLE.test(key)) {
    throw invalidParam(
      IDEMPOTENCY_KEY_HEADER,
      `${IDEMPOTENCY_KEY_HEADER} must be one value of 1 to 255 printable ASCII characters.`,
    );
  }
  return key;
}
