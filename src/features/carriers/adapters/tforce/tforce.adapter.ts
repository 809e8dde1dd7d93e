import {
  callWithToken,
  type ApiCall,
  joinUrl,
  formatUnsureMessage,
  decodeFiles,
  throwUnreadable,
} from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token-cache.js';
import { toText, type Json, toObject, toObjects } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { addDays } from '../../../../domain/days.js';
import {
  CarrierDeclined,
  CarrierFault,
  CARRIER_DOCUMENTS,
  CarrierUnsure,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawRate,
  type RawTender,
  type RawTracking,
  InjectableAdapter,
  type RawScan,
} from '../../carrier-adapter.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { addPickupWarning } from '../booking-helpers.js';
import { statusOfCode } from '../../../../domain/scan-codes.js';
import { parseClockTime, parseCityTime } from '../carrier-local-time.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildBillOfLading, parseTforceTender } from './tforce-booking.js';
import { buildRateQuote, parseTforceRates } from './tforce-rates.js';
import { TforceSettings } from './tforce.settings.js';

type Account = CarrierAccount<TforceSettings>;

const BASE_URL = 'https://api.tforcefreight.com';
const TIME_ZONE = 'America/New_York';
/** Days around the pickup day in which a booking is looked up. */
const SEARCH_WINDOW_DAYS = 7;

/** TForce Freight (UPGF): JSON with a Microsoft OAuth token. Its API cannot cancel a bill of lading. */
@InjectableAdapter()
export class TforceAdapter implements CarrierAdapter<TforceSettings> {
  readonly name = 'tforce';
  readonly settings = TforceSettings;
  readonly title = 'TForce Freight';
  readonly scacs = ['UPGF'];
  readonly grades = { rate: 'A', tender: 'A', track: 'B', documents: 'A' } as const;
  readonly documentTypes = CARRIER_DOCUMENTS;
  private readonly tokens = new AccessTokenCache();

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const call = { method: 'POST', path: 'rating/getRate', data: buildRateQuote(request), safe: true };
    return parseTforceRates(await this.call(call, settings, signal));
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.findBooking(request, settings, signal);
    const call = { method: 'POST', path: 'shipping/bol/create', data: buildBillOfLading(request) };
    return addPickupWarning(
      'TForce',
      request,
      parseTforceTender(await this.call(call, settings, signal)),
      settings,
    );
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const path = `track/pro/${encodeURIComponent(normalizePro(proNumber))}`;
    const answer = await this.call({ method: 'GET', path, safe: true }, settings, signal);
    return parseTforceTracking(answer, settings.time_zone ?? TIME_ZONE);
  }

  async documents(
    { proNumber }: BookedFreight,
    type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const data = buildDocumentRequest(normalizePro(proNumber), type);
    const call = { method: 'POST', path: 'documents/pro', data, safe: true, files: true };
    return parseTforceDocuments(await this.call(call, settings, signal), type);
  }

  /** Looks up a booking whose answer was lost. @throws CarrierUnsure if TForce does not know it, or not yet */
  private async findBooking(
    request: TenderRequest,
    settings: TforceSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const { reference, pickupDate } = request;
    const data = {
      number: reference,
      code: 'BL',
      pickupStartDate: addDays(pickupDate, -SEARCH_WINDOW_DAYS),
      pickupEndDate: addDays(pickupDate, SEARCH_WINDOW_DAYS),
    };
    const call = { method: 'POST', path: 'track/pro/search', data, safe: true };
    const proNumber = parseProNumber(await this.call(call, settings, signal));
    if (proNumber) return addPickupWarning('TForce', request, { proNumber }, settings);
    throw new CarrierUnsure(formatUnsureMessage('TForce', { reference }));
  }

  private async call(
    { path, ...call }: ApiCall,
    settings: TforceSettings,
    signal: AbortSignal,
  ): Promise<Json> {
    const { client_id, client_secret, token_url, scope, api_version = 'v1', base_url = BASE_URL } = settings;
    const form = { client_id, client_secret, grant_type: 'client_credentials', scope };
    const { status, body } = await callWithToken(
      this.tokens,
      [token_url, client_id, client_secret, scope],
      { method: 'POST', url: token_url, data: new URLSearchParams(form) },
      { ...call, url: joinUrl(base_url, path), params: { 'api-version': api_version }, signal },
    );
    if (status === 200) return body;
    // An error body may echo the request with its secrets, so only the message is used.
    const message = status === 400 || status === 422 ? sanitizeText(toText(body.message)) : '';
    if (message) throw new CarrierDeclined(message);
    throw new CarrierFault(`The carrier request failed: HTTP ${status}.`);
  }
}

const CATEGORIES: Record<CarrierDocumentType, string> = {
  bill_of_lading: 'BOL',
  pod: 'DR',
  weight_certificate: 'WGHT',
  carrier_invoice: 'INVC',
};

export function buildDocumentRequest(pro: string, type: CarrierDocumentType): object {
  return { pro, documentCategories: [CATEGORIES[type]] };
}

/** TForce answers 200 even without documents. @throws CarrierFault */
export function parseTforceDocuments(answer: Json, type: CarrierDocumentType): Buffer[] {
  const { code } = toObject(toObject(answer.summary).responseStatus);
  if (code === undefined) throwUnreadable('status');
  const found = toObjects(answer.detail).filter(({ category }) => toText(category) === CATEGORIES[type]);
  return decodeFiles(found.map(({ data }) => data));
}

/** Returns no scans for an unknown number. @throws CarrierFault */
export function parseTforceTracking(answer: Json, timeZone: string): RawTracking {
  if (getResponseStatus(answer) === 'RNF') return { scans: [] };
  if (!Array.isArray(answer.detail)) throwUnreadable('detail');
  const detail = toObject(answer.detail[0]);
  const { estimated, signedBy } = toObject(detail.delivery);
  const { date } = toObject(estimated);
  return {
    scans: toObjects(detail.events).flatMap((event) => toScans(event, timeZone)),
    estimatedDelivery: toText(date).slice(0, 10) || null,
    signedBy: toText(signedBy) || null,
  };
}

/** Returns the PRO number from a lookup by bill of lading number; null if there is none. @throws CarrierFault */
export function parseProNumber(answer: Json): string | null {
  if (getResponseStatus(answer) === 'RNF') return null;
  if (!Array.isArray(answer.detail)) throwUnreadable('detail');
  return toText(toObject(answer.detail[0]).pro) || null;
}

function getResponseStatus({ summary, responseStatus }: Json): unknown {
  return toObject(toObject(summary).responseStatus ?? responseStatus).code;
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

function toScans({ date, description, serviceCenter, code }: Json, timeZone: string): RawScan[] {
  const [words, location] = [toText(description), toText(serviceCenter)];
  const occurredAt = parseTimestamp(toText(date), location, timeZone);
  if (!occurredAt || words === '') return [];
  const status = statusOfCode('tforce', toText(code)) ?? parseStatusText(words);
  return [{ status, description: words, location, occurredAt, code: toText(code) || null }];
}

/** Uses the offset in the text, else the time zone of the place, else `timeZone`. */
function parseTimestamp(text: string, place: string, timeZone: string): Date | null {
  const [, day, time, offset] = TIMESTAMP.exec(text) ?? [];
  if (!day || !time) return null;
  const local = `${day}T${parseClockTime(time)}`;
  if (offset) return new Date(local + offset);
  const [city, state] = /^(.+), ([A-Z]{2})$/.exec(place)?.slice(1) ?? [];
  return (city && state && parseCityTime(local, city, state)) || parseZonedTime(local, timeZone);
}
