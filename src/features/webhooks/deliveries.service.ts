import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { DeliveryListQuery, WebhookDeliveryDto } from './deliveries.dto.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { toDeliveryDto } from './webhook.mapper.js';
import { buildTestData, webhookTest } from './webhooks.events.js';
import { WebhooksService } from './webhooks.service.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly events: EventsService,
    private readonly outbox: DeliveryOutbox,
    private readonly transactions: Transactions,
  ) {}

  /** @throws RowMissing, ApiError insufficient_scope */
  async list(
    caller: Caller,
    endpointId: number,
    query: DeliveryListQuery,
  ): Promise<Page<WebhookDeliveryDto>> {
    await this.webhooks.assertCanAccess(caller, endpointId);
    const page = await this.deliveries.page(caller, query, { endpointId });
    return page.map((delivery) => this.toDto(delivery));
  }

  /** @throws RowMissing, ApiError insufficient_scope */
  async get(caller: Caller, endpointId: number, deliveryId: number): Promise<WebhookDeliveryDto> {
    return this.toDto(await this.find(caller, endpointId, deliveryId));
  }

  /** @throws ApiError webhook_inactive, webhook_secret_unreadable */
  async test(tenant: Tenant, endpointId: number): Promise<WebhookDeliveryDto> {
    const endpoint = await this.webhooks.get(tenant, endpointId);
    if (!endpoint.active) throw new ApiError('webhook_inactive');
    if (endpoint.disabled_reason) throw new ApiError('webhook_secret_unreadable');
    return this.transactions.run(async () => {
      const { publicId } = await this.events.publish(tenant, webhookTest, buildTestData(endpointId));
      const delivery = await this.deliveries.findNewest(tenant, endpointId, publicId);
      if (!delivery) throw new ApiError('webhook_inactive');
      return this.toDto(delivery);
    });
  }

  /** Creates a new delivery with the same event and body. @throws RowMissing, ApiError insufficient_scope, webhook_inactive */
  async resend(caller: Caller, endpointId: number, deliveryId: number): Promise<WebhookDeliveryDto> {
    const delivery = await this.find(caller, endpointId, deliveryId);
    return this.transactions.run(async () => {
      const id = await this.outbox.resend(caller, delivery);
      if (id === null) {
        await this.find(caller, endpointId, deliveryId);
        throw new ApiError('webhook_inactive');
      }
      return this.toDto(await this.deliveries.get(caller, id));
    });
  }

  /** Deletes old deliveries and unneeded bodies of all tenants. Several processes may delete at once. */
  @PeriodicJob('10m', 'old deliveries')
  async deleteOld(): Promise<void> {
    await this.deliveries.deleteOld();
    await this.deliveries.dropOldPartitions();
  }

  private async find(caller: Caller, endpointId: number, id: number): Promise<WebhookDelivery> {
    await this.webhooks.assertCanAccess(caller, endpointId);
    const delivery = await this.deliveries.findBy(caller, { id, endpointId });
    if (!delivery) throw new RowMissing();
    return delivery;
  }

  private toDto(delivery: WebhookDelivery): WebhookDeliveryDto {
    return toDeliveryDto(delivery, this.outbox.schedule.maxAttempts);
  }
}
