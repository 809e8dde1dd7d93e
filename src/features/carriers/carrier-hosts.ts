import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { GuardedHosts } from '../../platform/http-client/guarded-hosts.js';
import { AddressRules } from '../../platform/http-client/public-address.js';
import { PublicUrls } from '../../platform/http-client/public-urls.js';

/** Where carriers' APIs may be that a key names: public, by HTTPS; a fake on a network that the operator allows. */
@Injectable()
export class CarrierHosts extends GuardedHosts implements OnApplicationShutdown {
  constructor(config: Config) {
    const rules = new AddressRules(config.outbound.allowedCidrs);
    super(new PublicUrls(rules, (hostname) => rules.opens(hostname)));
  }
}
