import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { SsrfGuard } from '../../platform/http-client/ssrf-guard.js';
import { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { UrlPolicy } from '../../platform/http-client/url-policy.js';

/** Restricts URLs that an API key sets: public HTTPS addresses, and the networks in CARRIER_ALLOWED_CIDRS. */
@Injectable()
export class CarrierHostPolicy extends SsrfGuard implements OnApplicationShutdown {
  constructor(config: Config) {
    const rules = new AddressPolicy(config.outbound.allowedCidrs);
    super(new UrlPolicy(rules, (hostname) => rules.isAllowlistedHost(hostname)));
  }
}
