import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { parseStartMs } from '../../platform/tenancy/list-filters.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import type { RecoverWebhookDto, WebhookRecoveryDto } from './recovery.dto.js';
import { WebhookDeliveriesRepository, type RedeliveryFilter } from './webhook-deliveries.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Deliveries that one transaction looks at, and the most that a request sends again and looks at. */
const BATCH_SIZE = 1_000;
const MAX_SENT = 10_000;
const MAX_SEEN = 100_000;

/** Sends again what an endpoint didn't get, in steps that are each a transaction: one that is cut off is simply asked for again. */
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
    tenant: Caller,
    endpointId: number,
    { since, include = 'failed', starting_after: after = 0 }: RecoverWebhookDto,
  ): Promise<WebhookRecoveryDto> {
    await this.webhooks.assertCanAccess(tenant, endpointId);
    const from = new Date(parseStartMs(since));
    const { above, upTo } = await this.deliveries.findIdRange(tenant, endpointId, from);
    const again: RedeliveryFilter = {
      from,
      upTo,
      statuses: include === 'all' ? ['failed', 'delivered'] : ['failed'],
    };
    let [last, count, seen, more] = [Math.max(above, after), 0, 0, true];
    const step = async (): Promise<WebhookRecoveryDto> => {
      const done = await this.outbox.redeliver(tenant, endpointId, again, { after: last, limit: BATCH_SIZE });
      if (!done.active) throw new ApiError('webhook_inactive');
      more = done.seen === BATCH_SIZE;
      [last, count, seen] = [done.last ?? last, count + done.sent, seen + done.seen];
      return {
        object: 'webhook_recovery',
        endpoint_id: endpointId,
        since,
        include,
        count,
        last_delivery_id: last === 0 ? null : last,
        has_more: more,
      };
    };
    for (;;) {
      const answer = await this.transactions.finish(step);
      if (!more || count > MAX_SENT - BATCH_SIZE || seen >= MAX_SEEN) return answer;
    }
  }
}
