import {
  callWithToken,
  type ApiCall,
  joinUrl,
  judgeAnswer,
  decodeFiles,
  throwUnreadable,
} from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { addDays } from '../../../../domain/days.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import type { TrackingStatus } from '../../../../domain/tracking-status.js';
import {
  CarrierDeclined,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawPickup,
  type RawScan,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import { requireCanceled, type CarrierRefusal } from '../../carrier-answers.js';
import type { BookedFreight, PickupRequest, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { addPickupWarning, findBooking, requestPickup } from '../booking-helpers.js';
import { parseCityTime } from '../carrier-local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { buildPickup, buildShipment, parseFedexTender, parsePickupCode } from './fedex-freight-booking.js';
import { buildRateQuote, parseFedexRates, SCACS } from './fedex-freight-rates.js';
import { FedexFreightSettings } from './fedex-freight.settings.js';

type Account = CarrierAccount<FedexFreightSettings>;

const BASE_URL = 'https://apis.fedex.com';
const SANDBOX_HOST = /^https:\/\/apis-sandbox\./;
const CARRIER = 'FedEx Freight';
/** Days around the pickup day in which a booking is looked up. */
const SEARCH_WINDOW_DAYS = 7;
const DOCUMENTS = {
  bill_of_lading: 'BILL_OF_LADING',
  pod: 'SIGNATURE_PROOF_OF_DELIVERY',
  carrier_invoice: 'FREIGHT_BILLING_DOCUMENT',
} as const;

/**
 * FedEx Freight: JSON with an OAuth token. Priority (FXFE) and economy (FXNL) are two carriers, each with one service. Its API
 * cannot cancel a shipment. FedEx Freight left FedEx in June 2026; the hosts of its own API are settings.
 */
@InjectableAdapter()
export class FedexFreightAdapter implements CarrierAdapter<FedexFreightSettings> {
  readonly name = 'fedex_freight';
  readonly settings = FedexFreightSettings;
  readonly title = 'FedEx Freight';
  readonly scacs = SCACS;
  readonly grades = { rate: 'A', tender: 'A', pickup: 'A', track: 'A', documents: 'A' } as const;
  readonly documentTypes = ['bill_of_lading', 'pod', 'carrier_invoice'] as const;
  private readonly tokens = new AccessTokenCache();

  testSettings(settings: FedexFreightSettings): FedexFreightSettings | null {
    return settings.base_url !== undefined && SANDBOX_HOST.test(settings.base_url) ? settings : null;
  }

  async rate(request: RateRequest, { scac, settings }: Account, signal: AbortSignal) {
    const data = buildRateQuote(request, scac, settings);
    const call = { method: 'POST', path: 'rate/v1/freight/rates/quotes', data, safe: true };
    return parseFedexRates(await this.call(call, settings, signal));
  }

  async tender(request: TenderRequest, { scac, settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.findBooking(request, settings, signal);
    const data = buildShipment(request, scac, settings);
    const call = { method: 'POST', path: 'ship/v1/freight/shipments', data, files: true };
    const tender = parseFedexTender(await this.call(call, settings, signal));
    if (!request.pickup) return addPickupWarning(CARRIER, request, tender, settings);
    const pickupCall = {
      method: 'POST',
      path: 'pickup/v1/freight/pickups/',
      data: buildPickup(request, tender.proNumber, scac, settings),
    };
    const pickup = await requestPickup(CARRIER, async () =>
      parsePickupCode(await this.call(pickupCall, settings, signal)),
    );
    return { ...tender, ...pickup };
  }

  /** Cancels a pickup. FedEx Freight's API changes none. */
  async pickup(
    { confirmation, wanted }: PickupRequest,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<RawPickup | void> {
    if (wanted)
      throw new CarrierDeclined('The FedEx Freight API does not support pickup changes. Call the carrier.');
    if (confirmation === null)
      throw new CarrierDeclined('The pickup has no confirmation number. Call the carrier to cancel it.');
    const data = {
      associatedAccountNumber: { value: settings.account_number },
      pickupConfirmationCode: confirmation,
      reason: 'The shipper canceled the pickup.',
      contactName: 'Shipping department',
    };
    const call = { method: 'PUT', path: 'pickup/v1/freight/pickups/cancel/', data, safe: true };
    const answer = await this.send(call, settings, signal);
    const refusal = findFedexRefusal(answer);
    if (ALREADY_CANCELED.test(refusal?.code ?? '')) return;
    requireCanceled(answer, refusal, NOT_FOUND.test(refusal?.code ?? ''));
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const trackingNumberInfo = { trackingNumber: normalizePro(proNumber), carrierCode: 'FXFR' };
    const data = { includeDetailedScans: true, trackingInfo: [{ trackingNumberInfo }] };
    const call = { method: 'POST', path: 'track/v1/trackingnumbers', data, safe: true };
    const answer = await this.callUnlessNotFound(call, settings, signal);
    return answer ? parseFedexTracking(answer) : { scans: [] };
  }

  async documents(
    { proNumber }: BookedFreight,
    type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    if (type === 'weight_certificate')
      throw new CarrierDeclined('FedEx Freight does not provide this document type.');
    const trackingNumberInfo = { trackingNumber: normalizePro(proNumber), carrierCode: 'FXFR' };
    const data = {
      trackDocumentDetail: { documentType: DOCUMENTS[type], documentFormat: 'PDF' },
      trackDocumentSpecification: [{ trackingNumberInfo, accountNumber: settings.account_number }],
    };
    const call = { method: 'POST', path: 'track/v1/trackingdocuments', data, safe: true, files: true };
    const answer = await this.callUnlessNotFound(call, settings, signal);
    return answer ? parseFedexDocuments(answer) : [];
  }

  private async findBooking(
    request: TenderRequest,
    settings: FedexFreightSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const { reference, pickupDate } = request;
    const referencesInformation = {
      type: 'BILL_OF_LADING',
      value: reference,
      carrierCode: 'FXFR',
      accountNumber: settings.account_number,
      shipDateBegin: addDays(pickupDate, -SEARCH_WINDOW_DAYS),
      shipDateEndDate: addDays(pickupDate, SEARCH_WINDOW_DAYS),
    };
    const data = { referencesInformation, includeDetailedScans: false };
    const call = { method: 'POST', path: 'track/v1/referencenumbers', data, safe: true };
    return findBooking(CARRIER, request, settings, async () =>
      parseFoundNumber(await this.call(call, settings, signal)),
    );
  }

  /** Returns null if FedEx knows no such number or document. @throws CarrierDeclined, CarrierFault */
  private async callUnlessNotFound(
    call: ApiCall,
    settings: FedexFreightSettings,
    signal: AbortSignal,
  ): Promise<Json | null> {
    try {
      return await this.call(call, settings, signal);
    } catch (error) {
      if (error instanceof CarrierDeclined && NOT_FOUND.test(error.code ?? '')) return null;
      throw error;
    }
  }

  private async call(call: ApiCall, settings: FedexFreightSettings, signal: AbortSignal): Promise<Json> {
    const answer = await this.send(call, settings, signal);
    return judgeAnswer(call, answer, findFedexRefusal(answer)).body;
  }

  private async send(
    { path, ...call }: ApiCall,
    settings: FedexFreightSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { client_id, client_secret, base_url = BASE_URL } = settings;
    const url = settings.token_url ?? joinUrl(base_url, 'oauth/token');
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    return callWithToken(
      this.tokens,
      [url, client_id, client_secret],
      { method: 'POST', url, data: new URLSearchParams(form) },
      { ...call, url: joinUrl(base_url, path), headers: { 'X-locale': 'en_US' }, signal },
    );
  }
}

/** FedEx lists its errors, with any HTTP status. */
export function findFedexRefusal({ status, body }: HttpAnswer): CarrierRefusal | null {
  const errors = toObjects(body.errors).filter(({ code, message }) => toText(code) || toText(message));
  if (errors.length === 0) return status >= 400 ? { message: toText(body.error_detail) } : null;
  const words = errors.map(({ code, message }) => toText(message) || toText(code));
  return { message: [...new Set(words)].join(' '), code: toText(errors[0]!.code) || null };
}

const NOT_FOUND = /NOT\.?FOUND/;
/** The code of a pickup that is already canceled; its wording is uncertain. */
const ALREADY_CANCELED = /ALREADY\.?CANCEL/;

/** FedEx returns a result for each number, with an error for an unknown one. @throws CarrierFault */
function readTrackResults(answer: Json): Json[] {
  const { completeTrackResults: results } = toObject(answer.output);
  if (!Array.isArray(results)) throwUnreadable('track results');
  return toObjects(results).flatMap(({ trackResults }) => toObjects(trackResults));
}

/** Returns null unless FedEx knows exactly one number of the reference. @throws CarrierFault */
function parseFoundNumber(answer: Json): string | null {
  const numbers = readTrackResults(answer)
    .filter(({ error }) => Object.keys(toObject(error)).length === 0)
    .map(({ trackingNumberInfo }) => toText(toObject(trackingNumberInfo).trackingNumber));
  const known = new Set(numbers.filter(Boolean));
  return known.size === 1 ? [...known][0]! : null;
}

/** @throws CarrierDeclined with FedEx's message, CarrierFault */
export function parseFedexTracking(answer: Json): RawTracking {
  const [result = {}] = readTrackResults(answer);
  const { code, message } = toObject(result.error);
  if (code !== undefined && !NOT_FOUND.test(toText(code)))
    throw new CarrierDeclined(toText(message), toText(code));
  const estimate = toObjects(result.dateAndTimes).find(({ type }) => type === 'ESTIMATED_DELIVERY');
  return {
    scans: toObjects(result.scanEvents).flatMap(toScans),
    estimatedDelivery: toText(estimate?.dateTime).slice(0, 10) || null,
    signedBy: toText(toObject(result.deliveryDetails).receivedByName) || null,
  };
}

/** Event codes of FedEx's tracking. Others are read from their words. */
const EVENT_STATUSES: Readonly<Record<string, TrackingStatus>> = {
  OC: 'pending',
  PU: 'picked_up',
  AR: 'in_transit',
  AF: 'in_transit',
  DP: 'in_transit',
  IT: 'in_transit',
  OD: 'out_for_delivery',
  DL: 'delivered',
  DE: 'exception',
  SE: 'exception',
  CA: 'cancelled',
};

function toScans({ date, eventType, eventDescription, exceptionDescription, scanLocation }: Json): RawScan[] {
  const { city, stateOrProvinceCode } = toObject(scanLocation);
  const [town, state, code] = [city, stateOrProvinceCode, eventType].map(toText) as [string, string, string];
  const words = [eventDescription, exceptionDescription].map(toText).filter(Boolean).join(': ');
  const occurredAt = parseTimestamp(toText(date), town, state);
  if (!occurredAt || words === '') return [];
  const status = EVENT_STATUSES[code] ?? parseStatusText(words);
  const location = [town, state].filter(Boolean).join(', ');
  return [{ status, description: words, location, occurredAt, code: code || null }];
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/** Uses the offset in the text, else the time zone of the city. */
function parseTimestamp(text: string, city: string, state: string): Date | null {
  const [, local, offset] = TIMESTAMP.exec(text) ?? [];
  if (!local) return null;
  return offset ? new Date(local + offset) : parseCityTime(local, city, state);
}

/** @throws CarrierFault */
function parseFedexDocuments({ output }: Json): Buffer[] {
  if (output === undefined) throwUnreadable('documents');
  const { document } = toObject(output);
  return decodeFiles(Array.isArray(document) ? document : [document]);
}
