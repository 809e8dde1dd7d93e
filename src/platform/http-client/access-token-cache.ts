import { LRUCache } from 'lru-cache';
import { AccessToken } from './access-token.js';
import type { HttpAnswer } from './http-client.js';

const MAX_ACCOUNTS = 10_000;

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
