import type { AxiosRequestConfig } from 'axios';
import type { AccessTokenCache } from '../../../platform/http-client/access-token.js';
import { callOut, type HttpAnswer, type OutboundRequest } from '../../../platform/http-client/http-client.js';
import { toText, type Json } from '../../../platform/http-client/json.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import type { Accessorial } from '../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../domain/charges.js';
import { COUNTRY_FACTS, getCountry, toRatedPostalCode } from '../../../domain/countries.js';
import { CURRENCIES, parseCurrency, type Currency } from '../../../domain/currencies.js';
import { parseCents } from '../../../domain/money.js';
import { UNIT_TYPES, type UnitType } from '../../../domain/unit-types.js';
import { CarrierDeclined, CarrierFault, type RawRate, type UnratedLevel } from '../carrier-adapter.js';
import { readWords, requireAnswer, requireDone, type CarrierRefusal } from '../carrier-answers.js';
import type { Place, RateItem, RateRequest } from '../carrier-requests.js';
import { buildDeclaredValueWarnings } from '../rating/declared-value.js';

/** Deadline for fetching an access token. The caller's signal does not end it: other calls may wait for the token. */
const TOKEN_DEADLINE_MS = 10_000;

/** A call of an adapter; `path` is relative to the base URL. */
export interface ApiCall {
  method: string;
  path: string;
  data?: object | string;
  params?: object;
  safe?: boolean;
  files?: boolean;
}

/** Makes an HTTP call; the adapter judges the response with `judgeAnswer`. @throws CarrierFault if the call fails */
export async function callCarrier(request: OutboundRequest): Promise<HttpAnswer> {
  try {
    return await callOut(request);
  } catch (error) {
    throw toCarrierFault(error);
  }
}

/** Applies the port's rule. A call that is not safe changes something. @throws CarrierDeclined, CarrierFault */
export function judgeAnswer(
  { safe = false }: Pick<ApiCall, 'safe'>,
  answer: HttpAnswer,
  refusal: CarrierRefusal | null,
): HttpAnswer {
  return safe ? requireAnswer(answer, refusal) : requireDone(answer, refusal);
}

/**
 * Reads each row. A row that cannot be read, or that the adapter declines, becomes a service level without a price.
 * @throws CarrierFault if no row has a price and one cannot be read; CarrierDeclined if the adapter declines all
 */
export function readRateRows(
  rows: readonly Json[],
  read: (row: Json) => RawRate | UnratedLevel,
  nameLevel: (row: Json) => unknown,
): (RawRate | UnratedLevel)[] {
  const errors: (CarrierFault | CarrierDeclined)[] = [];
  const levels = rows.map((row) => {
    try {
      return read(row);
    } catch (error) {
      if (!(error instanceof CarrierFault) && !(error instanceof CarrierDeclined)) throw error;
      errors.push(error);
      return { serviceLevel: toText(nameLevel(row)), reason: error.message };
    }
  });
  if (errors.length === 0 || errors.length < rows.length) return levels;
  const fault = errors.find((error) => error instanceof CarrierFault);
  throw fault ?? new CarrierDeclined([...new Set(errors.map(({ message }) => message))].join(' '));
}

/** Warns of a declared value that the carrier's rate API does not accept. Its bookings state the value. */
export function warnOfDeclaredValue(
  rows: readonly (RawRate | UnratedLevel)[],
  { declaredValueCents }: Pick<RateRequest, 'declaredValueCents'>,
): (RawRate | UnratedLevel)[] {
  const warnings = buildDeclaredValueWarnings(null, declaredValueCents);
  if (warnings.length === 0) return [...rows];
  return rows.map((row) => ('reason' in row ? row : { ...row, warnings }));
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
  const words = readWords(error.answer).replace(/\.$/, '');
  const message = `The carrier request failed: ${error.message}${words && `: ${words}`}.`;
  return new CarrierFault(message, error.cooldownMs, error.unheard);
}

/** @throws CarrierFault always: the response lacks a required value */
export function throwUnreadable(what: string): never {
  throw new CarrierFault(`The carrier response has no ${what}.`);
}

/** @throws CarrierFault if an answer with content has no JSON, e.g. a page of a gateway */
export function requireReadable(answer: HttpAnswer | null): void {
  if (answer && answer.rows === null && Object.keys(answer.body).length === 0) throwUnreadable('status');
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

/** Reads a price without a currency as US dollars. @throws CarrierDeclined for a currency that quotes cannot have */
export function requireCurrency(value: unknown): Currency {
  const code = toText(value);
  const currency = parseCurrency(code);
  if (currency) return currency;
  throw new CarrierDeclined(
    `The carrier returned a price in ${code}. Supported currencies: ${CURRENCIES.join(', ')}.`,
  );
}

/** @throws CarrierFault if the value is not an amount */
export function requireCents(value: unknown, what: string): number {
  return parseOptionalCents(value) ?? throwUnreadable(what);
}

/**
 * Reads the total of a price.
 * @throws CarrierFault if the value is not an amount, CarrierDeclined if it is zero: a carrier never ships for nothing
 */
export function requireTotal(value: unknown, what: string): number {
  return requirePositiveTotal(requireCents(value, what));
}

/** Returns the total in cents. @throws CarrierDeclined if it is zero */
export function requirePositiveTotal(cents: number): number {
  if (cents === 0) throw new CarrierDeclined('The carrier returned a total of $0.00.');
  return cents;
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
    `The carrier has no code for this handling unit: ${UNIT_TYPES[type].label}. Choose another packaging type.`,
  );
}

/** Decodes base64 files; drops other values. */
export function decodeFiles(values: unknown[]): Buffer[] {
  return values
    .map((value) => toText(value).replace(/\s+/g, ''))
    .filter((base64) => /^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    .map((base64) => Buffer.from(base64, 'base64'));
}

/** Rounds up: carriers accept whole pounds. */
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

/** Returns the country as ISO 3166-1 alpha-3: `CAN`. */
export function toAlpha3(place: Pick<Place, 'country'>): string {
  return COUNTRY_FACTS[getCountry(place)].alpha3;
}

/** Returns five digits of a ZIP, or a Canadian postal code without its space. */
export function toZip5(zip: string): string {
  return toRatedPostalCode(zip);
}

export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
