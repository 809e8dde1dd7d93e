import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesJobs } from './deliveries.jobs.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import { DeliveryRetention } from './delivery-retention.service.js';
import { AttemptResults } from './delivery/attempt-results.js';
import { AttemptRunner } from './delivery/attempt-runner.js';
import { DeliveryClaims } from './delivery/delivery-claims.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { ReceiverAddresses } from './delivery/receiver-addresses.js';
import { ResultsRepository } from './delivery/results.repository.js';
import { WebhookClient } from './delivery/webhook-client.js';
import { EventDeliveries } from './event-deliveries.js';
import { HeldEndpoints } from './held-endpoints.service.js';
import { HeldEndpointsJobs } from './held-endpoints.jobs.js';
import { WebhookRecovery } from './recovery.service.js';
import { SigningSecrets } from './signing-secrets.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookUrls } from './webhook-url.js';
import { WebhookWakeUps } from './webhook-wake-ups.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

const ENGINE = [
  AttemptResults,
  AttemptRunner,
  DeliveryClaims,
  DeliveryWorker,
  ReceiverAddresses,
  ResultsRepository,
  WebhookClient,
];

@Module({
  imports: [MailModule],
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    DeliveriesJobs,
    DeliveriesService,
    DeliveryOutbox,
    DeliveryRetention,
    EventDeliveries,
    HeldEndpoints,
    HeldEndpointsJobs,
    SigningSecrets,
    WebhookDeliveriesRepository,
    WebhookRecovery,
    WebhookEndpointsRepository,
    WebhookUrls,
    WebhookWakeUps,
    WebhooksService,
    ...ENGINE,
  ],
  exports: [WebhooksService],
})
export class WebhooksModule {}
