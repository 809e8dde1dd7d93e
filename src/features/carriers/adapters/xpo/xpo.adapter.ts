import { AccessTokenCache } from '../../../../platform/http-client/access-token-cache.js';
import { callOut } from '../../../../platform/http-client/http-client.js';
import { toObject, toText, type Json, toObjects } from '../../../../platform/http-client/json.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierDeclined,
  CarrierFault,
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
import {
  joinUrl,
  toCarrierFault,
  formatUnsureMessage,
  TOKEN_DEADLINE_MS,
  throwUnreadable,
  decodeFiles,
} from '../adapter-helpers.js';
import { addPickupWarning } from '../booking-helpers.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildBillOfLading, parseXpoTender } from './xpo-booking.js';
import { buildRateQuote, parseXpoRates } from './xpo-rates.js';
import { XpoSettings } from './xpo.settings.js';

type Account = CarrierAccount<XpoSettings>;
interface ApiCall {
  method: string;
  path: string;
  data?: object;
  params?: object;
  safe?: boolean;
  files?: boolean;
}

const BASE_URL = 'https://api.ltl.xpo.com';
/** What XPO says of a number it has no events of yet. */
const NO_DATA = /no data found/i;

/** What it says of a booking that is cancelled already: which words, is not known for certain. */
const CANCELLED = /already (been )?cancel/i;
const BOL_PATH = 'billoflading/1.0/billsoflading';

/** XPO (XPOL): JSON with an OAuth token. */
@InjectableAdapter()
export class XpoAdapter implements CarrierAdapter<XpoSettings> {
  readonly name = 'xpo';
  readonly settings = XpoSettings;
  readonly title = 'XPO';
  readonly scacs = ['XPOL'];
  readonly grades = { rate: 'B', tender: 'B', cancel: 'B', track: 'C', documents: 'B' } as const;
  readonly documentTypes = ['bill_of_lading'] as const;
  private readonly tokens = new AccessTokenCache();

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const data = buildRateQuote(request, settings);
    const call = { method: 'POST', path: 'rating/1.0/ratequotes', data, safe: true };
    return parseXpoRates(await this.call(call, settings, signal));
  }

  /** XPO can't be asked what it has booked under a reference. */
  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) {
      throw new CarrierUnsure(formatUnsureMessage('XPO', request));
    }
    const data = buildBillOfLading(request, settings);
    const call = { method: 'POST', path: BOL_PATH, data, params: buildTestModeParams(settings) };
    return addPickupWarning(
      'XPO',
      request,
      parseXpoTender(await this.call(call, settings, signal)),
      settings,
    );
  }

  /** By XPO's own id of the bill of lading, which comes with the booking. */
  async cancel({ bookingId }: BookedFreight, { settings }: Account, signal: AbortSignal): Promise<void> {
    if (bookingId === null)
      throw new CarrierDeclined('XPO gave no id to cancel by: it has to be telephoned.');
    const path = `${BOL_PATH}/${encodeURIComponent(bookingId)}/cancel`;
    const call = { method: 'PUT', path, params: buildTestModeParams(settings), safe: true };
    try {
      const { code } = await this.call(call, settings, signal);
      if (String(code) !== '200') throwUnreadable('status');
    } catch (error) {
      if (error instanceof CarrierDeclined && CANCELLED.test(error.message)) return;
      throw error;
    }
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const path = `tracking/1.0/shipments/${encodeURIComponent(normalizePro(proNumber))}/tracking-events`;
    const call = { method: 'GET', path, params: { detailLevel: 'DETAIL' }, safe: true };
    try {
      return parseXpoTracking(await this.call(call, settings, signal));
    } catch (error) {
      if (error instanceof CarrierDeclined && NO_DATA.test(error.message)) return { scans: [] };
      throw error;
    }
  }

  /** Its bill of lading, by XPO's own id of it. How other documents are asked for is not known. */
  async documents(
    { bookingId }: BookedFreight,
    _type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    if (bookingId === null) throw new CarrierDeclined('XPO gave no id to ask for its bill of lading by.');
    const path = `${BOL_PATH}/${encodeURIComponent(bookingId)}/pdf`;
    return parseXpoBol(await this.call({ method: 'GET', path, safe: true, files: true }, settings, signal));
  }

  private async call({ path, ...call }: ApiCall, settings: XpoSettings, signal: AbortSignal): Promise<Json> {
    const { consumer_key, consumer_secret, username, password, base_url = BASE_URL } = settings;
    const tokenUrl = settings.token_url ?? joinUrl(base_url, 'token');
    const token = this.tokens.get([tokenUrl, consumer_key, consumer_secret, username, password], () =>
      callOut({
        method: 'POST',
        url: tokenUrl,
        auth: { username: consumer_key, password: consumer_secret },
        data: new URLSearchParams({ grant_type: 'password', username, password }),
        signal: AbortSignal.timeout(TOKEN_DEADLINE_MS),
        safe: true,
      }),
    );
    const url = joinUrl(base_url, path);
    try {
      const { status, body } = await token.authorize(
        (bearer) => callOut({ ...call, url, headers: { Authorization: `Bearer ${bearer}` }, signal }),
        signal,
      );
      const message = sanitizeText(toText(toObject(body.error).message).replace(/\|$/, ''));
      if (message) throw new CarrierDeclined(message);
      if (status >= 300) throw new CarrierFault(`The carrier could not be asked: it answered ${status}.`);
      return body;
    } catch (error) {
      throw toCarrierFault(error);
    }
  }
}

/** XPO then does nothing but check what it was sent. */
function buildTestModeParams({ test_bookings: test }: XpoSettings): object {
  return test ? { testMode: 'Y' } : {};
}

/** Clients of XPO have met the file in either place. @throws CarrierFault */
export function parseXpoBol({ data, code }: Json): Buffer[] {
  if (code === undefined) throwUnreadable('status');
  const { bolpdf, bolPdfImage } = toObject(data);
  return decodeFiles([toObject(bolpdf).contentType ?? bolPdfImage]);
}

/** @throws CarrierFault */
export function parseXpoTracking(answer: Json): RawTracking {
  const { shipmentTrackingEvent: events } = toObject(answer.data);
  if (!Array.isArray(events)) throwUnreadable('tracking events');
  return { scans: toObjects(events).flatMap(toScans) };
}

/** Times are milliseconds since 1970. */
function toScans({ eventHdr, eventOccrdLoc }: Json): RawScan[] {
  const { eventDesc, eventTmst } = toObject(eventHdr);
  const { cityName, stateCd } = toObject(eventOccrdLoc);
  const description = toText(eventDesc);
  const occurredAt = new Date(typeof eventTmst === 'number' ? eventTmst : Number.NaN);
  if (description === '' || Number.isNaN(occurredAt.getTime())) return [];
  const location = [cityName, stateCd].map(toText).filter(Boolean).join(', ');
  return [{ status: parseStatusText(description), description, location, occurredAt }];
}
