import {
  callCarrier,
  decodeFiles,
  requireReadable,
  throwUnreadable,
  type ApiCall,
} from '../adapter-helpers.js';
import { addPickupWarning, joinSentences, requestPickup } from '../booking-helpers.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObjects, toText } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierDeclined,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawPickup,
  type CarrierDocumentType,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import { requireAnswer, requireCanceled, requireDone } from '../../carrier-answers.js';
import type { BookedFreight, PickupRequest, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { buildParty, findEbolRefusal, hasNotFoundError } from '../ebol/ebol-booking.js';
import { EbolClient } from '../ebol/ebol-client.js';
import type { EbolSettings } from '../ebol/ebol.settings.js';
import { buildRateEnvelope, findOdflRateRefusal, parseOdflRates, readRateAnswer } from './odfl-rates.js';
import { parseOdflTracking } from './odfl-tracking.js';
import { OdflSettings } from './odfl.settings.js';

type Account = CarrierAccount<OdflSettings>;

const CARRIER = 'Old Dominion';
const BASE_URL = 'https://api.odfl.com';
const RATE_URL = 'https://www.odfl.com/wsRate_v6/RateService';

/** Old Dominion (ODFL): rates by SOAP; bookings by eBOL, pickups, tracking and documents by REST with a session token. */
@InjectableAdapter()
export class OdflAdapter implements CarrierAdapter<OdflSettings> {
  readonly name = 'odfl';
  readonly settings = OdflSettings;
  readonly title = 'Old Dominion Freight Line';
  readonly scacs = ['ODFL'];
  readonly grades = {
    rate: 'B',
    tender: 'C',
    pickup: 'C',
    cancel: 'C',
    track: 'C',
    documents: 'C',
  } as const;
  readonly documentTypes = ['bill_of_lading'] as const;
  private readonly client = new EbolClient();

  testSettings(settings: OdflSettings): OdflSettings {
    return { ...settings, test_bookings: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const answer = await callCarrier({
      method: 'POST',
      url: settings.rate_url ?? RATE_URL,
      headers: { SOAPAction: '' },
      data: buildRateEnvelope(request, settings),
      xml: true,
      safe: true,
      signal,
    });
    const { body } = requireAnswer(answer, findOdflRateRefusal(answer));
    return parseOdflRates(readRateAnswer({ body }), request.destination.city);
  }

  async tender(request: TenderRequest, { scac, settings }: Account, signal: AbortSignal): Promise<RawTender> {
    const tender = await this.client.tender(request, { scac, settings: toEbol(settings) }, signal);
    if (settings.test_bookings) return tender;
    if (!request.pickup) return addPickupWarning(CARRIER, request, tender, settings);
    const pickup = await requestPickup(CARRIER, () =>
      this.createPickup(request, tender.proNumber, settings, signal),
    );
    return { ...tender, ...pickup, bookingId: pickup.pickupConfirmation ?? null };
  }

  /** Cancels the pickup, then its bill of lading: if Old Dominion refuses the first, the booking stands unchanged. */
  async cancel(booked: BookedFreight, { scac, settings }: Account, signal: AbortSignal): Promise<void> {
    if (booked.bookingId !== null) await this.cancelPickup(booked.bookingId, settings, signal);
    await this.client.cancel(booked, { scac, settings: toEbol(settings) }, signal);
  }

  /** Cancels a pickup. A change needs the whole pickup again, so a person makes it. */
  async pickup(
    { confirmation, wanted }: PickupRequest,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<RawPickup | void> {
    if (wanted) throw new CarrierDeclined('Lading cannot change Old Dominion pickups. Call the carrier.');
    if (confirmation === null)
      throw new CarrierDeclined('The pickup has no confirmation number. Call the carrier to cancel it.');
    await this.cancelPickup(confirmation, settings, signal);
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const params = { proNumber: normalizePro(proNumber) };
    const call = { method: 'GET', path: 'tracking/v2.0/shipment.track', params, safe: true };
    const answer = await this.client.call(call, toEbol(settings), signal);
    if (isNotFound(answer)) return { scans: [] };
    return parseOdflTracking(requireAnswer(answer, findEbolRefusal(answer)).body);
  }

  async documents(
    { proNumber }: BookedFreight,
    _type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const params = { proNumber: normalizePro(proNumber), documentType: 'BOL' };
    const path = 'document-retrieval-api/v1.0/getDocument';
    const call = { method: 'GET', path, params, safe: true, files: true };
    const answer = await this.client.call(call, toEbol(settings), signal);
    if (isNotFound(answer)) return [];
    const { rows, body } = requireAnswer(answer, findEbolRefusal(answer));
    const isDocument = 'content' in body || 'base64Document' in body;
    if (!rows && !isDocument && !Array.isArray(body.documents)) throwUnreadable('documents');
    const documents = rows ?? (isDocument ? [body] : body.documents);
    return decodeFiles(toObjects(documents).map(({ content, base64Document }) => content ?? base64Document));
  }

  private async createPickup(
    request: TenderRequest,
    proNumber: string,
    settings: OdflSettings,
    signal: AbortSignal,
  ): Promise<string> {
    const { readyTime, closeTime, instructions = null } = request.pickup!;
    const data = {
      pickupDate: request.pickupDate,
      readyTime,
      closeTime,
      pickupAddress: buildParty(request.shipper, null),
      shipments: [{ proNumber, bolNumber: request.reference }],
      specialInstructions: joinSentences(instructions, request.specialInstructions),
    };
    const call: ApiCall = { method: 'POST', path: 'pickup/v3.0/create', data };
    const answer = await this.client.call(call, toEbol(settings), signal);
    const { body } = requireDone(answer, findEbolRefusal(answer));
    const named = body.pickupConfirmationNumber ?? body.confirmationNumber;
    return toText(String(named ?? '')) || throwUnreadable('pickup confirmation');
  }

  private async cancelPickup(
    confirmation: string,
    settings: OdflSettings,
    signal: AbortSignal,
  ): Promise<void> {
    const params = { pickupConfirmationNumber: confirmation };
    const call = { method: 'DELETE', path: 'pickup/v3.0/cancel', params, safe: true };
    const answer = await this.client.call(call, toEbol(settings), signal);
    if (isNotFound(answer)) return;
    requireReadable(requireCanceled(answer, findEbolRefusal(answer), false));
  }
}

/** Old Dominion's own not-found answer. */
function isNotFound(answer: HttpAnswer): boolean {
  const { status, body } = answer;
  if (status === 404 && 'messageStatus' in body) return true;
  return (status === 404 || status < 300) && hasNotFoundError(answer);
}

/** The eBOL account behind the settings. `EbolClient` must not warn of the pickup, which is a separate call. */
function toEbol(settings: OdflSettings): EbolSettings {
  const base = settings.base_url ?? BASE_URL;
  return {
    base_url: base,
    create_path: 'BOL/v3.1/eBOL/bol-external-per-standards',
    cancel_path: 'BOL/v3.1/eBOL/deleteBolPro?proNumber={pro}',
    auth: 'token',
    username: settings.odfl4me_user,
    password: settings.odfl4me_password,
    token_url: `${base.replace(/\/+$/, '')}/auth/v1.0/token`,
    account: settings.odfl_customer_account,
    test_bookings: settings.test_bookings,
    standing_pickup: true,
  };
}
