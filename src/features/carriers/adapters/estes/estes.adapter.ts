import { AccessTokens } from '../../../../platform/http-client/access-tokens.js';
import { callOut, type HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { object } from '../../../../platform/http-client/json.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierDeclined,
  CarrierFault,
  CarrierUnsure,
  type CarrierAccount,
  type CarrierAdapter,
  type RawRate,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../carrier-requests.js';
import { InjectableAdapter } from '../../injectable-adapter.js';
import { urlOf } from '../base-url.js';
import { ebolAnswer, ebolOf } from '../ebol/ebol.js';
import { askedByHours } from '../standing-pickup.js';
import { asFault, askByTelephone, TOKEN_DEADLINE_MS } from '../translate.js';
import { requireNoError } from './estes-answer.js';
import { pickupNumber, pickupRequest } from './estes-pickup.js';
import { rateQuote, ratesIn } from './estes-rates.js';
import { proIn, trackingIn } from './estes-tracking.js';
import { EstesSettings } from './estes.settings.js';

type Account = CarrierAccount<EstesSettings>;
interface Call {
  method: string;
  path: string;
  data?: object;
  params?: object;
  safe?: boolean;
  files?: boolean;
}

const BASE_URL = 'https://cloudapi.estes-express.com';
const TIME_ZONE = 'America/New_York';
const BOL_VERSION = 'v2.0.1';

/**
 * Estes Express Lines (EXLA): JSON with a key and a token; bills of lading as NMFTA's eBOL. How it cancels one is not known:
 * it is told by telephone.
 */
@InjectableAdapter()
export class EstesAdapter implements CarrierAdapter<EstesSettings> {
  readonly name = 'estes';
  readonly settings = EstesSettings;
  readonly title = 'Estes Express Lines';
  readonly scacs = ['EXLA'];
  readonly grades = { rate: 'B', tender: 'A', track: 'B' } as const;
  private readonly tokens = new AccessTokens();

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const data = rateQuote(request, settings);
    const call = { method: 'POST', path: 'v1/rate-quotes', data, safe: true };
    const { body, rows } = await this.call(call, settings, signal);
    return ratesIn(body, rows);
  }

  async tender(request: TenderRequest, { settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) return this.booked(request, settings, signal);
    const { account, bol_version: version = BOL_VERSION, test_bookings: isTest = false } = settings;
    const data = ebolOf(request, { version, isTest, account });
    const call = { method: 'POST', path: 'v1/bol', data, files: true };
    const { body } = await this.call(call, settings, signal);
    const tender = ebolAnswer('messageStatus' in body ? body : object(body.data));
    if (isTest) return tender;
    if (!request.pickup) return askedByHours('Estes', request, tender, settings);
    return { ...tender, ...(await this.withPickup(request, tender.proNumber, settings, signal)) };
  }

  async track(proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    const params = { pro: normalizePro(proNumber) };
    return trackingIn(await this.history(params, settings, signal), settings.time_zone ?? TIME_ZONE);
  }

  /** The booking stands, whatever comes of the pickup: what is missing is told. */
  private async withPickup(
    request: TenderRequest,
    proNumber: string,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<Pick<RawTender, 'pickupConfirmation' | 'warning'>> {
    const data = pickupRequest(request, proNumber, settings);
    try {
      const { body } = await this.call({ method: 'POST', path: 'v1/pickup-request', data }, settings, signal);
      return { pickupConfirmation: pickupNumber(body) };
    } catch (error) {
      const why = error instanceof CarrierDeclined ? error.message : 'it did not answer';
      return {
        warning: `Estes has the booking, but did not agree to the pickup: ${why.replace(/\.$/, '')}. Telephone it.`,
      };
    }
  }

  /** What became of a booking whose answer was lost. @throws CarrierUnsure when Estes knows of none, or not yet */
  private async booked(
    request: TenderRequest,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const { reference, pickup } = request;
    const proNumber = proIn(await this.history({ bol: reference }, settings, signal));
    if (!proNumber) throw new CarrierUnsure(askByTelephone('Estes', { reference }));
    const warning = 'Estes has the booking, but did not say whether it comes for the freight: telephone it.';
    return pickup ? { proNumber, warning } : askedByHours('Estes', request, { proNumber }, settings);
  }

  private async history(params: object, settings: EstesSettings, signal: AbortSignal) {
    const call = { method: 'GET', path: 'v1/shipments/history', params, safe: true };
    return (await this.call(call, settings, signal)).body;
  }

  private async call(
    { path, ...call }: Call,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { api_key: apikey, username, password, base_url = BASE_URL } = settings;
    const token = this.tokens.of([base_url, apikey, username, password], () =>
      callOut({
        method: 'POST',
        url: urlOf(base_url, 'authenticate'),
        auth: { username, password },
        headers: { apikey },
        signal: AbortSignal.timeout(TOKEN_DEADLINE_MS),
        safe: true,
      }),
    );
    const url = urlOf(base_url, path);
    try {
      const answer = await token.authorize(
        (bearer) => callOut({ ...call, url, headers: { apikey, Authorization: `Bearer ${bearer}` }, signal }),
        signal,
      );
      requireNoError(answer.body);
      if (answer.status < 300) return answer;
      throw new CarrierFault(`The carrier could not be asked: it answered ${answer.status}.`);
    } catch (error) {
      throw asFault(error);
    }
  }
}
