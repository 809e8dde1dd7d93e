import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import { AddressRules } from '../../platform/http-client/public-address.js';
import { PublicUrls } from '../../platform/http-client/public-urls.js';

/** What may be a receiver's address. */
@Injectable()
export class WebhookUrls {
  readonly addresses: AddressRules;
  private readonly urls: PublicUrls;

  constructor(config: Config) {
    const { allowHttp, allowedCidrs } = config.webhooks;
    this.addresses = new AddressRules(allowedCidrs);
    this.urls = new PublicUrls(this.addresses, () => allowHttp);
  }

  /** @throws ApiError invalid_value on `url` */
  check(text: string): string {
    const fault = this.urls.faultOf(text);
    if (fault) throw invalidParam('url', `url ${fault}.`);
    return text;
  }
}
