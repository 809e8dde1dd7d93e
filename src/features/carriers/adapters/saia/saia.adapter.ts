import { callCarrier, joinUrl, judgeAnswer, throwUnreadable, toZip5 } from '../adapter-helpers.js';
import { addPickupWarning, findBooking, requestPickup } from '../booking-helpers.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { formatXml, type XmlContent } from '../../../../platform/http-client/xml.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import type { TrackingStatus } from '../../../../domain/tracking-status.js';
import {
  CarrierDeclined,
  CarrierFault,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawScan,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import type { RateRequest, TenderRequest } from '../../carrier-requests.js';
import { parseCityTime, parseClockTime } from '../carrier-local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildBillOfLading, buildPickupRequest } from './saia-booking.js';
import { buildRateQuote, parseSaiaRates } from './saia-rates.js';
import { SaiaSettings } from './saia.settings.js';

type Account = CarrierAccount<SaiaSettings>;

interface SaiaCall {
  service: 'ratequote' | 'BOL' | 'pickup' | 'shipment';
  /** The root element of the request. */
  document: string;
  content: { [name: string]: XmlContent };
  safe?: boolean;
}

const BASE_URL = 'https://www.saiasecure.com';
/** Saia's words for an unknown number; the wording is uncertain. */
const NOTHING_FOUND = /not found|no (shipments?|records?|data)\b|does not exist/i;

/**
 * Saia (SAIA): XML with user and password in each request. Its API cannot cancel a bill of lading or change a pickup. It serves
 * documents as TIF, which Lading does not store.
 */
@InjectableAdapter()
export class SaiaAdapter implements CarrierAdapter<SaiaSettings> {
  readonly name = 'saia';
  readonly settings = SaiaSettings;
  readonly title = 'Saia LTL Freight';
  readonly scacs = ['SAIA'];
  readonly grades = { rate: 'A', tender: 'B', track: 'B' } as const;

  testSettings(settings: SaiaSettings): SaiaSettings {
    return { ...settings, test_mode: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const content = buildRateQuote(request, settings);
    const call: SaiaCall = { service: 'ratequote', document: 'Create', content, safe: true };
    return parseSaiaRates(await this.call(call, settings, signal));
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.findBooking(request, settings, signal);
    const bol = buildBillOfLading(request, settings);
    const answer = await this.call({ service: 'BOL', document: 'Create', content: bol }, settings, signal);
    const tender = { proNumber: toText(answer.ProNumber) || throwUnreadable('PRO number') };
    if (!request.pickup) return addPickupWarning('Saia', request, tender, settings);
    const content = buildPickupRequest(request, settings);
    const call: SaiaCall = { service: 'pickup', document: 'Create', content };
    const pickup = await requestPickup('Saia', async () => {
      const { PickupNumber: number } = await this.call(call, settings, signal);
      return toText(number) || throwUnreadable('pickup number');
    });
    return { ...tender, ...pickup };
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const content = { ProNumber: normalizePro(proNumber) };
    const answer = await this.trace('GetByProNumber', content, settings, signal);
    return answer ? parseSaiaTracking(answer) : { scans: [] };
  }

  private async findBooking(
    request: TenderRequest,
    settings: SaiaSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const content = {
      BLNumber: request.reference,
      OriginZipcode: toZip5(request.shipper.zip),
      DestinationZipcode: toZip5(request.consignee.zip),
    };
    return findBooking('Saia', request, settings, async () =>
      toText((await this.trace('GetByBLNumber', content, settings, signal))?.ProNumber),
    );
  }

  /** Returns null for an unknown number. */
  private async trace(
    document: string,
    content: SaiaCall['content'],
    settings: SaiaSettings,
    signal: AbortSignal,
  ): Promise<Json | null> {
    try {
      return await this.call({ service: 'shipment', document, content, safe: true }, settings, signal);
    } catch (error) {
      if (error instanceof CarrierDeclined && NOTHING_FOUND.test(error.message)) return null;
      throw error;
    }
  }

  /** Returns the content of `Response`. @throws CarrierDeclined, CarrierFault */
  private async call(
    { service, document, content, safe = false }: SaiaCall,
    settings: SaiaSettings,
    signal: AbortSignal,
  ): Promise<Json> {
    const { user_id, password, subscription_key: key, api_version = 'V1', test_mode = false } = settings;
    const login = { UserID: user_id, Password: password, TestMode: test_mode ? 'Y' : 'N' };
    const answer = await callCarrier({
      method: 'POST',
      url: joinUrl(settings.base_url ?? BASE_URL, `webservice/${service}/xml.aspx`),
      headers: { 'Api-Version': api_version, ...(key && { 'Ocp-Apim-Subscription-Key': key }) },
      data: formatXml(document, { ...login, ...content }),
      xml: true,
      safe,
      signal,
    });
    const refusal = findSaiaRefusal(answer, safe);
    const { Response: response } = judgeAnswer({ safe }, answer, refusal).body;
    return Object.keys(toObject(response)).length > 0 ? toObject(response) : throwUnreadable('content');
  }
}

const LOGIN_ELEMENTS: readonly string[] = ['UserID', 'Password'];

/**
 * Reads the error in an answer with HTTP 200: `Code` is filled.
 * @throws CarrierFault if Saia rejects the login, or if a booking fails in Saia's own system, which may have acted on it
 */
export function findSaiaRefusal({ body }: HttpAnswer, safe: boolean): CarrierRefusal | null {
  const response = toObject(body.Response);
  const [code, element, fault, message] = ['Code', 'Element', 'Fault', 'Message'].map((name) =>
    toText(response[name]),
  ) as [string, string, string, string];
  if (code === '') return null;
  if (LOGIN_ELEMENTS.includes(element))
    throw new CarrierFault('The carrier request failed: the credentials were rejected.', undefined, true);
  if (fault === 'S' && !safe) throw new CarrierFault(`The carrier request failed: ${message || code}`);
  return { message: message || `The carrier refused with code ${code}.`, code };
}

/** Saia's own words; other texts have the common patterns. */
const STATUSES: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/^p\/u manifest/i, 'picked_up'],
  [/^dispatched for delivery/i, 'out_for_delivery'],
  [/^delete/i, 'cancelled'],
];

export function parseSaiaTracking(answer: Json): RawTracking {
  return {
    scans: toObjects(toObject(answer.History).HistoryItem).flatMap(toScans),
    estimatedDelivery: toText(answer.ExpectedDeliveryDate).slice(0, 10) || null,
    signedBy: toText(answer.Signature) || null,
  };
}

/** Times are local to the scan's place. Drops scans without a time or a place. */
function toScans({ Activity, City, State, ActivityDateTime, StatusCode }: Json): RawScan[] {
  const [description, city, state] = [toText(Activity), toText(City), toText(State)];
  const [day, time = ''] = toText(ActivityDateTime).split(/[T ]/);
  const occurredAt = parseCityTime(`${day}T${parseClockTime(time)}`, city, state);
  if (!occurredAt || description === '') return [];
  const status = STATUSES.find(([pattern]) => pattern.test(description))?.[1] ?? parseStatusText(description);
  return [
    { status, description, location: `${city}, ${state}`, occurredAt, code: toText(StatusCode) || null },
  ];
}
