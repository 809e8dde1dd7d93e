import { toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { CarrierDeclined } from '../../carrier-adapter.js';

/**
 * R+L says no in `Errors`, with HTTP 400 or 200; the code of success is 200 here and 0 there, and says nothing.
 * @throws CarrierDeclined with R+L's own words
 */
export function requireNoErrors(answer: Json): void {
  const messages = toObjects(answer.Errors)
    .map(({ ErrorMessage }) => toText(ErrorMessage))
    .filter(Boolean);
  if (messages.length > 0) throw new CarrierDeclined(sanitizeText(messages.join(' ')));
}

/** MM/DD/YYYY of a day. */
export function formatRlDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** The day of M/D/YYYY, padded or not; null when it isn't one. */
export function parseRlDate(value: unknown): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(toText(value));
  return match && `${match[3]}-${match[1]!.padStart(2, '0')}-${match[2]!.padStart(2, '0')}`;
}
