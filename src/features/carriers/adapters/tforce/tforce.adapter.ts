import {
  callWithToken,
  type ApiCall,
  joinUrl,
  judgeAnswer,
  decodeFiles,
  throwUnreadable,
  warnOfDeclaredValue,
} from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toText, type Json, toObject, toObjects } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import { addDays } from '../../../../domain/days.js';
import {
  CarrierDeclined,
  CARRIER_DOCUMENTS,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawTender,
  type RawTracking,
  InjectableAdapter,
  type RawScan,
} from '../../carrier-adapter.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { addPickupWarning, lookUpPro } from '../booking-helpers.js';
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
  readonly countries = ['US', 'CA'] as const;
  readonly scacs = ['UPGF'];
  readonly grades = { rate: 'A', tender: 'A', track: 'B', documents: 'A' } as const;
  readonly documentTypes = CARRIER_DOCUMENTS;
  private readonly tokens = new AccessTokenCache();

  testSettings(settings: TforceSettings): TforceSettings | null {
    return settings.api_version?.startsWith('cie') ? settings : null;
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const call = { method: 'POST', path: 'rating/getRate', data: buildRateQuote(request), safe: true };
    return warnOfDeclaredValue(parseTforceRates(await this.call(call, settings, signal)), request);
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.findBooking(request, settings, signal);
    const call = { method: 'POST', path: 'shipping/bol/create', data: buildBillOfLading(request, settings) };
    const tender = parseTforceTender(await this.call(call, settings, signal));
    return addPickupWarning('TForce', request, tender, settings);
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
    const proNumber = await lookUpPro('TForce', request, async () =>
      parseProNumber(await this.call(call, settings, signal)),
    );
    return addPickupWarning('TForce', request, { proNumber }, settings);
  }

  private async call(
    { path, ...call }: ApiCall,
    settings: TforceSettings,
    signal: AbortSignal,
  ): Promise<Json> {
    const { client_id, client_secret, token_url, scope, api_version = 'v1', base_url = BASE_URL } = settings;
    const form = { client_id, client_secret, grant_type: 'client_credentials', scope };
    const answer = await callWithToken(
      this.tokens,
      [token_url, client_id, client_secret, scope],
      { method: 'POST', url: token_url, data: new URLSearchParams(form) },
      { ...call, url: joinUrl(base_url, path), params: { 'api-version': api_version }, signal },
    );
    return judgeAnswer(call, answer, findTforceRefusal(answer)).body;
  }
}

/** The rate API says `message`, the shipping API `responseStatus.description`, with HTTP 400 or 200. */
function findTforceRefusal({ status, body }: HttpAnswer): CarrierRefusal | null {
  const { code, description } = toObject(body.responseStatus);
  const message = toText(description) || toText(body.message);
  return status >= 400 || code === 'ERROR' ? { message } : null;
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

/** Codes of an answer with documents, and of one without. */
const DOCUMENT_CODES: readonly unknown[] = ['1', 'OK', 'PRT', 'NFO', 'RNF'];

/** TForce returns 200 even without documents. @throws CarrierDeclined with TForce's message, CarrierFault */
export function parseTforceDocuments(answer: Json, type: CarrierDocumentType): Buffer[] {
  const { code, message } = toObject(toObject(answer.summary).responseStatus);
  if (code === undefined) throwUnreadable('status');
  if (!DOCUMENT_CODES.includes(code)) throw new CarrierDeclined(toText(message), toText(code));
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
