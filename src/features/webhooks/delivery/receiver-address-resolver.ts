import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HostResolver, type AddressFault } from '../../../platform/http-client/host-resolver.js';
import { WebhookUrlValidator } from '../webhook-url-validator.js';
import { AttemptFailure } from './attempt-outcome.js';

@Injectable()
export class ReceiverAddressResolver extends HostResolver implements OnApplicationShutdown {
  constructor(urls: WebhookUrlValidator) {
    super(urls.addresses);
  }

  protected override createError(fault: AddressFault, message: string): AttemptFailure {
    return new AttemptFailure(fault, message);
  }
}
