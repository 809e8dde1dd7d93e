import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { startOf } from '../../platform/tenancy/list-filters.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import type { RecoverWebhookDto, WebhookRecoveryDto } from './recovery.dto.js';
import { WebhookDeliveriesRepository, type Again } from './webhook-deliveries.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Deliveries that one transaction looks at, and the most that a request sends again and looks at. */
const STEP = 1_000;
const MOST_SENT = 10_000;
const MOST_SEEN = 100_000;

/** Sends again what an endpoint didn't get, in steps that are each a transaction: one that is cut off is simply asked for again. */
@Injectable()
export class WebhookRecovery {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly outbox: DeliveryOutbox,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError resource_missing, insufficient_scope, webhook_inactive */
  async run(
    tenant: Caller,
    endpointId: number,
    { since, include = 'failed', starting_after: after = 0 }: RecoverWebhookDto,
  ): Promise<WebhookRecoveryDto> {
    await this.webhooks.openTo(tenant, endpointId);
    const from = new Date(startOf(since));
    const { above, upTo } = await this.deliveries.span(tenant, endpointId, from);
    const again: Again = { from, upTo, statuses: include === 'all' ? ['failed', 'delivered'] : ['failed'] };
    let [last, count, seen, more] = [Math.max(above, after), 0, 0, true];
    const step = async (): Promise<WebhookRecoveryDto> => {
      const done = await this.outbox.again(tenant, endpointId, again, { after: last, limit: STEP });
      if (!done.active) throw new ApiError('webhook_inactive');
      more = done.seen === STEP;
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
      if (!more || count > MOST_SENT - STEP || seen >= MOST_SEEN) return answer;
    }
  }
}
