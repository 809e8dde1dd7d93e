import { callWithToken, joinUrl, callCarrier, formatUnsureMessage } from '../adapter-helpers.js';
import type { ApiCall } from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token-cache.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import { CarrierFault, CarrierUnsure, InjectableAdapter } from '../../carrier-adapter.js';
import type { CarrierAccount, CarrierAdapter, RawTender } from '../../carrier-adapter.js';
import type { BookedFreight, TenderRequest } from '../../carrier-requests.js';
import { parseEbolTender, buildEbol, requirePass } from './ebol-booking.js';
import { EbolSettings } from './ebol.settings.js';

type Account = CarrierAccount<EbolSettings>;

const CREATE_PATH = 'bol/v1/app/';
const CANCEL_PATH = 'bol/v1/app/{pro}';
const VERSION = '2.1.0';

/**
 * Any carrier that accepts NMFTA's eBOL 2.1.0, e.g. Old Dominion: books and cancels. The standard has no rates, pickups or
 * tracking. A tariff has the rates, and pickups are requested by phone. Old Dominion's paths and token come from public clients.
 */
@InjectableAdapter()
export class EbolAdapter implements CarrierAdapter<EbolSettings> {
  readonly name = 'ebol';
  readonly settings = EbolSettings;
  readonly title = 'NMFTA eBOL 2.1';
  readonly grades = { tender: 'A', cancel: 'A' } as const;
  private readonly tokens = new AccessTokenCache();

  /** The standard cannot look up a booking by reference. */
  async tender(request: TenderRequest, { scac, settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) throw new CarrierUnsure(formatUnsureMessage(scac, request));
    const { account, bol_version: version = VERSION, test_bookings: isTest = false } = settings;
    const data = buildEbol(request, { version, isTest, account });
    const path = settings.create_path ?? CREATE_PATH;
    const answer = await this.call({ method: 'POST', path, data, files: true }, settings, signal);
    const tender = parseEbolTender(answer.body);
    requireSuccess(answer);
    if (isTest || settings.standing_pickup) return tender;
    return {
      ...tender,
      warning: `${scac} has the booking, but its API takes no pickup requests. Call the carrier.`,
    };
  }

  async cancel({ proNumber }: BookedFreight, { settings }: Account, signal: AbortSignal): Promise<void> {
    const pro = encodeURIComponent(normalizePro(proNumber));
    const path = (settings.cancel_path ?? CANCEL_PATH).replace('{pro}', pro);
    const answer = await this.call({ method: 'DELETE', path, safe: true }, settings, signal);
    // A 404 of the carrier itself, not of a proxy, means that the booking is already cancelled.
    if (answer.status === 404 && 'messageStatus' in answer.body) return;
    requirePass(answer.body);
    requireSuccess(answer);
  }

  private async call(
    { path, ...call }: ApiCall,
    settings: EbolSettings,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { auth, username = '', password = '', api_key = '', api_key_header = 'apikey' } = settings;
    const request = { ...call, url: joinUrl(settings.base_url, path), signal };
    if (auth === 'api_key') return callCarrier({ ...request, headers: { [api_key_header]: api_key } });
    if (auth === 'basic') return callCarrier({ ...request, auth: { username, password } });
    const { token_url: url = '', token_method: method = 'GET' } = settings;
    const tokenRequest = { method, url, auth: { username, password } };
    return callWithToken(this.tokens, [url, method, username, password], tokenRequest, request);
  }
}

function requireSuccess({ status }: HttpAnswer): void {
  if (status >= 300) throw new CarrierFault(`The carrier request failed: HTTP ${status}.`);
}
