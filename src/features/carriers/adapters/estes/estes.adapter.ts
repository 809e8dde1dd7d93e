import { AccessTokenCache } from '../../../../platform/http-client/access-token-cache.js';
import { callOut, type HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toText, type Json } from '../../../../platform/http-client/json.js';
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
  InjectableAdapter,
} from '../../carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../carrier-requests.js';
import { joinUrl, toCarrierFault, formatUnsureMessage, TOKEN_DEADLINE_MS } from '../adapter-helpers.js';
import { parseEbolTender, buildEbol } from '../ebol/ebol-booking.js';
import { addPickupWarning } from '../booking-helpers.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { parsePickupNumber, buildPickupRequest } from './estes-pickup.js';
import { buildRateQuote, parseEstesRates } from './estes-rates.js';
import { parseProNumber, parseEstesTracking } from './estes-tracking.js';
import { EstesSettings } from './estes.settings.js';

type Account = CarrierAccount<EstesSettings>;
interface ApiCall {
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

  /** The booking stands, whatever comes of the pickup: what is missing is told. */
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
      const why = error instanceof CarrierDeclined ? error.message : 'it did not answer';
      return {
        warning: `Estes has the booking, but did not agree to the pickup: ${why.replace(/\.$/, '')}. Telephone it.`,
      };
    }
  }

  /** What became of a booking whose answer was lost. @throws CarrierUnsure when Estes knows of none, or not yet */
  private async findBooking(
    request: TenderRequest,
    settings: EstesSettings,
    signal: AbortSignal,
  ): Promise<RawTender> {
    const { reference, pickup } = request;
    const proNumber = parseProNumber(await this.fetchHistory({ bol: reference }, settings, signal));
    if (!proNumber) throw new CarrierUnsure(formatUnsureMessage('Estes', { reference }));
    const warning = 'Estes has the booking, but did not say whether it comes for the freight: telephone it.';
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
    const token = this.tokens.get([base_url, apikey, username, password], () =>
      callOut({
        method: 'POST',
        url: joinUrl(base_url, 'authenticate'),
        auth: { username, password },
        headers: { apikey },
        signal: AbortSignal.timeout(TOKEN_DEADLINE_MS),
        safe: true,
      }),
    );
    const url = joinUrl(base_url, path);
    try {
      const answer = await token.authorize(
        (bearer) => callOut({ ...call, url, headers: { apikey, Authorization: `Bearer ${bearer}` }, signal }),
        signal,
      );
      requireNoError(answer.body);
      if (answer.status < 300) return answer;
      throw new CarrierFault(`The carrier could not be asked: it answered ${answer.status}.`);
    } catch (error) {
      throw toCarrierFault(error);
    }
  }
}

/** Estes says no in `error`, with any HTTP status; code 0 is none. @throws CarrierDeclined with Estes' own words */
export function requireNoError(answer: Json): void {
  const { code, message, details } = toObject(answer.error);
  if (code === undefined || code === null || Number(code) === 0) return;
  const words = [message, details].map(toText).filter(Boolean).join(' ');
  throw new CarrierDeclined(sanitizeText(words) || 'The carrier declined.');
}
