import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { UrlPolicy } from '../../platform/http-client/url-policy.js';

@Injectable()
export class WebhookUrlValidator {
  readonly addresses: AddressPolicy;
  private readonly urls: UrlPolicy;

  constructor(config: Config) {
    const { allowHttp, allowedCidrs } = config.webhooks;
    this.addresses = new AddressPolicy(allowedCidrs);
    this.urls = new UrlPolicy(this.addresses, () => allowHttp);
  }

  /** Returns the URL if it may be a receiver. @throws ApiError invalid_value on `url` */
  validate(text: string): string {
    const fault = this.urls.findUrlProblem(text);
    if (fault) throw invalidParam('url', `url ${fault}.`);
    return text;
  }
}
