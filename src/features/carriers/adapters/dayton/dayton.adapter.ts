import {
  callCarrier,
  ceilPounds,
  countHandlingUnits,
  decodeFiles,
  joinUrl,
  judgeAnswer,
  parseOptionalInteger,
  throwUnreadable,
  toPhoneDigits,
  toZip5,
  type ApiCall,
} from '../adapter-helpers.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierDeclined,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawPickup,
  type RawRate,
  type RawScan,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import { requireCanceled, type CarrierRefusal } from '../../carrier-answers.js';
import type { BookedFreight, PickupRequest, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { addPickupWarning, findBooking, requestPickup } from '../booking-helpers.js';
import { parseCityTime } from '../carrier-local-time.js';
import { buildEbol, findEbolRefusal, parseEbolTender } from '../ebol/ebol-booking.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildRateRequest, parseDaytonRate, requireRatable, toPickupServices } from './dayton-rates.js';
import { DaytonSettings } from './dayton.settings.js';

type Account = CarrierAccount<DaytonSettings>;

const BASE_URL = 'https://api.daytonfreight.com/public/3/api';
const BOL_PATH = 'BillOfLading/v2/CreateStandardElectronicBillOfLading';
const BOL_VERSION = '2.0.0';
const CARRIER = 'Dayton Freight';
const TIME_ZONE = 'America/New_York';

/** Dayton Freight (DAFG): JSON with Basic authentication; NMFTA's eBOL. Its API cannot cancel a bill of lading. */
@InjectableAdapter()
export class DaytonAdapter implements CarrierAdapter<DaytonSettings> {
  readonly name = 'dayton';
  readonly settings = DaytonSettings;
  readonly title = 'Dayton Freight';
  readonly scacs = ['DAFG'];
  readonly grades = { rate: 'A', tender: 'C', pickup: 'C', track: 'B', documents: 'C' } as const;
  readonly documentTypes = ['bill_of_lading', 'pod'] as const;

  testSettings(settings: DaytonSettings): DaytonSettings {
    return { ...settings, test_bookings: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const data = buildRateRequest(request, settings);
    const { body } = await this.call({ method: 'POST', path: 'rates', data, safe: true }, settings, signal);
    return [parseDaytonRate(body)];
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) {
      const params = { number: request.reference, type: 'BillOfLading' };
      return findBooking(CARRIER, request, settings, async () =>
        toText((await this.findShipment(params, settings, signal))?.pro),
      );
    }
    const zips = { origin: request.shipper.zip, destination: request.consignee.zip };
    requireRatable({ ...request, zips }, settings);
    const { account, bol_version: version = BOL_VERSION, test_bookings: isTest = false } = settings;
    const data = buildEbol(request, { version, isTest, account });
    const call = { method: 'POST', path: BOL_PATH, data, files: true };
    const tender = parseEbolTender((await this.call(call, settings, signal)).body);
    if (isTest) return tender;
    if (!request.pickup) return addPickupWarning(CARRIER, request, tender, settings);
    const pickupCall = { method: 'PUT', path: 'Pickup', data: buildPickup(request) };
    const pickup = await requestPickup(CARRIER, async () =>
      parsePickupNumber((await this.call(pickupCall, settings, signal)).body),
    );
    return { ...tender, ...pickup };
  }

  /** Cancels a pickup. A change needs the whole pickup again, so a person makes it. */
  async pickup(
    { confirmation, wanted }: PickupRequest,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<RawPickup | void> {
    if (wanted) throw new CarrierDeclined('Lading cannot change Dayton Freight pickups. Call the carrier.');
    if (confirmation === null)
      throw new CarrierDeclined('The pickup has no confirmation number. Call the carrier to cancel it.');
    const params = { number: confirmation };
    const call = { method: 'DELETE', path: 'Pickup/Cancel', params, safe: true };
    const answer = await this.send(call, settings, signal);
    requireCanceled(answer, findDaytonRefusal(answer), isNotFound(answer));
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const result = await this.findShipment(
      { number: normalizePro(proNumber), type: 'Pro' },
      settings,
      signal,
    );
    return result ? parseDaytonTracking(result, settings.time_zone ?? TIME_ZONE) : { scans: [] };
  }

  async documents(
    { proNumber }: BookedFreight,
    type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const path = `Documents/${encodeURIComponent(normalizePro(proNumber))}`;
    const params = { type: type === 'pod' ? 'POD' : 'BOL' };
    const call = { method: 'GET', path, params, safe: true, files: true };
    const answer = await this.send(call, settings, signal);
    if (isNotFound(answer)) return [];
    const { body } = judgeAnswer(call, answer, findDaytonRefusal(answer));
    if (body.imageDocument === undefined) throwUnreadable('document');
    return decodeFiles([body.imageDocument]);
  }

  /** Returns null for an unknown number. */
  private async findShipment(
    params: object,
    settings: DaytonSettings,
    signal: AbortSignal,
  ): Promise<Json | null> {
    const call = { method: 'GET', path: 'Tracking/ByNumber', params, safe: true };
    const answer = await this.send(call, settings, signal);
    if (isNotFound(answer)) return null;
    const { body } = judgeAnswer(call, answer, findDaytonRefusal(answer));
    if (!Array.isArray(body.results)) throwUnreadable('results');
    return toObjects(body.results)[0] ?? null;
  }

  private async call(call: ApiCall, settings: DaytonSettings, signal: AbortSignal): Promise<HttpAnswer> {
    const answer = await this.send(call, settings, signal);
    return judgeAnswer(call, answer, findDaytonRefusal(answer));
  }

  private send(
    { path, ...call }: ApiCall,
    { username, password, base_url = BASE_URL }: DaytonSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    return callCarrier({ ...call, url: joinUrl(base_url, path), auth: { username, password }, signal });
  }
}

/** The message of its server for an unknown address, e.g. below a wrong `base_url`. */
const UNKNOWN_ADDRESS = /\bno http resource\b/i;

/** An empty 404, or one with Dayton Freight's own message: the number or the document is unknown. */
function isNotFound({ status, empty, body }: HttpAnswer): boolean {
  const words = listMessages(body).join(' ');
  return status === 404 && (empty || (words !== '' && !UNKNOWN_ADDRESS.test(words)));
}

function listMessages({ errors, message, Message }: Json): string[] {
  const listed = toObjects(errors).map((error) => toText(error.message));
  return [...listed, toText(message), toText(Message)].filter(Boolean);
}

/** Dayton Freight lists its errors; its bills of lading answer as the eBOL standard says. */
export function findDaytonRefusal(answer: HttpAnswer): CarrierRefusal | null {
  const { status, body } = answer;
  if ('messageStatus' in body) return findEbolRefusal(answer);
  const words = listMessages(body);
  return status >= 400 || toObjects(body.errors).length > 0 ? { message: words.join(' ') } : null;
}

/** @throws CarrierFault */
function parsePickupNumber({ pickupNumber: number }: Json): string {
  return parseOptionalInteger(number) === null
    ? toText(number) || throwUnreadable('pickup number')
    : String(number);
}

function buildPickup(request: TenderRequest): object {
  const { shipper, consignee, items, accessorials, pickupDate, reference } = request;
  const { readyTime, closeTime, contact, phone, instructions } = request.pickup!;
  const caller = {
    name: contact || shipper.contact || shipper.company,
    phone: toPhoneDigits(phone || shipper.phone),
  };
  return {
    shipper: {
      name: shipper.company,
      address: {
        address1: shipper.address,
        city: shipper.city,
        state: shipper.state,
        zip: toZip5(shipper.zip),
      },
    },
    ready: `${pickupDate}T${readyTime}:00`,
    close: `${pickupDate}T${closeTime}:00`,
    contact: caller,
    requester: caller,
    accessorials: toPickupServices(accessorials),
    details: [
      {
        destinationZip: toZip5(consignee.zip),
        handlingUnits: countHandlingUnits(items),
        weight: items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0),
        isHazardous: accessorials.includes('hazmat'),
        referenceNumbers: [{ referenceNumberType: 'BillOfLadingNumber', referenceNumber: reference }],
      },
    ],
    comments: (instructions ?? '').slice(0, 230),
    isTest: false,
  };
}

/** Dayton Freight returns the current status only. */
export function parseDaytonTracking(result: Json, zone: string): RawTracking {
  const status = toObject(result.status);
  return {
    scans: toScans(status, zone),
    estimatedDelivery: toText(result.estimatedDeliveryDate).slice(0, 10) || null,
    signedBy: toText(status.signedBy) || null,
  };
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

function toScans(
  { activity, activityCode, time, city, state, serviceCenter }: Json,
  zone: string,
): RawScan[] {
  const center = toObject(serviceCenter);
  const [town, region] = [toText(city) || toText(center.city), toText(state) || toText(center.state)];
  const description = toText(activity) || toText(activityCode);
  const [, local, offset] = TIMESTAMP.exec(toText(time)) ?? [];
  if (!local || description === '') return [];
  const occurredAt = offset
    ? new Date(local + offset)
    : (parseCityTime(local, town, region) ?? parseZonedTime(local, zone));
  if (!occurredAt) return [];
  const location = [town, region].filter(Boolean).join(', ');
  const scanStatus = parseStatusText(description);
  return [{ status: scanStatus, description, location, occurredAt, code: toText(activityCode) || null }];
}
