import { AccessTokenCache } from '../../../../platform/http-client/access-token-cache.js';
import { callOut, type HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { normalizePro } from '../../../../domain/pro-number.js';
import {
  CarrierFault,
  CarrierUnsure,
  type CarrierAccount,
  type CarrierAdapter,
  type RawTender,
  InjectableAdapter,
} from '../../carrier-adapter.js';
import type { BookedFreight, TenderRequest } from '../../carrier-requests.js';
import {
  joinUrl,
  callCarrier,
  toCarrierFault,
  formatUnsureMessage,
  TOKEN_DEADLINE_MS,
} from '../adapter-helpers.js';
import { parseEbolTender, buildEbol, requirePass } from './ebol-booking.js';
import { EbolSettings } from './ebol.settings.js';

type Account = CarrierAccount<EbolSettings>;
interface ApiCall {
  method: string;
  path: string;
  data?: object;
  safe?: boolean;
  files?: boolean;
}

const CREATE_PATH = 'bol/v1/app/';
const CANCEL_PATH = 'bol/v1/app/{pro}';
const VERSION = '2.1.0';

/**
 * Any carrier that takes the bill of lading of NMFTA's Digital LTL Council, e.g. Old Dominion: books and cancels. The standard
 * has no prices, no pickup and no tracking: the price is a tariff's, the pickup is asked for by telephone.
 */
@InjectableAdapter()
export class EbolAdapter implements CarrierAdapter<EbolSettings> {
  readonly name = 'ebol';
  readonly settings = EbolSettings;
  readonly title = 'NMFTA eBOL 2.1';
  readonly grades = { tender: 'A', cancel: 'A' } as const;
  private readonly tokens = new AccessTokenCache();

  /** The standard has no question what was booked under a reference. */
  async tender(request: TenderRequest, { scac, settings }: Account, signal: AbortSignal): Promise<RawTender> {
    if (request.repeated) throw new CarrierUnsure(formatUnsureMessage(scac, request));
    const { account, bol_version: version = VERSION, test_bookings: isTest = false } = settings;
    const data = buildEbol(request, { version, isTest, account });
    const path = settings.create_path ?? CREATE_PATH;
    const answer = await this.call({ method: 'POST', path, data, files: true }, settings, signal);
    const tender = parseEbolTender(answer.body);
    requireSuccess(answer);
    if (isTest || settings.standing_pickup) return tender;
    return { ...tender, warning: `${scac} has the booking, but its API takes no pickups: telephone it.` };
  }

  async cancel({ proNumber }: BookedFreight, { settings }: Account, signal: AbortSignal): Promise<void> {
    const pro = encodeURIComponent(normalizePro(proNumber));
    const path = (settings.cancel_path ?? CANCEL_PATH).replace('{pro}', pro);
    const answer = await this.call({ method: 'DELETE', path, safe: true }, settings, signal);
    // What was booked and isn't known any more has been cancelled: the carrier itself says so, no proxy on the way.
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
    const token = this.tokens.get([url, method, username, password], () =>
      callOut({
        method,
        url,
        auth: { username, password },
        signal: AbortSignal.timeout(TOKEN_DEADLINE_MS),
        safe: true,
      }),
    );
    try {
      return await token.authorize(
        (bearer) => callOut({ ...request, headers: { Authorization: `Bearer ${bearer}` } }),
        signal,
      );
    } catch (error) {
      throw toCarrierFault(error);
    }
  }
}

function requireSuccess({ status }: HttpAnswer): void {
  if (status >= 300) throw new CarrierFault(`The carrier could not be asked: it answered ${status}.`);
}
