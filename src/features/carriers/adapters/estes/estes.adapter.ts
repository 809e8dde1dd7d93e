import {
  callWithToken,
  type ApiCall,
  joinUrl,
  judgeAnswer,
  throwUnreadable,
  countHandlingUnits,
  toPhoneDigits,
  ceilPounds,
  toZip5,
} from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toText, type Json, toObjects } from '../../../../platform/http-client/json.js';
import { getCountry } from '../../../../domain/countries.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawTender,
  type RawTracking,
  type RawScan,
} from '../../carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../carrier-requests.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import { parseEbolTender, buildEbol, findEbolRefusal } from '../ebol/ebol-booking.js';
import { addPickupWarning, findBooking, requestPickup } from '../booking-helpers.js';
import { parseClockTime } from '../carrier-local-time.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildRateQuote, parseEstesRates } from './estes-rates.js';
import { EstesSettings } from './estes.settings.js';

type Account = CarrierAccount<EstesSettings>;

const BASE_URL = 'https://cloudapi.estes-express.com';
const TIME_ZONE = 'America/New_York';
const BOL_VERSION = '2.0.1';

/** Estes Express Lines (EXLA): JSON with a key and a token; NMFTA's eBOL. How to cancel by API is unknown. */
@InjectableAdapter()
export class EstesAdapter implements CarrierAdapter<EstesSettings> {
  readonly name = 'estes';
  readonly settings = EstesSettings;
  readonly title = 'Estes Express Lines';
  readonly countries = ['US', 'CA'] as const;
  readonly scacs = ['EXLA'];
  readonly grades = { rate: 'B', tender: 'A', track: 'B' } as const;
  private readonly tokens = new AccessTokenCache();

  testSettings(settings: EstesSettings): EstesSettings {
    return { ...settings, test_bookings: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const data = buildRateQuote(request, settings);
    const call = { method: 'POST', path: 'v1/rate-quotes', data, safe: true };
    const { body, rows } = await this.call(call, settings, signal);
    return parseEstesRates(body, rows);
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated)
      return findBooking('Estes', request, settings, async () =>
        parseProNumber(await this.fetchHistory({ bol: request.reference }, settings, signal)),
      );
    const { account, bol_version: version = BOL_VERSION, test_bookings: isTest = false } = settings;
    const data = buildEbol(request, { version, isTest, account, dialect: 'estes' });
    const call = { method: 'POST', path: 'v1/bol', data, files: true };
    const { body } = await this.call(call, settings, signal);
    const tender = parseEbolTender('messageStatus' in body ? body : toObject(body.data));
    if (isTest) return tender;
    if (!request.pickup) return addPickupWarning('Estes', request, tender, settings);
    const pickupCall = {
      method: 'POST',
      path: 'v1/pickup-request',
      data: buildPickupRequest(request, tender.proNumber, settings),
    };
    const pickup = await requestPickup('Estes', async () =>
      parsePickupNumber((await this.call(pickupCall, settings, signal)).body),
    );
    return { ...tender, ...pickup };
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const params = { pro: normalizePro(proNumber) };
    return parseEstesTracking(
      await this.fetchHistory(params, settings, signal),
      settings.time_zone ?? TIME_ZONE,
    );
  }

  private async fetchHistory(params: object, settings: EstesSettings, signal: AbortSignal) {
    const call = { method: 'GET', path: 'v1/shipments/history', params, safe: true };
    return (await this.call(call, settings, signal)).body;
  }

  private async call(
    { path, ...call }: ApiCall,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { api_key: apikey, username, password, base_url = BASE_URL } = settings;
    const headers = { apikey };
    const answer = await callWithToken(
      this.tokens,
      [base_url, apikey, username, password],
      { method: 'POST', url: joinUrl(base_url, 'authenticate'), auth: { username, password }, headers },
      { ...call, url: joinUrl(base_url, path), headers, signal },
    );
    return judgeAnswer(call, answer, findEstesRefusal(answer));
  }
}

/** Estes reports errors in `error`, with any HTTP status; code 0 is none. The eBOL has its own message list. */
export function findEstesRefusal(answer: HttpAnswer): CarrierRefusal | null {
  const { code, message, details } = toObject(answer.body.error);
  const failed = code !== undefined && code !== null && Number(code) !== 0;
  const words = [message, details].map(toText).filter(Boolean).join(' ');
  return failed ? { message: words, code: String(code) } : findEbolRefusal(answer);
}

export function parseEstesTracking(answer: Json, zone: string): RawTracking {
  if (!Array.isArray(answer.data)) throwUnreadable('shipments');
  const shipment = toObject(answer.data[0]);
  const history = toObjects(shipment.movementHistory).flatMap(({ location, statusHistory }) =>
    toObjects(statusHistory).flatMap((status) => toScans(status, formatPlace(location), zone)),
  );
  // The current status repeats the last scan, and Estes does not say where it happened.
  const now = toScans(toObject(shipment.status), '', zone).filter(
    ({ occurredAt }) => !history.some((scan) => scan.occurredAt.getTime() === occurredAt.getTime()),
  );
  return { scans: [...now, ...history], signedBy: toText(shipment.receivedBy) || null };
}

/** Returns the PRO number from a lookup by bill of lading number; null if there is none. @throws CarrierFault */
export function parseProNumber(answer: Json): string | null {
  if (!Array.isArray(answer.data)) throwUnreadable('shipments');
  return toText(toObject(answer.data[0]).pro) || null;
}

function toScans(status: Json, location: string, zone: string): RawScan[] {
  const { conciseStatus, expandedStatus, reason, isException, referenceDate, referenceTime, reasonCode } =
    status;
  const words = [toText(expandedStatus) || toText(conciseStatus), toText(reason)].filter(Boolean).join(': ');
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(toText(referenceDate)) ?? [];
  const occurredAt = day && parseZonedTime(`${day}T${parseClockTime(toText(referenceTime))}`, zone);
  if (!occurredAt || words === '') return [];
  const scanStatus = isException === true ? 'exception' : parseStatusText(toText(conciseStatus) || words);
  return [{ status: scanStatus, description: words, location, occurredAt, code: toText(reasonCode) || null }];
}

function formatPlace(place: unknown): string {
  if (typeof place === 'string') return place.trim();
  const { address, ...own } = toObject(place);
  const { name, city, stateProvince, state } = { ...own, ...toObject(address) } as Json;
  return [toText(city) || toText(name), toText(stateProvince) || toText(state)].filter(Boolean).join(', ');
}

/** Builds a pickup request. The date on a bill of lading alone does not request a pickup. */
export function buildPickupRequest(
  request: TenderRequest,
  proNumber: string,
  settings: EstesSettings,
): object {
  const { shipper, consignee, items, terms, pickupDate, reference, accessorials } = request;
  const { readyTime, closeTime, contact, phone, instructions } = request.pickup!;
  const pounds = items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0);
  return {
    requestAction: 'CREATE',
    paymentTerms: terms === 'collect' ? 'Collect' : 'Prepaid',
    pickupDate,
    pickupStartTime: readyTime,
    pickupEndTime: closeTime,
    shipper: {
      account: settings.account,
      name: shipper.company,
      contact: {
        name: contact || shipper.contact || shipper.company,
        phone: toPhoneDigits(phone || shipper.phone),
      },
      address: {
        address1: shipper.address,
        city: shipper.city,
        stateProvince: shipper.state,
        postalCode: toZip5(shipper.zip),
        country: getCountry(shipper),
      },
    },
    totals: { handlingUnits: countHandlingUnits(items), weight: pounds, weightUnit: 'Pounds' },
    referenceNumbers: [
      { type: 'PRO', value: proNumber },
      { type: 'BOL', value: reference },
    ],
    commodities: [
      {
        destination: {
          city: consignee.city,
          stateProvince: consignee.state,
          postalCode: toZip5(consignee.zip),
        },
        pieces: countHandlingUnits(items),
        weight: pounds,
        isHazardous: accessorials.includes('hazmat'),
      },
    ],
    instructions: instructions ?? '',
  };
}

export function parsePickupNumber(answer: Json): string | null {
  return toText(toObject(answer.data).requestNumber) || null;
}
