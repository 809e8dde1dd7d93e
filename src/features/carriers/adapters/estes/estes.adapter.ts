import {
  callWithToken,
  type ApiCall,
  joinUrl,
  formatUnsureMessage,
  throwUnreadable,
  countHandlingUnits,
  toPhoneDigits,
  ceilPounds,
  toZip5,
} from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token-cache.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toText, type Json, toObjects } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import { CarrierDeclined, CarrierFault, CarrierUnsure, InjectableAdapter } from '../../carrier-adapter.js';
import type {
  CarrierAccount,
  CarrierAdapter,
  RawRate,
  RawTender,
  RawTracking,
  RawScan,
} from '../../carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../carrier-requests.js';
import { parseEbolTender, buildEbol } from '../ebol/ebol-booking.js';
import { addPickupWarning } from '../booking-helpers.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { parseClockTime } from '../carrier-local-time.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildRateQuote, parseEstesRates } from './estes-rates.js';
import { EstesSettings } from './estes.settings.js';

type Account = CarrierAccount<EstesSettings>;

const BASE_URL = 'https://cloudapi.estes-express.com';
const TIME_ZONE = 'America/New_York';
const BOL_VERSION = 'v2.0.1';

/** Estes Express Lines (EXLA): JSON with a key and a token; NMFTA's eBOL. How to cancel by API is unknown. */
@InjectableAdapter()
export class EstesAdapter implements CarrierAdapter<EstesSettings> {
  readonly name = 'estes';
  readonly settings = EstesSettings;
  readonly title = 'Estes Express Lines';
  readonly scacs = ['EXLA'];
  readonly grades = { rate: 'B', tender: 'A', track: 'B' } as const;
  private readonly tokens = new AccessTokenCache();

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const data = buildRateQuote(request, settings);
    const call = { method: 'POST', path: 'v1/rate-quotes', data, safe: true };
    const { body, rows } = await this.call(call, settings, signal);
    return parseEstesRates(body, rows);
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.findBooking(request, settings, signal);
    const { account, bol_version: version = BOL_VERSION, test_bookings: isTest = false } = settings;
    const data = buildEbol(request, { version, isTest, account });
    const call = { method: 'POST', path: 'v1/bol', data, files: true };
    const { body } = await this.call(call, settings, signal);
    const tender = parseEbolTender('messageStatus' in body ? body : toObject(body.data));
    if (isTest) return tender;
    if (!request.pickup) return addPickupWarning('Estes', request, tender, settings);
    return { ...tender, ...(await this.requestPickup(request, tender.proNumber, settings, signal)) };
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const params = { pro: normalizePro(proNumber) };
    return parseEstesTracking(
      await this.fetchHistory(params, settings, signal),
      settings.time_zone ?? TIME_ZONE,
    );
  }

  /** Returns a warning instead of throwing, because the booking is valid without the pickup. */
  private async requestPickup(
    request: TenderRequest,
    proNumber: string,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<Pick<RawTender, 'pickupConfirmation' | 'warning'>> {
    const data = buildPickupRequest(request, proNumber, settings);
    try {
      const { body } = await this.call({ method: 'POST', path: 'v1/pickup-request', data }, settings, signal);
      return { pickupConfirmation: parsePickupNumber(body) };
    } catch (error) {
      const reason = error instanceof CarrierDeclined ? error.message : 'no response';
      return {
        warning: `Estes has the booking, but not the pickup: ${reason.replace(/\.$/, '')}. Call the carrier.`,
      };
    }
  }

  /** Looks up a booking whose answer was lost. @throws CarrierUnsure if Estes does not know it, or not yet */
  private async findBooking(
    request: TenderRequest,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const { reference, pickup } = request;
    const proNumber = parseProNumber(await this.fetchHistory({ bol: reference }, settings, signal));
    if (!proNumber) throw new CarrierUnsure(formatUnsureMessage('Estes', { reference }));
    const warning = 'Estes has the booking, but may not have the pickup. Call the carrier.';
    return pickup ? { proNumber, warning } : addPickupWarning('Estes', request, { proNumber }, settings);
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
    requireNoError(answer.body);
    if (answer.status < 300) return answer;
    throw new CarrierFault(`The carrier request failed: HTTP ${answer.status}.`);
  }
}

/** Estes reports errors in `error`, with any HTTP status; code 0 is none. @throws CarrierDeclined with Estes' message */
export function requireNoError(answer: Json): void {
  const { code, message, details } = toObject(answer.error);
  if (code === undefined || code === null || Number(code) === 0) return;
  const words = [message, details].map(toText).filter(Boolean).join(' ');
  throw new CarrierDeclined(sanitizeText(words) || 'The carrier declined.');
}

export function parseEstesTracking(answer: Json, zone: string): RawTracking {
  if (!Array.isArray(answer.data)) throwUnreadable('shipments');
  const shipment = toObject(answer.data[0]);
  const history = toObjects(shipment.movementHistory).flatMap(({ location, statusHistory }) =>
    toObjects(statusHistory).flatMap((status) => toScans(status, formatPlace(location), zone)),
  );
  const now = toScans(toObject(shipment.status), formatPlace(shipment.destinationTerminal), zone);
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
  const { name, city, stateProvince } = toObject(place);
  return [toText(city) || toText(name), toText(stateProvince)].filter(Boolean).join(', ');
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
        country: 'US',
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
