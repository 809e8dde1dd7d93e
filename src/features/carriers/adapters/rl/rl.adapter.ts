import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierFault,
  CarrierUnsure,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawRate,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { InjectableAdapter } from '../../injectable-adapter.js';
import { joinUrl } from '../base-url.js';
import { addPickupWarning } from '../standing-pickup.js';
import { callCarrier, formatUnsureMessage } from '../adapter-helpers.js';
import { requireNoErrors } from './rl-answer.js';
import { buildBillOfLading, parseRlTender } from './rl-booking.js';
import { parseRlBol, parseRlDocuments, toRlDocumentType } from './rl-documents.js';
import { buildRateQuote, parseRlRates } from './rl-rates.js';
import { parseRlTracking } from './rl-tracking.js';
import { resolveBaseUrl, RlSettings } from './rl.settings.js';

type Account = CarrierAccount<RlSettings>;
interface ApiCall {
  method: string;
  path: string;
  data?: object;
  params?: object;
  safe?: boolean;
  files?: boolean;
}

/** R+L Carriers (RLCA): JSON with an API key. It has no call that cancels a bill of lading: R+L is told by telephone. */
@InjectableAdapter()
export class RlAdapter implements CarrierAdapter<RlSettings> {
  readonly name = 'rl';
  readonly settings = RlSettings;
  readonly title = 'R+L Carriers';
  readonly scacs = ['RLCA'];
  readonly grades = { rate: 'A', tender: 'A', track: 'B', documents: 'A' } as const;
  readonly documentTypes = ['bill_of_lading', 'pod', 'carrier_invoice'] as const;

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const data = buildRateQuote(request, settings);
    const { body } = await this.call(
      { method: 'POST', path: 'RateQuote', data, safe: true },
      settings,
      signal,
    );
    return parseRlRates(body);
  }

  /** R+L can't be asked what it has booked under a reference, and books again whatever it is sent again. */
  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) {
      throw new CarrierUnsure(formatUnsureMessage('R+L', request));
    }
    const data = buildBillOfLading(request, settings);
    const { body } = await this.call({ method: 'POST', path: 'BillOfLading', data }, settings, signal);
    return addPickupWarning('R+L', request, parseRlTender(body), settings);
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const [numbers, type] = (settings.trace_parameters ?? 'request.traceNumbers,request.traceType').split(
      ',',
    );
    const params = { [numbers!]: normalizePro(proNumber), [type!]: 'PRO' };
    const call = { method: 'GET', path: 'ShipmentTracing', params, safe: true };
    return parseRlTracking((await this.call(call, settings, signal)).body);
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
    const wanted = { ...params, DocumentTypes: toRlDocumentType(type, settings), MediaType: 'PDF' };
    const path = 'DocumentRetrieval';
    return parseRlDocuments((await this.call({ ...call, path, params: wanted }, settings, signal)).body);
  }

  private async call(
    { path, ...call }: ApiCall,
    settings: RlSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const url = joinUrl(resolveBaseUrl(settings), path);
    const answer = await callCarrier({ ...call, url, headers: { apiKey: settings.api_key }, signal });
    requireNoErrors(answer.body);
    if (answer.status !== 200)
      throw new CarrierFault(`The carrier could not be asked: it answered ${answer.status}.`);
    return answer;
  }
}
