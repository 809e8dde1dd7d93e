import { toObject, toText, type Json } from '../../../../platform/http-client/json.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { CarrierDeclined } from '../../carrier-adapter.js';

/** Estes says no in `error`, with any HTTP status; code 0 is none. @throws CarrierDeclined with Estes' own words */
export function requireNoError(answer: Json): void {
  const { code, message, details } = toObject(answer.error);
  if (code === undefined || code === null || Number(code) === 0) return;
  const words = [message, details].map(toText).filter(Boolean).join(' ');
  throw new CarrierDeclined(sanitizeText(words) || 'The carrier declined.');
}
