import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.js';

export const MAX_URL_LENGTH = 2_048;

/** Decides which URLs clients may have the service call. Host names are checked again on every connection. */
export class UrlPolicy {
  constructor(
    readonly addresses: AddressPolicy,
    private readonly isHttpAllowed: (hostname: string) => boolean,
  ) {}

  /** Returns what is wrong with a URL, e.g. `must be an HTTPS URL`; null if nothing is. */
  findUrlProblem(text: string): string | null {
    // URL parsers silently repair white space, control characters and backslashes, each in its own way, which
    // could bypass these checks.
    if (!/^[^\s\\\p{Cc}\p{Cf}]+$/u.test(text) || !URL.canParse(text) || !/^[a-z]+:\/\/[^/]/i.test(text))
      return 'must be a valid URL';
    const { protocol, hostname } = new URL(text);
    const secure = protocol === 'https:' || (protocol === 'http:' && this.isHttpAllowed(hostname));
    if (!secure) return 'must be an HTTPS URL';
    if (/^[^/]*\/\/[^/?#]*@/.test(text)) return 'must not contain credentials';
    if (!this.isPermittedHost(hostname)) return 'must resolve to a public address';
    return null;
  }

  private isPermittedHost(hostname: string): boolean {
    if (isLocalhost(hostname))
      return this.addresses.isPermitted('127.0.0.1') || this.addresses.isPermitted('::1');
    return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 || this.addresses.isPermitted(hostname);
  }
}

/** Returns true for `localhost` and its subdomains, which resolvers answer locally (RFC 6761). */
export function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
