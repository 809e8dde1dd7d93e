import { isIP } from 'node:net';
import type { AddressRules } from './public-address.js';

export const MAX_URL = 2_048;

/** What a stranger may have called. Names are resolved, and checked, at each connect; here only what can be seen. */
export class PublicUrls {
  /** @param mayBeHttp whether plain HTTP will do for a host */
  constructor(
    readonly addresses: AddressRules,
    private readonly mayBeHttp: (hostname: string) => boolean,
  ) {}

  /** What is wrong with a URL, e.g. `must be an HTTPS URL`; null when nothing is. */
  faultOf(text: string): string | null {
    // URL parsers repair white space, control characters and backslashes, each in its own way: a way past checks.
    if (!/^[^\s\\\p{Cc}\p{Cf}]+$/u.test(text) || !URL.canParse(text) || !/^[a-z]+:\/\/[^/]/i.test(text))
      return 'must be a valid URL';
    const { protocol, hostname } = new URL(text);
    const secure = protocol === 'https:' || (protocol === 'http:' && this.mayBeHttp(hostname));
    if (!secure) return 'must be an HTTPS URL';
    if (/^[^/]*\/\/[^/?#]*@/.test(text)) return 'must not contain credentials';
    if (!this.permitsHost(hostname)) return 'must lead to a public address';
    return null;
  }

  private permitsHost(hostname: string): boolean {
    if (isLocalhost(hostname)) return this.addresses.permits('127.0.0.1') || this.addresses.permits('::1');
    return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 || this.addresses.permits(hostname);
  }
}

/** `localhost` and everything below it, which resolvers answer without asking anybody (RFC 6761). */
export function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
