import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HostAddresses, type AddressFault } from '../../../platform/http-client/host-addresses.js';
import { WebhookUrls } from '../webhook-url.js';
import { AttemptFailure } from './outcome.js';

/** Where receivers are. */
@Injectable()
export class ReceiverAddresses extends HostAddresses implements OnApplicationShutdown {
  constructor(urls: WebhookUrls) {
    super(urls.addresses);
  }

  protected override refusal(fault: AddressFault, message: string): AttemptFailure {
    return new AttemptFailure(fault, message);
  }
}
