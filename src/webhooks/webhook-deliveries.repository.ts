import { Injectable } from '@nestjs/common';
import { deleteOld } from '../database/delete-old.js';
import { Transactions } from '../database/transactions.js';
import { traceparent } from '../traces/traces.js';
import type { Event } from '../events/event.entity.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { ENDED, type DeliveryStatus } from './delivery-states.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** Which deliveries are to be repeated: made since then, no later than that one, and with one of these statuses. */
export interface Again {
  from: Date;
  upTo: number;
  statuses: DeliveryStatus[];
}

/** So many deliveries after one. */
export interface Stretch {
  after: number;
  limit: number;
}

export interface SentAgain {
  /** Whether the endpoint is active: else nothing is sent. */
  active: boolean;
  seen: number;
  /** The last one seen. */
  last: number | null;
  sent: number;
  /** The first new one. */
  first: number | null;
}

@Injectable()
export class WebhookDeliveriesRepository extends OwnedRepository<WebhookDelivery, 'status'> {
  constructor(transactions: Transactions) {
    super(transactions, WebhookDelivery);
  }

  /**
   * Stores one delivery of the event for each active endpoint that subscribes to its type, or only for `only` whatever that
   * subscribes to, the first attempt due in `delayMs`; returns the first one's id. `begin` is how all bodies begin: the event
   * comes to the database once, and what each says of its endpoint is put to it here, however many there are.
   * Holds the endpoints against deletion until the transaction ends, so that the deliveries can refer to them.
   */
  async add(
    tenant: Tenant,
    { publicId, type }: Pick<Event, 'publicId' | 'type'>,
    begin: string,
    only: number | null,
    delayMs: number,
  ): Promise<number | null> {
    const [added] = await this.transactions.prepared<{ first: number | null }>({
      name: 'webhook_deliveries_add',
      text: `WITH added AS (
               INSERT INTO webhook_deliveries
                 (organization_id, mode, endpoint_id, event_id, event_type, body, next_attempt_at, traceparent)
               SELECT e.organization_id, e.mode, e.id, $3, $4::varchar,
                 $6::text || ',"webhook":{"id":"whk_' || e.id || '","url":' || to_json(e.url)::text || '}}',
                 now() + $5 * interval '1 millisecond', $8
               FROM webhook_endpoints e
               WHERE e.organization_id = $1 AND e.mode = $2 AND e.active
                 AND CASE WHEN $7::bigint IS NULL THEN $4::varchar = ANY (e.events) ELSE e.id = $7 END
               FOR KEY SHARE OF e
               RETURNING id
             )
             SELECT min(id) AS first FROM added`,
      values: [tenant.organizationId, tenant.mode, publicId, type, delayMs, begin, only, traceparent()],
    });
    return added!.first;
  }

  /** Stores one delivery of a body that was sent before, as long as the endpoint is active; returns its id. */
  async resend(
    tenant: Tenant,
    {
      endpointId,
      eventId,
      eventType,
      body,
    }: Pick<WebhookDelivery, 'endpointId' | 'eventId' | 'eventType' | 'body'>,
    delayMs: number,
  ): Promise<number | null> {
    const [added] = await this.transactions.prepared<{ id: number }>({
      name: 'webhook_deliveries_resend',
      text: `INSERT INTO webhook_deliveries
               (organization_id, mode, endpoint_id, event_id, event_type, body, next_attempt_at, traceparent)
             SELECT e.organization_id, e.mode, e.id, $4, $5, $6, now() + $7 * interval '1 millisecond', $8
             FROM webhook_endpoints e
             WHERE e.organization_id = $1 AND e.mode = $2 AND e.id = $3 AND e.active FOR KEY SHARE OF e
             RETURNING id`,
      values: [
        tenant.organizationId,
        tenant.mode,
        endpointId,
        eventId,
        eventType,
        body,
        delayMs,
        traceparent(),
      ],
    });
    return added?.id ?? null;
  }

  /** The ids between which all deliveries since then stand: more than `above`, at most `upTo`. Ids follow times but for a few minutes. */
  async span(
    { organizationId, mode }: Tenant,
    endpointId: number,
    from: Date,
  ): Promise<{ above: number; upTo: number }> {
    const [span] = await this.transactions.prepared<{ above: number; upTo: number }>({
      text: `SELECT
               COALESCE((SELECT id FROM webhook_deliveries
                         WHERE organization_id = $1 AND mode = $2 AND created_at < $4::timestamptz - interval '10 minutes'
                         ORDER BY created_at DESC, id DESC LIMIT 1), 0) AS above,
               COALESCE((SELECT id FROM webhook_deliveries
                         WHERE organization_id = $1 AND mode = $2 AND endpoint_id = $3
                         ORDER BY id DESC LIMIT 1), 0) AS "upTo"`,
      values: [organizationId, mode, endpointId, from],
    });
    return span!;
  }

  /**
   * Looks at a stretch of an endpoint's deliveries and repeats those that are asked for, each event once: by the newest of
   * its deliveries, so that nothing is repeated that is on its way or arrived in the meantime.
   */
  async again(
    { organizationId, mode }: Tenant,
    endpointId: number,
    { from, upTo, statuses }: Again,
    { after, limit }: Stretch,
    delayMs: number,
  ): Promise<SentAgain> {
    const [sent] = await this.transactions.prepared<SentAgain>({
      // Not prepared: a plan made for a short history would be kept for a long one.
      text: `WITH endpoint AS MATERIALIZED (
               SELECT id FROM webhook_endpoints
               WHERE organization_id = $1 AND mode = $2 AND id = $3 AND active FOR KEY SHARE
             ), seen AS MATERIALIZED (
               SELECT id, event_id, status, created_at FROM webhook_deliveries
               WHERE organization_id = $1 AND mode = $2 AND endpoint_id = $3 AND id > $4 AND id <= $5
               ORDER BY id LIMIT $6
             ), sent AS (
               INSERT INTO webhook_deliveries
                 (organization_id, mode, endpoint_id, event_id, event_type, body, next_attempt_at, traceparent)
               SELECT $1, $2, endpoint.id, d.event_id, d.event_type, d.body, now() + $7 * interval '1 millisecond', $10
               FROM endpoint, seen JOIN webhook_deliveries d ON d.id = seen.id
               WHERE seen.created_at >= $8 AND seen.status = ANY ($9)
                 AND NOT EXISTS (SELECT FROM webhook_deliveries newer
                                 WHERE newer.endpoint_id = $3 AND newer.event_id = seen.event_id AND newer.id > seen.id)
               ORDER BY seen.id
               RETURNING id
             )
             SELECT EXISTS (SELECT FROM endpoint) AS active,
               (SELECT count(*) FROM seen) AS seen, (SELECT max(id) FROM seen) AS last,
               (SELECT count(*) FROM sent) AS sent, (SELECT min(id) FROM sent) AS first`,
      values: [organizationId, mode, endpointId, after, upTo, limit, delayMs, from, statuses, traceparent()],
    });
    return sent!;
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
  deleteOld(ageMs: number, limit: number): Promise<number> {
    return deleteOld(this.transactions, { table: 'webhook_deliveries', ageMs, limit, where: ENDED });
  }
}
