import { toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { CarrierDeclined } from '../../carrier-adapter.js';

/**
 * R+L reports errors in `Errors`, with HTTP 400 or 200. Its success code is 200 or 0 and carries no information.
 * @throws CarrierDeclined with R+L's messages
 */
export function requireNoErrors(answer: Json): void {
  const messages = toObjects(answer.Errors)
    .map(({ ErrorMessage }) => toText(ErrorMessage))
    .filter(Boolean);
  if (messages.length > 0) throw new CarrierDeclined(sanitizeText(messages.join(' ')));
}

/** Formats a day as MM/DD/YYYY. */
export function formatRlDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Parses M/D/YYYY, padded or not, to a day; null for other values. */
export function parseRlDate(value: unknown): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(toText(value));
  return match && `${match[3]}-${match[1]!.padStart(2, '0')}-${match[2]!.padStart(2, '0')}`;
}
