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
import { urlOf } from '../base-url.js';
import { askedByHours } from '../standing-pickup.js';
import { ask, askByTelephone } from '../translate.js';
import { requireNoErrors } from './rl-answer.js';
import { billOfLading, tenderIn } from './rl-booking.js';
import { bolIn, retrievedIn, retrievedType } from './rl-documents.js';
import { rateQuote, ratesIn } from './rl-rates.js';
import { trackingIn } from './rl-tracking.js';
import { baseUrl, RlSettings } from './rl.settings.js';

type Account = CarrierAccount<RlSettings>;
interface Call {
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
    const data = rateQuote(request, settings);
    const { body } = await this.call(
      { method: 'POST', path: 'RateQuote', data, safe: true },
      settings,
      signal,
    );
    return ratesIn(body);
  }

  /** R+L can't be asked what it has booked under a reference, and books again whatever it is sent again. */
  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) {
      throw new CarrierUnsure(askByTelephone('R+L', request));
    }
    const data = billOfLading(request, settings);
    const { body } = await this.call({ method: 'POST', path: 'BillOfLading', data }, settings, signal);
    return askedByHours('R+L', request, tenderIn(body), settings);
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const [numbers, type] = (settings.trace_parameters ?? 'request.traceNumbers,request.traceType').split(
      ',',
    );
    const params = { [numbers!]: normalizePro(proNumber), [type!]: 'PRO' };
    const call = { method: 'GET', path: 'ShipmentTracing', params, safe: true };
    return trackingIn((await this.call(call, settings, signal)).body);
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
      return bolIn((await this.call({ ...call, path, params }, settings, signal)).body);
    }
    const wanted = { ...params, DocumentTypes: retrievedType(type, settings), MediaType: 'PDF' };
    const path = 'DocumentRetrieval';
    return retrievedIn((await this.call({ ...call, path, params: wanted }, settings, signal)).body);
  }

  private async call(
    { path, ...call }: Call,
    settings: RlSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const url = urlOf(baseUrl(settings), path);
    const answer = await ask({ ...call, url, headers: { apiKey: settings.api_key }, signal });
    requireNoErrors(answer.body);
    if (answer.status !== 200)
      throw new CarrierFault(`The carrier could not be asked: it answered ${answer.status}.`);
    return answer;
  }
}
