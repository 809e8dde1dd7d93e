import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { invalidParam } from '../http/errors/api-error.js';
import { AddressRules } from './public-address.js';

export const MAX_URL = 2_048;

/** What may be a receiver's address. Names are resolved, and checked, at each connect; here only what can be seen. */
@Injectable()
export class WebhookUrls {
  readonly addresses: AddressRules;
  private readonly protocols: string[];

  constructor(config: Config) {
    const { allowHttp, allowedCidrs } = config.webhooks;
    this.addresses = new AddressRules(allowedCidrs);
    this.protocols = allowHttp ? ['https:', 'http:'] : ['https:'];
  }

  /** @throws ApiError invalid_value on `url` */
  check(text: string): string {
    const fault = this.faultOf(text);
    if (fault) throw invalidParam('url', `url ${fault}.`);
    return text;
  }

  private faultOf(text: string): string | null {
    // URL parsers repair white space, control characters and backslashes, each in its own way: a way past checks.
    if (!/^[^\s\\\p{Cc}\p{Cf}]+$/u.test(text) || !URL.canParse(text) || !/^[a-z]+:\/\/[^/]/i.test(text))
      return 'must be a valid URL';
    const { protocol, hostname } = new URL(text);
    if (!this.protocols.includes(protocol)) return 'must be an HTTPS URL';
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
