import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { listMatchedTypes } from '../events/event-patterns.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { parseStartMs } from '../../platform/tenancy/list-filters.js';
import type { Page } from '../../platform/tenancy/page.js';
import type {
  DeliveryListQuery,
  RecoverWebhookDto,
  WebhookDeliveryDto,
  WebhookRecoveryDto,
} from './deliveries.dto.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import type { DeliveryStatus } from './delivery-states.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import {
  WebhookDeliveriesRepository,
  type MissedFilter,
  type RedeliveryFilter,
} from './webhook-deliveries.repository.js';
import { toDeliveryDto } from './webhook.mapper.js';
import { buildTestData, webhookTest } from './webhooks.events.js';
import { WebhooksService } from './webhooks.service.js';

/** The number of deliveries that one transaction scans. */
const BATCH_SIZE = 1_000;
/** The number of events that one transaction reads, each with a body of up to a megabyte. */
const MISSED_BATCH_SIZE = 20;
/** The limits of one request: new deliveries and scanned deliveries. */
const MAX_SENT = 10_000;
const MAX_SEEN = 100_000;

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
  async test(caller: Caller, endpointId: number): Promise<WebhookDeliveryDto> {
    const endpoint = await this.webhooks.get(caller, endpointId);
    if (!endpoint.active) throw new ApiError('webhook_inactive');
    if (endpoint.disabled_reason) throw new ApiError('webhook_secret_unreadable');
    return this.transactions.run(async () => {
      const { publicId } = await this.events.publish(caller, webhookTest, buildTestData(endpointId));
      const delivery = await this.deliveries.findNewest(caller, endpointId, publicId);
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

  /**
   * Resends what an endpoint missed, in one transaction per batch. After an interruption the client repeats the request.
   * @throws ApiError resource_missing, insufficient_scope, webhook_inactive
   */
  async recover(
    caller: Caller,
    endpointId: number,
    { since, include = 'failed', starting_after: startingAfter = 0 }: RecoverWebhookDto,
  ): Promise<WebhookRecoveryDto> {
    await this.webhooks.assertCanAccess(caller, endpointId);
    const from = new Date(parseStartMs(since));
    const { above, upTo } = await this.deliveries.findIdRange(caller, endpointId, from);
    const statuses: DeliveryStatus[] = include === 'all' ? ['failed', 'delivered'] : ['failed'];
    const filter: RedeliveryFilter = { from, upTo, statuses };
    let after = Math.max(above, startingAfter);
    let [count, seen, hasMore] = [0, 0, true];
    if (include === 'missed') count = await this.deliverMissed(caller, endpointId, from);
    const toRecovery = (): WebhookRecoveryDto => ({
      object: 'webhook_recovery',
      endpoint_id: endpointId,
      since,
      include,
      count,
      last_delivery_id: after === 0 ? null : after,
      has_more: hasMore,
    });
    const recoverBatch = async (): Promise<WebhookRecoveryDto> => {
      const batch = await this.outbox.redeliver(caller, endpointId, filter, { after, limit: BATCH_SIZE });
      if (!batch.active) throw new ApiError('webhook_inactive');
      hasMore = batch.seen === BATCH_SIZE;
      after = batch.last ?? after;
      count += batch.sent;
      seen += batch.seen;
      return toRecovery();
    };
    if (count > MAX_SENT - BATCH_SIZE) return this.transactions.finish(async () => toRecovery());
    for (;;) {
      const recovery = await this.transactions.finish(recoverBatch);
      if (!hasMore || count > MAX_SENT - BATCH_SIZE || seen >= MAX_SEEN) return recovery;
    }
  }

  /**
   * Delivers the events that were published since `from` while the endpoint was inactive, up to the limit of a request.
   * Returns their number. A repeated request skips them, because they have deliveries.
   */
  private async deliverMissed(caller: Caller, endpointId: number, from: Date): Promise<number> {
    const { active, events } = await this.webhooks.get(caller, endpointId);
    if (!active) throw new ApiError('webhook_inactive');
    const types = events.flatMap(listMatchedTypes).filter((type) => type !== webhookTest.name);
    const filter: MissedFilter = { from, types, after: null, limit: MISSED_BATCH_SIZE };
    let count = 0;
    do {
      const batch = await this.transactions.run(() => this.outbox.addMissed(caller, endpointId, filter));
      count += batch.sent;
      filter.after = batch.last;
    } while (filter.after !== null && count <= MAX_SENT - BATCH_SIZE);
    return count;
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
    return toDeliveryDto(delivery, this.deliveries.maxAttempts);
  }
}
