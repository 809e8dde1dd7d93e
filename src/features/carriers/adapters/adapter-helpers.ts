import { callOut, type HttpAnswer, type OutboundRequest } from '../../../platform/http-client/http-client.js';
import { toText } from '../../../platform/http-client/json.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import { sumCents, type Charge } from '../../../domain/charges.js';
import { parseCents } from '../../../domain/money.js';
import { CarrierFault } from '../carrier-adapter.js';
import type { RateItem, TenderRequest } from '../carrier-requests.js';

// What the translations into carriers' own words share.

/** How long the fetching of an access token may take, whoever waits for it. */
export const TOKEN_DEADLINE_MS = 10_000;

/** A call whose answer is the adapter's to judge. @throws CarrierFault when it can't be made or our credentials are refused */
export async function callCarrier(request: OutboundRequest): Promise<HttpAnswer> {
  let answer: HttpAnswer;
  try {
    answer = await callOut(request);
  } catch (error) {
    throw toCarrierFault(error);
  }
  if (answer.status === 401 || answer.status === 403) throw buildCredentialsFault();
  return answer;
}

/** What a call met, in the words of somebody who waits for a carrier. */
export function toCarrierFault(error: unknown): unknown {
  if (error instanceof CarrierFault || !(error instanceof OutboundFault)) return error;
  const message = `The carrier could not be asked: ${error.message}.`;
  return new CarrierFault(message, error.cooldownMs, error.unheard);
}

/** Of a booking whose answer was lost, where the carrier's API doesn't say what became of it. */
export function formatUnsureMessage(
  carrier: string,
  { reference }: Pick<TenderRequest, 'reference'>,
): string {
  return (
    `${carrier} did not say whether it booked bill of lading ${reference}: ask it by telephone, ` +
    'then confirm with its PRO number, or cancel.'
  );
}

function buildCredentialsFault(): CarrierFault {
  return new CarrierFault('The carrier could not be asked: it refuses our credentials.', undefined, true);
}

/** @throws CarrierFault: the answer lacks what it can't be without */
export function throwUnreadable(what: string): never {
  throw new CarrierFault(`The carrier's answer has no ${what}.`);
}

/** An amount as carriers write them, text or number, in cents; null when it isn't one. */
export function parseOptionalCents(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  try {
    return parseCents(String(value));
  } catch {
    return null;
  }
}

/** The same where there is no price without it. @throws CarrierFault */
export function requireCents(value: unknown, what: string): number {
  return parseOptionalCents(value) ?? throwUnreadable(what);
}

/** A whole number as carriers write them, text or number; null when it isn't one. */
export function parseOptionalInteger(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

/**
 * The lines and, where they aren't all of the carrier's total, one line that says so: the total is what is charged.
 * @param total in cents
 */
export function addUnitemizedCharge(charges: Charge[], total: number): Charge[] {
  const rest = total - sumCents(charges);
  if (rest === 0) return charges;
  const description = 'Charges the carrier did not itemize';
  return [...charges, { type: 'adjustment', code: 'OTHER', description, amountCents: rest }];
}

/** The files in texts of base64; what isn't one is left out. */
export function decodeFiles(values: unknown[]): Buffer[] {
  return values
    .map((value) => toText(value).replace(/\s+/g, ''))
    .filter((base64) => /^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    .map((base64) => Buffer.from(base64, 'base64'));
}

/** Whole pounds, rounded up, as carriers want them. */
export function ceilPounds(pounds: number): number {
  return Math.ceil(pounds);
}

export function countHandlingUnits(items: readonly RateItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Ten digits, without the country's 1: `5552226666`. Anything else stays as it is. */
export function toPhoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return digits === '' ? phone : digits;
}

/** `555-222-6666`. Anything but ten digits stays as it is. */
export function formatPhone(phone: string): string {
  return toPhoneDigits(phone).replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

/** Text in at most `count` lines of `max` characters, broken between words; what is left over is cut. */
export function wrapText(text: string, max: number, count: number): string[] {
  const broken: string[] = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = `${broken.at(-1)!} ${word}`.trim();
    if (line.length <= max || broken.at(-1) === '') broken[broken.length - 1] = line.slice(0, max);
    else broken.push(word.slice(0, max));
  }
  return broken.slice(0, count);
}

/** The five digits that most carriers rate by. */
export function toZip5(zip: string): string {
  return zip.slice(0, 5);
}

/** Base and path with one slash between them. */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
