import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import { AttemptResultWriter } from './delivery/attempt-result-writer.js';
import { AttemptRunner } from './delivery/attempt-runner.js';
import { DeliveryLeasesRepository } from './delivery/delivery-leases.repository.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { ReceiverAddressResolver, WebhookClient } from './delivery/webhook-client.js';
import { AttemptResultsRepository } from './delivery/attempt-results.repository.js';
import { SigningSecretsService } from './signing-secrets.service.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookUrlValidator } from './webhook-url-validator.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

const DELIVERY_PROVIDERS = [
  AttemptResultWriter,
  AttemptRunner,
  DeliveryLeasesRepository,
  DeliveryWorker,
  ReceiverAddressResolver,
  AttemptResultsRepository,
  WebhookClient,
];

@Module({
  imports: [MailModule],
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    DeliveriesService,
    DeliveryOutbox,
    SigningSecretsService,
    WebhookDeliveriesRepository,
    WebhookEndpointsRepository,
    WebhookUrlValidator,
    WebhooksService,
    ...DELIVERY_PROVIDERS,
  ],
  exports: [WebhooksService],
})
export class WebhooksModule {}
