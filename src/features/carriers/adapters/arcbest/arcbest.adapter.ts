import { callCarrier, joinUrl, judgeAnswer, throwUnreadable } from '../adapter-helpers.js';
import { addPickupWarning, findBooking, requestPickup } from '../booking-helpers.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { parseZonedTime, toLocalDay } from '../../../../domain/local-time.js';
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
import { buildBolQuery, buildPickupQuery } from './arcbest-booking.js';
import {
  buildRateQuery,
  findValues,
  parseArcbestDay,
  parseArcbestRates,
  type Query,
} from './arcbest-rates.js';
import { ArcbestSettings } from './arcbest.settings.js';

type Account = CarrierAccount<ArcbestSettings>;

const BASE_URL = 'https://www.abfs.com/xml';
/** ArcBest's headquarters. */
const TIME_ZONE = 'America/Chicago';

/** Calls that book. ArcBest accepts them as a GET, but a second one books again, so they are never `safe`. */
const BOOKING_CALL = { safe: false };
const LOOKUP_CALL = { safe: true };

/**
 * ArcBest, formerly ABF (ABFS): XML in response to a GET with the key in the query. Its API cannot cancel a bill of lading or
 * change a pickup. It names the address of a bill of lading instead of sending the file, so Lading prints its own.
 */
@InjectableAdapter()
export class ArcbestAdapter implements CarrierAdapter<ArcbestSettings> {
  readonly name = 'arcbest';
  readonly settings = ArcbestSettings;
  readonly title = 'ArcBest';
  readonly scacs = ['ABFS'];
  readonly grades = { rate: 'B', tender: 'B', track: 'A' } as const;

  testSettings(settings: ArcbestSettings): ArcbestSettings {
    return { ...settings, test_bookings: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const today = toLocalDay(TIME_ZONE, new Date());
    const query = buildRateQuery(request, today);
    return parseArcbestRates(await this.call('aquotexml.asp', query, LOOKUP_CALL, settings, signal), today);
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const abf = await this.trace({ RefNum: normalizePro(proNumber), RefType: 'A' }, settings, signal);
    return abf ? parseArcbestTracking(abf, settings.time_zone ?? TIME_ZONE) : { scans: [] };
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.findBooking(request, settings, signal);
    const query = buildBolQuery(request, settings);
    const abf = await this.call('bolxml.asp', query, BOOKING_CALL, settings, signal);
    const proNumber = toText(abf.PRONUMBER) || throwUnreadable('PRO number');
    if (!request.pickup) return addPickupWarning('ArcBest', request, { proNumber }, settings);
    const pickupQuery = buildPickupQuery(request, proNumber, settings);
    const pickup = await requestPickup('ArcBest', async () => {
      const { CONFIRMATION } = await this.call('pickupxml.asp', pickupQuery, BOOKING_CALL, settings, signal);
      return toText(CONFIRMATION) || throwUnreadable('pickup confirmation');
    });
    return { proNumber, ...pickup };
  }

  private async findBooking(
    request: TenderRequest,
    settings: ArcbestSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const query = { RefNum: request.reference, RefType: 'B' };
    return findBooking('ArcBest', request, settings, async () => {
      const abf = await this.trace(query, settings, signal);
      const [shipment = {}] = toObjects(toObject(abf?.SHIPMENTS).SHIPMENT);
      return toText(shipment.PRONUMBER);
    });
  }

  /** Returns null for an unknown number. */
  private async trace(query: Query, settings: ArcbestSettings, signal: AbortSignal): Promise<Json | null> {
    try {
      return await this.call('tracexml.asp', query, LOOKUP_CALL, settings, signal);
    } catch (error) {
      if (error instanceof CarrierDeclined && UNKNOWN_NUMBER.test(error.message)) return null;
      throw error;
    }
  }

  private async call(
    path: string,
    query: Query,
    { safe }: { safe: boolean },
    { id, app_id, base_url = BASE_URL }: ArcbestSettings,
    signal: AbortSignal,
  ): Promise<Json> {
    const params = { DL: '2', ID: id, ...(app_id && { APP_ID: app_id }), ...query };
    const call = { method: 'GET', url: joinUrl(base_url, path), params, safe, xml: true, signal };
    const answer = await callCarrier(call);
    const { body } = judgeAnswer(call, answer, findArcbestRefusal(answer));
    if (toText(toObject(body.ABF).NUMERRORS) !== '0') throwUnreadable('number of errors');
    return toObject(body.ABF);
  }
}

/** ArcBest's messages for a number without a shipment; the wording is uncertain. */
const UNKNOWN_NUMBER = /\b(not found|no (shipments?|records?|data)|unable to locate)\b/i;
/** ArcBest's messages for a wrong key; the wording is uncertain. A quote id is not a key. */
const REJECTED_KEY =
  /\b(invalid|incorrect|unknown|missing|expired|unauthorized)\b.{0,40}(?<!\bquote )\b(id|key)\b/i;

/**
 * ArcBest reports errors with HTTP 200, those of an address within its side.
 * @throws CarrierFault if ArcBest rejects the key
 */
export function findArcbestRefusal({ status, body }: HttpAnswer): CarrierRefusal | null {
  const { NUMERRORS: count } = toObject(body.ABF);
  const words = findValues(body, 'ERRORMESSAGE').map(toText).filter(Boolean);
  const message = [...new Set(words)].join(' ');
  if (REJECTED_KEY.test(message))
    throw new CarrierFault('The carrier request failed: the credentials were rejected.', undefined, true);
  const [code] = findValues(body, 'ERRORCODE').map(toText).filter(Boolean);
  const failed = Number(toText(count)) > 0 || words.length > 0 || status >= 400;
  return failed ? { message, code: code ?? null } : null;
}

/** ArcBest dates the pickup and the delivery only. @throws CarrierFault */
export function parseArcbestTracking(abf: Json, zone: string): RawTracking {
  if (abf.SHIPMENTS === undefined) throwUnreadable('shipments');
  const [shipment = {}] = toObjects(toObject(abf.SHIPMENTS).SHIPMENT);
  const signer = [shipment.DELIVSIGFIRSTNAME, shipment.DELIVSIGLASTNAME].map(toText).filter(Boolean);
  return {
    scans: [
      ...toScans('picked_up', 'Picked up', [shipment.PICKUP, shipment.PICKUPTIME], shipment, zone),
      ...toScans('delivered', 'Delivered', [shipment.DELIVERYDATE, shipment.DELIVERYTIME], shipment, zone),
    ],
    estimatedDelivery: parseArcbestDay(shipment.EXPECTEDDELIVERYDATE),
    signedBy: signer.join(' ') || null,
  };
}

function toScans(
  status: TrackingStatus,
  description: string,
  [date, time]: [unknown, unknown],
  shipment: Json,
  zone: string,
): RawScan[] {
  const day = parseArcbestDay(date);
  if (!day) return [];
  const side = status === 'delivered' ? 'CONSIGNEE' : 'SHIPPER';
  const [city, state] = [toText(shipment[`${side}CITY`]), toText(shipment[`${side}STATE`])];
  const local = `${day}T${parseClockTime(toText(time))}`;
  const occurredAt = parseCityTime(local, city, state) ?? parseZonedTime(local, zone);
  if (!occurredAt) return [];
  const location = [city, state].filter(Boolean).join(', ');
  return [{ status, description, location, occurredAt, code: null }];
}
