import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config.js';
import { GuardedHosts } from '../outbound/guarded-hosts.js';
import { AddressRules } from '../outbound/public-address.js';
import { PublicUrls } from '../outbound/public-urls.js';

/** Where carriers' APIs may be that a key names: public, by HTTPS; a fake on a network that the operator allows. */
@Injectable()
export class CarrierHosts extends GuardedHosts implements OnApplicationShutdown {
  constructor(config: Config) {
    const rules = new AddressRules(config.outbound.allowedCidrs);
    super(new PublicUrls(rules, (hostname) => rules.opens(hostname)));
  }
}
