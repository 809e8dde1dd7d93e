import { callCarrier, callWithToken, joinUrl, type ApiCall } from '../adapter-helpers.js';
import { AccessTokenCache } from '../../../../platform/http-client/access-token.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import { CarrierUnsure, type CarrierAccount, type RawTender } from '../../carrier-adapter.js';
import type { BookedFreight, TenderRequest } from '../../carrier-requests.js';
import { formatUnsureMessage } from '../booking-helpers.js';
import { requireCanceled, requireDone } from '../../carrier-answers.js';
import {
  parseEbolTender,
  buildEbol,
  findEbolRefusal,
  hasNotFoundError,
  requirePass,
} from './ebol-booking.js';
import type { EbolSettings } from './ebol.settings.js';

type Account = CarrierAccount<EbolSettings>;

const CREATE_PATH = 'bol/v1/app/';
const CANCEL_PATH = 'bol/v1/app/{pro}';
const VERSION = '2.1.0';

/** Calls a carrier that accepts eBOL, in the way that the settings describe. It shares tokens among the calls of an account. */
export class EbolClient {
  private readonly tokens = new AccessTokenCache();

  /** The standard cannot look up a booking by reference. */
  async tender(request: TenderRequest, { scac, settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) throw new CarrierUnsure(formatUnsureMessage(scac, request));
    const { account, bol_version: version = VERSION, test_bookings: isTest = false } = settings;
    const data = buildEbol(request, { version, isTest, account });
    const path = settings.create_path ?? CREATE_PATH;
    const answer = await this.call({ method: 'POST', path, data, files: true }, settings, signal);
    const tender = parseEbolTender(requireDone(answer, findEbolRefusal(answer)).body);
    if (isTest || settings.standing_pickup) return tender;
    return {
      ...tender,
      warning: `${scac} accepted the booking, but its API does not accept pickup requests. Call the carrier to request the pickup.`,
    };
  }

  async cancel({ proNumber }: BookedFreight, { settings }: Account, signal: AbortSignal): Promise<void> {
    const pro = encodeURIComponent(normalizePro(proNumber));
    const path = (settings.cancel_path ?? CANCEL_PATH).replace('{pro}', pro);
    const answer = await this.call({ method: 'DELETE', path, safe: true }, settings, signal);
    const hasError = hasNotFoundError(answer);
    if (answer.status < 300 && hasError) return;
    const isOwnNotFound = hasError || 'messageStatus' in answer.body || answer.rows !== null;
    const read = requireCanceled(answer, findEbolRefusal(answer), isOwnNotFound);
    if (read) requirePass(read.body);
  }

  /** Makes a call relative to the base URL, with the credentials. */
  async call({ path, ...call }: ApiCall, settings: EbolSettings, signal: AbortSignal): Promise<HttpAnswer> {
    const { auth, username = '', password = '', api_key = '', api_key_header = 'apikey' } = settings;
    const request = { ...call, url: joinUrl(settings.base_url, path), signal };
    if (auth === 'api_key') return callCarrier({ ...request, headers: { [api_key_header]: api_key } });
    if (auth === 'basic') return callCarrier({ ...request, auth: { username, password } });
    const { token_url: url = '', token_method: method = 'GET' } = settings;
    const tokenRequest = { method, url, auth: { username, password } };
    return callWithToken(this.tokens, [url, method, username, password], tokenRequest, request);
  }
}
