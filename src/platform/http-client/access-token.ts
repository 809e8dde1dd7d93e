import { LRUCache } from 'lru-cache';
import { withDeadline } from '../async/with-deadline.js';
import type { HttpAnswer } from './http-client.js';
import { parseJson, toObject, toText, type Json } from './json.js';
import { OutboundFault } from './outbound-fault.js';

const REFRESH_BEFORE_MS = 60_000;
const DEFAULT_LIFETIME_S = 300;
const MAX_ACCOUNTS = 10_000;
/** Token endpoints reject credentials with HTTP 400 too. */
const REJECTED_CREDENTIALS = /credential|invalid_(client|grant)|password/i;

/** An OAuth access token: shared by concurrent callers, renewed before it expires or after a 401 or 403. */
export class AccessToken {
  private current?: { value: string; freshUntil: number };
  private fetching?: Promise<string>;

  /** @param fetch calls the token endpoint, with a deadline of its own because callers share the result */
  constructor(private readonly fetch: () => Promise<HttpAnswer>) {}

  /**
   * Makes a call with the token, and repeats it once with a new token after a 401 or 403.
   * @param signal aborts this call, but not the token request that other callers may wait for
   * @throws OutboundFault if the new token is rejected too
   */
  async authorize(call: (token: string) => Promise<HttpAnswer>, signal?: AbortSignal): Promise<HttpAnswer> {
    const token = await this.get(signal);
    const answer = await call(token);
    if (!isUnauthorized(answer)) return answer;
    if (this.current?.value === token) this.current = undefined;
    const retried = await call(await this.get(signal));
    if (isUnauthorized(retried)) throw new OutboundFault('the credentials were rejected', undefined, true);
    return retried;
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
    const names = [body.access_token, body.accessToken, body.token, body.sessionToken];
    const value = [...names, toObject(body.response).access_token].map(toText).find(Boolean) ?? '';
    if (status !== 200 || value === '') {
      const rejected = status === 401 || status === 403 || REJECTED_CREDENTIALS.test(JSON.stringify(body));
      const reason = rejected ? 'the credentials were rejected' : 'it returned no access token';
      throw new OutboundFault(`${reason} (${status})`, undefined, true);
    }
    const lifetime = computeLifetimeMs(body, value);
    this.current = { value, freshUntil: start + lifetime - Math.min(REFRESH_BEFORE_MS, lifetime / 2) };
    return value;
  }

  /** Marks every fault as `unheard`, because the call that needs the token was never made. */
  private async requestToken(): Promise<HttpAnswer> {
    try {
      return await this.fetch();
    } catch (error) {
      if (!(error instanceof OutboundFault)) throw error;
      throw new OutboundFault(error.message, error.cooldownMs, true);
    }
  }
}

/** Caches one access token per account. New credentials make a new account. */
export class AccessTokenCache {
  private readonly tokens = new LRUCache<string, AccessToken>({ max: MAX_ACCOUNTS });

  get(account: readonly string[], fetch: () => Promise<HttpAnswer>): AccessToken {
    const key = JSON.stringify(account);
    let token = this.tokens.get(key);
    if (!token) this.tokens.set(key, (token = new AccessToken(fetch)));
    return token;
  }
}

function createTimeoutFault(): OutboundFault {
  return new OutboundFault('the deadline has passed', undefined, true);
}

function isUnauthorized({ status }: HttpAnswer): boolean {
  return status === 401 || status === 403;
}

/** Some servers send the seconds as text, some only inside the token. */
function computeLifetimeMs({ expires_in: seconds }: Json, token: string): number {
  const lifetime = Number(seconds);
  return (lifetime > 0 ? lifetime : (readJwtLifetime(token) ?? DEFAULT_LIFETIME_S)) * 1_000;
}

/** Returns the seconds from issue to expiry of a JWT, which do not depend on the local clock. */
function readJwtLifetime(token: string): number | null {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const seconds = Number(claims.exp) - Number(claims.iat);
  return seconds > 0 ? seconds : null;
}
