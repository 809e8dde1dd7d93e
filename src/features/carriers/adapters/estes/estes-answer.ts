import { object, text, type Json } from '../../../../platform/http-client/json.js';
import { outsideText } from '../../../../domain/outside-text.js';
import { CarrierDeclined } from '../../carrier-adapter.js';

/** Estes says no in `error`, with any HTTP status; code 0 is none. @throws CarrierDeclined with Estes' own words */
export function requireNoError(answer: Json): void {
  const { code, message, details } = object(answer.error);
  if (code === undefined || code === null || Number(code) === 0) return;
  const words = [message, details].map(text).filter(Boolean).join(' ');
  throw new CarrierDeclined(outsideText(words) || 'The carrier declined.');
}
