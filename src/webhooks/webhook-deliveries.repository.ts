import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { Event } from '../events/event.entity.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { ENDED } from './delivery-states.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** A body for an endpoint. */
export interface NewDelivery {
  endpointId: number;
  body: string;
}

@Injectable()
export class WebhookDeliveriesRepository extends OwnedRepository<WebhookDelivery, 'status'> {
  constructor(transactions: Transactions) {
    super(transactions, WebhookDelivery);
  }

  /**
   * Stores one delivery of the event per active endpoint, the first attempt due in `delayMs`; returns their ids.
   * Holds the endpoints against deletion until the transaction ends, so that the deliveries can refer to them.
   */
  async add(
    tenant: Tenant,
    { publicId, type }: Pick<Event, 'publicId' | 'type'>,
    deliveries: NewDelivery[],
    delayMs: number,
  ): Promise<number[]> {
    const rows = await this.transactions.prepared<{ id: number }>({
      name: 'webhook_deliveries_add',
      text: `INSERT INTO webhook_deliveries
               (organization_id, mode, endpoint_id, event_id, event_type, body, next_attempt_at)
             SELECT $1, $2, e.id, $3, $4, new.body, now() + $5 * interval '1 millisecond'
             FROM unnest($6::bigint[], $7::text[]) AS new (endpoint_id, body)
             JOIN webhook_endpoints e ON e.id = new.endpoint_id AND e.organization_id = $1 AND e.mode = $2
             WHERE e.active FOR KEY SHARE OF e
             RETURNING id`,
      values: [
        tenant.organizationId,
        tenant.mode,
        publicId,
        type,
        delayMs,
        deliveries.map(({ endpointId }) => endpointId),
        deliveries.map(({ body }) => body),
      ],
    });
    return rows.map(({ id }) => id);
  }

  /** The newest delivery of an event to an endpoint. */
  async newest(tenant: Tenant, endpointId: number, eventId: string): Promise<WebhookDelivery | null> {
    return this.transactions.manager.findOne(WebhookDelivery, {
      where: { organizationId: tenant.organizationId, mode: tenant.mode, endpointId, eventId },
      order: { id: 'DESC' },
    });
  }

  /**
   * Of all tenants: deletes up to `limit` deliveries that have ended and are older than `ageMs` by the database's
   * clock. Others delete other ones. Returns how many went.
   */
  async deleteOld(ageMs: number, limit: number): Promise<number> {
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
         SELECT id FROM webhook_deliveries
         WHERE ${ENDED} AND created_at <= now() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [ageMs, limit],
    );
    return count;
  }
}
