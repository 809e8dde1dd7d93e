import {
  type ApiCall,
  joinUrl,
  callCarrier,
  judgeAnswer,
  decodeFiles,
  throwUnreadable,
} from '../adapter-helpers.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
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
import type { BookedFreight, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { addPickupWarning, formatUnsureMessage } from '../booking-helpers.js';
import { toObjects, type Json, toObject, toText } from '../../../../platform/http-client/json.js';
import { parseClockTime, parseCityTime } from '../carrier-local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { findRlRefusal, parseRlDate, buildRateQuote, parseRlRates } from './rl-rates.js';
import { buildBillOfLading, parseRlTender } from './rl-booking.js';
import { buildRlEbol, findRlEbolRefusal, parseRlEbolTender } from './rl-ebol.js';
import { RlSettings } from './rl.settings.js';

type Account = CarrierAccount<RlSettings>;

const BASE_URL = 'https://api.rlc.com';
const SANDBOX_HOST = /^https?:\/\/[^/]*sandbox/i;
/** R+L's message for an unknown number, with HTTP 200 or 400; the wording is uncertain. */
const NOTHING_FOUND = /\bno (shipments?|records?|data)\b|not found/i;
const TRACE_PARAMETERS = 'request.traceNumbers,request.traceType';

/** R+L Carriers (RLCA): JSON with an API key. Its API cannot cancel a bill of lading, so cancellations go by phone. */
@InjectableAdapter()
export class RlAdapter implements CarrierAdapter<RlSettings> {
  readonly name = 'rl';
  readonly settings = RlSettings;
  readonly title = 'R+L Carriers';
  readonly countries = ['US', 'CA'] as const;
  readonly scacs = ['RLCA'];
  readonly grades = { rate: 'A', tender: 'A', track: 'B', documents: 'A' } as const;
  readonly documentTypes = ['bill_of_lading', 'pod', 'carrier_invoice'] as const;

  testSettings(settings: RlSettings): RlSettings | null {
    if (settings.base_url !== undefined && SANDBOX_HOST.test(settings.base_url)) return settings;
    return settings.ebol_path ? { ...settings, test_bookings: true } : null;
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const data = buildRateQuote(request, settings);
    const call = { method: 'POST', path: 'RateQuote', data, safe: true };
    return parseRlRates((await this.call(call, settings, signal)).body);
  }

  /** R+L cannot look up a booking by reference, and a repeated request books again. */
  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) throw new CarrierUnsure(formatUnsureMessage('R+L', request));
    if (settings.ebol_path) {
      const data = buildRlEbol(request, settings);
      const call = { method: 'POST', path: settings.ebol_path, data, files: true };
      return parseRlEbolTender((await this.call(call, settings, signal)).body);
    }
    if (settings.test_bookings)
      throw new CarrierDeclined(
        'R+L accepts test bookings by eBOL only. Set ebol_path or remove test_bookings.',
      );
    const data = buildBillOfLading(request, settings);
    const { body } = await this.call({ method: 'POST', path: 'BillOfLading', data }, settings, signal);
    return addPickupWarning('R+L', request, parseRlTender(body), settings);
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const [numbers, type] = (settings.trace_parameters ?? TRACE_PARAMETERS).split(',');
    const params = { [numbers!]: normalizePro(proNumber), [type!]: 'PRO' };
    const call = { method: 'GET', path: 'ShipmentTracing', params, safe: true };
    try {
      return parseRlTracking((await this.call(call, settings, signal)).body);
    } catch (error) {
      if (error instanceof CarrierDeclined && NOTHING_FOUND.test(error.message)) return { scans: [] };
      throw error;
    }
  }

  async documents(
    { proNumber }: BookedFreight,
    type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const params = { ProNumber: normalizePro(proNumber) };
    const call = { method: 'GET', safe: true, files: true };
    if (type === 'bill_of_lading') {
      const path = 'BillOfLading/PrintBOL';
      return parseRlBol((await this.call({ ...call, path, params }, settings, signal)).body);
    }
    const query = { ...params, DocumentTypes: toRlDocumentType(type, settings), MediaType: 'PDF' };
    const path = 'DocumentRetrieval';
    return parseRlDocuments((await this.call({ ...call, path, params: query }, settings, signal)).body);
  }

  private async call(
    { path, ...call }: ApiCall,
    settings: RlSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const url = joinUrl(settings.base_url ?? BASE_URL, path);
    const answer = await callCarrier({ ...call, url, headers: { apiKey: settings.api_key }, signal });
    const refusal = path === settings.ebol_path ? findRlEbolRefusal(answer) : findRlRefusal(answer);
    return judgeAnswer(call, answer, refusal);
  }
}

/** Returns R+L's name of the document type. Names other than `Invoice` are uncertain. */
export function toRlDocumentType(type: CarrierDocumentType, { pod_document_type: pod }: RlSettings): string {
  return type === 'pod' ? (pod ?? 'DeliveryReceipt') : 'Invoice';
}

export function parseRlBol({ BolDocument: file }: Json): Buffer[] {
  if (file === undefined) throwUnreadable('bill of lading');
  return decodeFiles([file]);
}

/** Returns an empty list if there is no document yet. @throws CarrierFault */
export function parseRlDocuments({ Documents: files }: Json): Buffer[] {
  if (!Array.isArray(files)) throwUnreadable('documents');
  return decodeFiles(toObjects(files).map(({ Data }) => Data));
}

/** Returns no scans for an unknown number. @throws CarrierFault */
export function parseRlTracking(answer: Json): RawTracking {
  if (answer.Shipments === null) return { scans: [] };
  if (!Array.isArray(answer.Shipments)) throwUnreadable('shipments');
  const shipment = toObject(answer.Shipments[0]);
  return {
    scans: toObjects(shipment.StatusHistory).flatMap(toScans),
    estimatedDelivery: parseRlDate(toObject(shipment.EstimatedDelivery).Date ?? shipment.EstimatedDelivery),
  };
}

/** Times are local to the scan's place. Drops scans without a time or a place. */
function toScans({ Description, City, State, Date: date, Time }: Json): RawScan[] {
  const [description, city, state] = [toText(Description), toText(City), toText(State)];
  const day = parseRlDate(date);
  const occurredAt = day && parseCityTime(`${day}T${parseClockTime(toText(Time))}`, city, state);
  if (!occurredAt || description === '') return [];
  return [{ status: parseStatusText(description), description, location: `${city}, ${state}`, occurredAt }];
}
