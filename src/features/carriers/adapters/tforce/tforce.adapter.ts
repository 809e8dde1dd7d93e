import { AccessTokens } from '../../../../platform/http-client/access-tokens.js';
import { callOut } from '../../../../platform/http-client/http-client.js';
import { text, type Json } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import { outsideText } from '../../../../domain/outside-text.js';
import { plusDays } from '../../../../domain/days.js';
import {
  CarrierDeclined,
  CarrierFault,
  CARRIER_DOCUMENTS,
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
import { asFault, askByTelephone, TOKEN_DEADLINE_MS } from '../translate.js';
import { createBol, tenderIn } from './tforce-booking.js';
import { documentRequest, documentsIn } from './tforce-documents.js';
import { getRate, ratesIn } from './tforce-rates.js';
import { foundPro, trackingIn } from './tforce-tracking.js';
import { TforceSettings } from './tforce.settings.js';

type Account = CarrierAccount<TforceSettings>;
interface Call {
  method: string;
  path: string;
  data?: object;
  safe?: boolean;
  files?: boolean;
}

const BASE_URL = 'https://api.tforcefreight.com';
const TIME_ZONE = 'America/New_York';
/** How far around the pickup day a booking is looked for. */
const SEARCHED_DAYS = 7;

/** TForce Freight (UPGF): JSON with an OAuth token of Microsoft's. It has no call that cancels a bill of lading. */
@InjectableAdapter()
export class TforceAdapter implements CarrierAdapter<TforceSettings> {
  readonly name = 'tforce';
  readonly settings = TforceSettings;
  readonly title = 'TForce Freight';
  readonly scacs = ['UPGF'];
  readonly grades = { rate: 'A', tender: 'A', track: 'B', documents: 'A' } as const;
  readonly documentTypes = CARRIER_DOCUMENTS;
  private readonly tokens = new AccessTokens();

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const call = { method: 'POST', path: 'rating/getRate', data: getRate(request), safe: true };
    return ratesIn(await this.call(call, settings, signal));
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.booked(request, settings, signal);
    const call = { method: 'POST', path: 'shipping/bol/create', data: createBol(request) };
    return askedByHours('TForce', request, tenderIn(await this.call(call, settings, signal)), settings);
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const path = `track/pro/${encodeURIComponent(normalizePro(proNumber))}`;
    const answer = await this.call({ method: 'GET', path, safe: true }, settings, signal);
    return trackingIn(answer, settings.time_zone ?? TIME_ZONE);
  }

  async documents(
    { proNumber }: BookedFreight,
    type: CarrierDocumentType,
    { settings }: Account,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const data = documentRequest(normalizePro(proNumber), type);
    const call = { method: 'POST', path: 'documents/pro', data, safe: true, files: true };
    return documentsIn(await this.call(call, settings, signal), type);
  }

  /** What became of a booking whose answer was lost. @throws CarrierUnsure when TForce knows of none, or not yet */
  private async booked(
    request: TenderRequest,
    settings: TforceSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const { reference, pickupDate } = request;
    const data = {
      number: reference,
      code: 'BL',
      pickupStartDate: plusDays(pickupDate, -SEARCHED_DAYS),
      pickupEndDate: plusDays(pickupDate, SEARCHED_DAYS),
    };
    const call = { method: 'POST', path: 'track/pro/search', data, safe: true };
    const proNumber = foundPro(await this.call(call, settings, signal));
    if (proNumber) return askedByHours('TForce', request, { proNumber }, settings);
    throw new CarrierUnsure(askByTelephone('TForce', { reference }));
  }

  private async call({ path, ...call }: Call, settings: TforceSettings, signal: AbortSignal): Promise<Json> {
    const { client_id, client_secret, token_url, scope, api_version = 'v1', base_url = BASE_URL } = settings;
    const form = { client_id, client_secret, grant_type: 'client_credentials', scope };
    const token = this.tokens.of([token_url, client_id, client_secret, scope], () =>
      callOut({
        method: 'POST',
        url: token_url,
        data: new URLSearchParams(form),
        signal: AbortSignal.timeout(TOKEN_DEADLINE_MS),
        safe: true,
      }),
    );
    const url = urlOf(base_url, path);
    const params = { 'api-version': api_version };
    try {
      const { status, body } = await token.authorize(
        (bearer) => callOut({ ...call, url, params, headers: { Authorization: `Bearer ${bearer}` }, signal }),
        signal,
      );
      if (status === 200) return body;
      // Whoever repeats a request as it was sent repeats secrets too: only the sentence is taken.
      const message = status === 400 || status === 422 ? outsideText(text(body.message)) : '';
      if (message) throw new CarrierDeclined(message);
      throw new CarrierFault(`The carrier could not be asked: it answered ${status}.`);
    } catch (error) {
      throw asFault(error);
    }
  }
}
