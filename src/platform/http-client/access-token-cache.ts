import { LRUCache } from 'lru-cache';
import { AccessToken } from './access-token.js';
import type { HttpAnswer } from './http-client.js';

const MAX_ACCOUNTS = 10_000;

/** The access tokens of many accounts, one for each: whoever has new credentials gets a new token. */
export class AccessTokenCache {
  private readonly tokens = new LRUCache<string, AccessToken>({ max: MAX_ACCOUNTS });

  /** @param account all that a token depends on: where it comes from, and for whom */
  get(account: readonly string[], fetch: () => Promise<HttpAnswer>): AccessToken {
    const key = JSON.stringify(account);
    let token = this.tokens.get(key);
    if (!token) this.tokens.set(key, (token = new AccessToken(fetch)));
    return token;
  }
}
