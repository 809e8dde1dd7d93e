import { withDeadline } from '../async/with-deadline.js';
import type { HttpAnswer } from './http-client.js';
import { parseJson, toText, type Json } from './json.js';
import { OutboundFault } from './outbound-fault.js';

const REFRESH_BEFORE_MS = 60_000;
const DEFAULT_LIFETIME_S = 300;

/** An OAuth client's access token: fetched once for all callers, renewed before it expires or when it is refused. */
export class AccessToken {
  private current?: { value: string; freshUntil: number };
  private fetching?: Promise<string>;

  /** @param fetch asks the token endpoint; it brings its own deadline, because callers share the answer */
  constructor(private readonly fetch: () => Promise<HttpAnswer>) {}

  /**
   * Makes a call with the token, and once more with a new one where it is refused.
   * @param signal ends this call, but not the fetching that others may wait for
   * @throws OutboundFault when the new one is refused too
   */
  async authorize(call: (token: string) => Promise<HttpAnswer>, signal?: AbortSignal): Promise<HttpAnswer> {
    const token = await this.get(signal);
    const answer = await call(token);
    if (!isUnauthorized(answer)) return answer;
    if (this.current?.value === token) this.current = undefined;
    const second = await call(await this.get(signal));
    if (isUnauthorized(second)) throw new OutboundFault('it refuses our credentials', undefined, true);
    return second;
  }

  private async get(signal?: AbortSignal): Promise<string> {
    if (signal?.aborted) throw createTimeoutFault();
    if (this.current && performance.now() < this.current.freshUntil) return this.current.value;
    this.fetching ??= this.renew().finally(() => (this.fetching = undefined));
    const { fetching } = this;
    return signal
      ? withDeadline(
          signal,
          () => fetching,
          () => Promise.reject(createTimeoutFault()),
        )
      : fetching;
  }

  private async renew(): Promise<string> {
    const start = performance.now();
    const { status, body } = await this.requestToken();
    const value = toText(body.access_token) || toText(body.token) || toText(body.sessionToken);
    if (status !== 200 || value === '') {
      throw new OutboundFault(`it gave no access token (${status})`, undefined, true);
    }
    const lifetime = computeLifetimeMs(body, value);
    this.current = { value, freshUntil: start + lifetime - Math.min(REFRESH_BEFORE_MS, lifetime / 2) };
    return value;
  }

  /** Whatever goes wrong here, the call that wants the token was never made. */
  private async requestToken(): Promise<HttpAnswer> {
    try {
      return await this.fetch();
    } catch (error) {
      if (!(error instanceof OutboundFault)) throw error;
      throw new OutboundFault(error.message, error.cooldownMs, true);
    }
  }
}

function createTimeoutFault(): OutboundFault {
  return new OutboundFault('its time was over', undefined, true);
}

function isUnauthorized({ status }: HttpAnswer): boolean {
  return status === 401 || status === 403;
}

/** Milliseconds; some write the number of seconds as a string, some only into the token itself. */
function computeLifetimeMs({ expires_in: seconds }: Json, token: string): number {
  const number = Number(seconds);
  return (number > 0 ? number : (readJwtLifetime(token) ?? DEFAULT_LIFETIME_S)) * 1_000;
}

/** Seconds from a JSON web token's issue to its end, whatever this machine's clock says. */
function readJwtLifetime(token: string): number | null {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const seconds = Number(claims.exp) - Number(claims.iat);
  return seconds > 0 ? seconds : null;
}
