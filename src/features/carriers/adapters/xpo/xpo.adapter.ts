import {
  callWithToken,
  type ApiCall,
  joinUrl,
  judgeAnswer,
  throwUnreadable,
  decodeFiles,
  warnOfDeclaredValue,
} from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toText, type Json, toObjects } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierDeclined,
  CarrierUnsure,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawTender,
  type RawTracking,
  type RawScan,
} from '../../carrier-adapter.js';
import { requireCanceled, type CarrierRefusal } from '../../carrier-answers.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { addPickupWarning, formatUnsureMessage } from '../booking-helpers.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildBillOfLading, parseXpoTender } from './xpo-booking.js';
import { buildRateQuote, parseXpoRates } from './xpo-rates.js';
import { XpoSettings } from './xpo.settings.js';

type Account = CarrierAccount<XpoSettings>;

const BASE_URL = 'https://api.ltl.xpo.com';
/** XPO's message for a number without events. */
const NO_DATA = /no data found|\b(pro|shipment)\b.*not found/i;

/** XPO's messages for a booking that is already canceled or unknown; the wording is uncertain. */
const CANCELED = /already (been )?cancel/i;
const UNKNOWN_BOL = /\b(bol|bill of lading)\b.*not found|no data found/i;
const BOL_PATH = 'billoflading/1.0/billsoflading';

/** XPO (XPOL): JSON with an OAuth token. */
@InjectableAdapter()
export class XpoAdapter implements CarrierAdapter<XpoSettings> {
  readonly name = 'xpo';
  readonly settings = XpoSettings;
  readonly title = 'XPO';
  readonly countries = ['US', 'CA'] as const;
  readonly scacs = ['XPOL'];
  readonly grades = { rate: 'B', tender: 'B', cancel: 'B', track: 'C', documents: 'B' } as const;
  readonly documentTypes = ['bill_of_lading'] as const;
  private readonly tokens = new AccessTokenCache();

  testSettings(settings: XpoSettings): XpoSettings {
    return { ...settings, test_bookings: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const data = buildRateQuote(request, settings);
    const call = { method: 'POST', path: 'rating/1.0/ratequotes', data, safe: true };
    return warnOfDeclaredValue(parseXpoRates(await this.call(call, settings, signal)), request);
  }

  /** XPO cannot look up a booking by reference. */
  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) throw new CarrierUnsure(formatUnsureMessage('XPO', request));
    const data = buildBillOfLading(request, settings);
    const call = { method: 'POST', path: BOL_PATH, data, params: buildTestModeParams(settings) };
    return addPickupWarning(
      'XPO',
      request,
      parseXpoTender(await this.call(call, settings, signal)),
      settings,
    );
  }

  /** Cancels by XPO's id of the bill of lading, which the booking returns. */
  async cancel({ bookingId }: BookedFreight, { settings }: Account, signal: AbortSignal): Promise<void> {
    if (bookingId === null)
      throw new CarrierDeclined('The booking has no XPO id. Call the carrier to cancel it.');
    const path = `${BOL_PATH}/${encodeURIComponent(bookingId)}/cancel`;
    const call = { method: 'PUT', path, params: buildTestModeParams(settings), safe: true };
    const answer = await this.send(call, settings, signal);
    const refusal = findXpoRefusal(answer);
    if (CANCELED.test(refusal?.message ?? '')) return;
    const read = requireCanceled(answer, refusal, UNKNOWN_BOL.test(refusal?.message ?? ''));
    if (read && String(read.body.code) !== '200') throwUnreadable('status');
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

  /** Fetches the bill of lading by XPO's id. How XPO returns other documents is unknown. */
  async documents(
    { bookingId }: BookedFreight,
    _type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    if (bookingId === null)
      throw new CarrierDeclined('The booking has no XPO id, so its bill of lading cannot be fetched.');
    const path = `${BOL_PATH}/${encodeURIComponent(bookingId)}/pdf`;
    return parseXpoBol(await this.call({ method: 'GET', path, safe: true, files: true }, settings, signal));
  }

  private async call(call: ApiCall, settings: XpoSettings, signal: AbortSignal): Promise<Json> {
    const answer = await this.send(call, settings, signal);
    return judgeAnswer(call, answer, findXpoRefusal(answer)).body;
  }

  private async send(
    { path, ...call }: ApiCall,
    settings: XpoSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { consumer_key, consumer_secret, username, password, base_url = BASE_URL } = settings;
    const tokenUrl = settings.token_url ?? joinUrl(base_url, 'token');
    return callWithToken(
      this.tokens,
      [tokenUrl, consumer_key, consumer_secret, username, password],
      {
        method: 'POST',
        url: tokenUrl,
        auth: { username: consumer_key, password: consumer_secret },
        data: new URLSearchParams({ grant_type: 'password', username, password }),
      },
      { ...call, url: joinUrl(base_url, path), signal },
    );
  }
}

/** XPO reports errors in `error`, with any HTTP status. */
function findXpoRefusal({ status, body }: HttpAnswer): CarrierRefusal | null {
  const { message, moreInfo } = toObject(body.error);
  const words = [message, moreInfo].map((text) => toText(text).replace(/\|$/, '')).filter(Boolean);
  return words.length > 0 || status >= 400 ? { message: words.join(' ') } : null;
}

/** In test mode XPO validates the request and books nothing. */
function buildTestModeParams({ test_bookings: test }: XpoSettings): object {
  return test ? { testMode: 'Y' } : {};
}

/** Public clients of XPO find the file in either place. @throws CarrierFault */
export function parseXpoBol({ data, code }: Json): Buffer[] {
  if (code === undefined) throwUnreadable('status');
  const { bolpdf, bolPdfImage } = toObject(data);
  return decodeFiles([toObject(bolpdf).contentType ?? bolPdfImage]);
}

export function parseXpoTracking(answer: Json): RawTracking {
  const { shipmentTrackingEvent: events } = toObject(answer.data);
  if (!Array.isArray(events)) throwUnreadable('tracking events');
  return { scans: toObjects(events).flatMap(toScans) };
}

function toScans({ eventHdr, eventOccrdLoc }: Json): RawScan[] {
  const { eventDesc, eventTmst } = toObject(eventHdr);
  const { cityName, stateCd } = toObject(eventOccrdLoc);
  const description = toText(eventDesc);
  const occurredAt = new Date(typeof eventTmst === 'number' ? eventTmst : Number.NaN);
  if (description === '' || Number.isNaN(occurredAt.getTime())) return [];
  const location = [cityName, stateCd].map(toText).filter(Boolean).join(', ');
  return [{ status: parseStatusText(description), description, location, occurredAt }];
}
