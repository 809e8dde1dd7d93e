import type { AxiosRequestConfig } from 'axios';
import type { AccessTokenCache } from '../../../platform/http-client/access-token-cache.js';
import { callOut, type HttpAnswer, type OutboundRequest } from '../../../platform/http-client/http-client.js';
import { toText } from '../../../platform/http-client/json.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import type { Accessorial } from '../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../domain/charges.js';
import { parseCents } from '../../../domain/money.js';
import { UNIT_TYPES, type UnitType } from '../../../domain/unit-types.js';
import { CarrierDeclined, CarrierFault } from '../carrier-adapter.js';
import type { RateItem, TenderRequest } from '../carrier-requests.js';

/** Deadline for fetching an access token. The caller's signal does not end it: other calls may wait for the token. */
const TOKEN_DEADLINE_MS = 10_000;

/** A call of an adapter; `path` is relative to the base URL. */
export interface ApiCall {
  method: string;
  path: string;
  data?: object;
  params?: object;
  safe?: boolean;
  files?: boolean;
}

/** Makes an HTTP call; the adapter judges the response. @throws CarrierFault if the call fails or the credentials are rejected */
export async function callCarrier(request: OutboundRequest): Promise<HttpAnswer> {
  let answer: HttpAnswer;
  try {
    answer = await callOut(request);
  } catch (error) {
    throw toCarrierFault(error);
  }
  if (answer.status !== 401 && answer.status !== 403) return answer;
  throw new CarrierFault('The carrier request failed: it rejects the credentials.', undefined, true);
}

/**
 * Makes an HTTP call with a bearer token; fetches the token with `tokenRequest` and shares it among the calls of an account.
 * @param account everything that the token depends on
 * @throws CarrierFault if a call fails or the credentials are rejected
 */
export async function callWithToken(
  tokens: AccessTokenCache,
  account: readonly string[],
  tokenRequest: AxiosRequestConfig,
  request: OutboundRequest,
): Promise<HttpAnswer> {
  const token = tokens.get(account, () =>
    callOut({ ...tokenRequest, signal: AbortSignal.timeout(TOKEN_DEADLINE_MS), safe: true }),
  );
  try {
    return await token.authorize(
      (bearer) => callOut({ ...request, headers: { ...request.headers, Authorization: `Bearer ${bearer}` } }),
      request.signal,
    );
  } catch (error) {
    throw toCarrierFault(error);
  }
}

/** Converts an OutboundFault into a CarrierFault; returns other errors unchanged. */
function toCarrierFault(error: unknown): unknown {
  if (error instanceof CarrierFault || !(error instanceof OutboundFault)) return error;
  const message = `The carrier request failed: ${error.message}.`;
  return new CarrierFault(message, error.cooldownMs, error.unheard);
}

/** Formats the message for a booking whose answer was lost and whose state the carrier's API cannot tell. */
export function formatUnsureMessage(
  carrier: string,
  { reference }: Pick<TenderRequest, 'reference'>,
): string {
  return (
    `${carrier} may have booked bill of lading ${reference}. Call the carrier, ` +
    'then confirm with its PRO number or cancel.'
  );
}

/** @throws CarrierFault always: the response lacks a required value */
export function throwUnreadable(what: string): never {
  throw new CarrierFault(`The carrier response has no ${what}.`);
}

/** Parses a carrier's amount, text or number, to cents; null for other values. */
export function parseOptionalCents(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  try {
    return parseCents(String(value));
  } catch {
    return null;
  }
}

/** @throws CarrierFault if the value is not an amount */
export function requireCents(value: unknown, what: string): number {
  return parseOptionalCents(value) ?? throwUnreadable(what);
}

/** Parses a carrier's integer, text or number; null for other values. */
export function parseOptionalInteger(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

/** Adds an adjustment if the lines do not add up to the carrier's total in cents, which is what it bills. */
export function addUnitemizedCharge(charges: Charge[], total: number): Charge[] {
  const rest = total - sumCents(charges);
  if (rest === 0) return charges;
  const description = 'Charges the carrier did not itemize';
  return [...charges, { type: 'adjustment', code: 'OTHER', description, amountCents: rest }];
}

/** Builds the charge of a service: an adjustment if the amount is negative. */
export function buildServiceCharge(code: string, description: string, amountCents: number): Charge {
  return { type: amountCents < 0 ? 'adjustment' : 'accessorial', code, description, amountCents };
}

export function requireUnitCode(codes: Partial<Record<UnitType, string>>, type: UnitType): string {
  const code = codes[type];
  if (code) return code;
  throw new CarrierDeclined(
    `The carrier has no known code for the handling unit: ${UNIT_TYPES[type].label}.`,
  );
}

/** Decodes base64 files; drops other values. */
export function decodeFiles(values: unknown[]): Buffer[] {
  return values
    .map((value) => toText(value).replace(/\s+/g, ''))
    .filter((base64) => /^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    .map((base64) => Buffer.from(base64, 'base64'));
}

/** Rounds up: carriers take whole pounds. */
export function ceilPounds(pounds: number): number {
  return Math.ceil(pounds);
}

/** Returns true if the shipment is dangerous and no line says which one. */
export function hasUnassignedHazmat(
  items: readonly RateItem[],
  accessorials: readonly Accessorial[],
): boolean {
  return accessorials.includes('hazmat') && !items.some(({ hazmat }) => hazmat !== undefined);
}

export function countHandlingUnits(items: readonly RateItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the digits without the country code 1: `5552226666`. Returns text without digits unchanged. */
export function toPhoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return digits === '' ? phone : digits;
}

/** Formats ten digits as `555-222-6666`; returns other digits unchanged. */
export function formatPhone(phone: string): string {
  return toPhoneDigits(phone).replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

/** Wraps text between words into at most `count` lines of `max` characters; cuts the rest. */
export function wrapText(text: string, max: number, count: number): string[] {
  const lines: string[] = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = `${lines.at(-1)!} ${word}`.trim();
    if (line.length <= max || lines.at(-1) === '') lines[lines.length - 1] = line.slice(0, max);
    else lines.push(word.slice(0, max));
  }
  return lines.slice(0, count);
}

export function toZip5(zip: string): string {
  return zip.slice(0, 5);
}

export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
