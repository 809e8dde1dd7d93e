import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { parseStartMs } from '../../platform/tenancy/list-filters.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import type { DeliveryStatus } from './delivery-states.js';
import type { RecoverWebhookDto, WebhookRecoveryDto } from './recovery.dto.js';
import { WebhookDeliveriesRepository, type RedeliveryFilter } from './webhook-deliveries.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** The number of deliveries that one transaction scans. */
const BATCH_SIZE = 1_000;
/** The limits of one request: new deliveries and scanned deliveries. */
const MAX_SENT = 10_000;
const MAX_SEEN = 100_000;

/** Resends what an endpoint missed, in one transaction per batch. After an interruption the client repeats the request. */
@Injectable()
export class WebhookRecoveryService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly outbox: DeliveryOutbox,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError resource_missing, insufficient_scope, webhook_inactive */
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
    const recoverBatch = async (): Promise<WebhookRecoveryDto> => {
      const batch = await this.outbox.redeliver(caller, endpointId, filter, { after, limit: BATCH_SIZE });
      if (!batch.active) throw new ApiError('webhook_inactive');
      hasMore = batch.seen === BATCH_SIZE;
      after = batch.last ?? after;
      count += batch.sent;
      seen += batch.seen;
      return {
        object: 'webhook_recovery',
        endpoint_id: endpointId,
        since,
        include,
        count,
        last_delivery_id: after === 0 ? null : after,
        has_more: hasMore,
      };
    };
    for (;;) {
      const recovery = await this.transactions.finish(recoverBatch);
      if (!hasMore || count > MAX_SENT - BATCH_SIZE || seen >= MAX_SEEN) return recovery;
    }
  }
}
