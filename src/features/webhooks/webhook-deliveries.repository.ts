import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { deleteOldRows } from '../../platform/database/delete-old-rows.js';
import {
  dropOldPartitions,
  findRetainedBelowId,
  buildAgeCutoff,
  buildNotExpiredCondition,
  type PartitionRetention,
} from '../../platform/database/partition-retention.js';
import { Transactions } from '../../platform/database/transactions.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { getTraceparent } from '../../platform/tracing/spans.js';
import type { Event } from '../events/event.entity.js';
import { listMatchingPatterns } from '../events/event-patterns.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { ENDED_DELIVERY_SQL, OPEN_DELIVERY_SQL, type DeliveryStatus } from './delivery-states.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const DELETE_BATCH = 1_000;

/** Selects deliveries created since `from`, with an id up to `upTo` and one of `statuses`. */
export interface RedeliveryFilter {
  from: Date;
  upTo: number;
  statuses: DeliveryStatus[];
}

export interface RedeliveryBatch {
  /** The id of the last delivery of the previous batch. */
  after: number;
  limit: number;
}

export interface RedeliveryResult {
  /** False if the endpoint is inactive. Nothing is sent then. */
  active: boolean;
  /** The number of deliveries scanned, and the id of the last one. */
  seen: number;
  last: number | null;
  /** The number of new deliveries. */
  sent: number;
}

/** The position of an event in the order of publication. The text keeps the microseconds of the timestamp. */
export interface EventCursor {
  createdAt: string;
  id: number;
}

/** Selects events of these types published since `from` that have no delivery to the endpoint. */
export interface MissedFilter {
  from: Date;
  types: string[];
  /** Null for the first batch. */
  after: EventCursor | null;
  limit: number;
}

export type PublishedEvent = Pick<Event, 'publicId' | 'type' | 'createdAt' | 'mode' | 'data'>;

/**
 * Inserts a new delivery for each row of `chosen`. Locks the shared bodies first: `deleteUnsharedBodies` checks for
 * deliveries again after it has locked a body, and deliveries whose body is gone are not inserted.
 */
const buildRedeliverySql = (delayMs: string, parent: string): string => `
             shared AS MATERIALIZED (
               SELECT b.event_id FROM chosen JOIN webhook_bodies b
                 ON b.organization_id = $1 AND b.mode = $2 AND b.event_id = chosen.event_id
               WHERE chosen.body IS NULL FOR KEY SHARE OF b
             ), sent AS (
               INSERT INTO webhook_deliveries
                 (organization_id, mode, endpoint_id, event_id, event_type, body, ending, next_attempt_at, traceparent)
               SELECT $1, $2, endpoint_id, event_id, event_type, body, ending,
                 now() + ${delayMs} * interval '1 millisecond', ${parent}
               FROM chosen WHERE body IS NOT NULL OR event_id IN (SELECT event_id FROM shared)
               ORDER BY id
               RETURNING id
             )`;

/** The end of the request body, from the columns of the endpoint. */
const ENDING_SQL = `',"webhook":{"id":"whk_' || id || '","url":' || to_json(url)::text || '}}'`;

/** The size of a delivery and its index entries, without the shared body. */
const DELIVERY_BYTES = 400;

@Injectable()
export class WebhookDeliveriesRepository extends OwnedRepository<WebhookDelivery, 'status'> {
  private readonly retention: PartitionRetention;
  protected override readonly shown: string;
  /** SQL condition: no visible delivery needs the body. */
  private readonly unsharedCondition: string;
  readonly maxAttempts: number;
  private readonly firstDelayMs: number;

  constructor(transactions: Transactions, { retention, webhooks }: Config) {
    super(transactions, WebhookDelivery);
    this.firstDelayMs = webhooks.retryDelaysMs[0]!;
    this.maxAttempts = webhooks.retryDelaysMs.length;
    const ageMs = retention.eventsMs;
    this.retention = {
      table: 'webhook_deliveries',
      ageMs,
      conditions: { done: ENDED_DELIVERY_SQL, needed: OPEN_DELIVERY_SQL },
    };
    this.shown = ` AND (${buildNotExpiredCondition(ageMs)} OR ${OPEN_DELIVERY_SQL})`;
    this.unsharedCondition = `NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = webhook_bodies.event_id${this.shown})`;
  }

  /**
   * Inserts one delivery of the event for each active endpoint that subscribes to its type, or only for the endpoint `only`.
   * Stores `bodyBeginning` once; each delivery stores its own ending. Locks the endpoints against deletion until the
   * transaction ends. Returns the number of deliveries.
   */
  async add(
    tenant: Tenant,
    { publicId, type }: Pick<Event, 'publicId' | 'type'>,
    bodyBeginning: string,
    only: number | null,
  ): Promise<number> {
    const [added] = await this.transactions.prepared<{ count: number }>({
      name: 'webhook_deliveries_add',
      text: `WITH endpoints AS MATERIALIZED (
               SELECT id, url FROM webhook_endpoints
               WHERE organization_id = $1 AND mode = $2 AND active
                 AND CASE WHEN $7::bigint IS NULL THEN events && $9::text[] ELSE id = $7 END
               FOR KEY SHARE
             ), shared AS (
               INSERT INTO webhook_bodies (organization_id, mode, event_id, beginning)
               SELECT $1, $2, $3, $6 WHERE EXISTS (SELECT FROM endpoints)
             ), added AS (
               INSERT INTO webhook_deliveries
                 (organization_id, mode, endpoint_id, event_id, event_type, ending, next_attempt_at, traceparent)
               SELECT $1, $2, id, $3, $4,
                 ${ENDING_SQL},
                 now() + $5 * interval '1 millisecond', $8
               FROM endpoints
               RETURNING 1
             )
             SELECT count(*)::int AS count FROM added`,
      values: [
        tenant.organizationId,
        tenant.mode,
        publicId,
        type,
        this.firstDelayMs,
        bodyBeginning,
        only,
        getTraceparent(),
        listMatchingPatterns(type),
      ],
    });
    const { count } = added!;
    if (count > 0)
      this.transactions.stored(tenant, Buffer.byteLength(bodyBeginning) + count * DELIVERY_BYTES);
    return count;
  }

  /** Returns missed events in the order of publication, but none from before the endpoint's creation. */
  async listMissed(
    { organizationId, mode }: Tenant,
    endpointId: number,
    { from, types, after, limit }: MissedFilter,
  ): Promise<{ event: PublishedEvent; cursor: EventCursor }[]> {
    const rows = await this.transactions.prepared<PublishedEvent & { id: number; at: string }>({
      // Has no name: PostgreSQL would keep a plan made for a short history.
      text: `SELECT e.id, e.public_id AS "publicId", e.type, e.created_at AS "createdAt", e.created_at::text AS at, e.mode, e.data
             FROM webhook_endpoints w JOIN events e ON e.organization_id = w.organization_id AND e.mode = w.mode
             WHERE w.organization_id = $1 AND w.mode = $2 AND w.id = $3
               AND e.created_at >= greatest($4::timestamptz, w.created_at) AND e.type = ANY ($5::varchar[])
               AND (e.created_at, e.id) > ($6::timestamptz, $7::bigint)
               AND e.${buildNotExpiredCondition(this.retention.ageMs)}
               AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = w.id AND d.event_id = e.public_id)
             ORDER BY e.created_at, e.id LIMIT $8`,
      values: [
        organizationId,
        mode,
        endpointId,
        from,
        types,
        after?.createdAt ?? '-infinity',
        after?.id ?? 0,
        limit,
      ],
    });
    return rows.map(({ id, at, ...event }) => ({ event, cursor: { createdAt: at, id } }));
  }

  /** Inserts a delivery for each event. Returns their number; 0 if the endpoint is not active. */
  async addMissed(
    tenant: Tenant,
    endpointId: number,
    events: (Pick<Event, 'publicId' | 'type'> & { beginning: string })[],
  ): Promise<number> {
    const [added] = await this.transactions.prepared<{ count: number }>({
      name: 'webhook_deliveries_missed',
      text: `WITH endpoint AS MATERIALIZED (
               SELECT id, url FROM webhook_endpoints
               WHERE organization_id = $1 AND mode = $2 AND id = $3 AND active FOR KEY SHARE
             ), missed AS MATERIALIZED (
               SELECT * FROM unnest($4::varchar[], $5::varchar[], $6::text[]) AS m (event_id, type, beginning)
             ), shared AS (
               INSERT INTO webhook_bodies (organization_id, mode, event_id, beginning)
               SELECT $1, $2, event_id, beginning FROM missed, endpoint
               -- Locks a body that other endpoints share.
               ON CONFLICT (organization_id, mode, event_id) DO UPDATE SET event_id = excluded.event_id
             ), added AS (
               INSERT INTO webhook_deliveries
                 (organization_id, mode, endpoint_id, event_id, event_type, ending, next_attempt_at, traceparent)
               SELECT $1, $2, id, event_id, type,
                 ${ENDING_SQL},
                 now() + $7 * interval '1 millisecond', $8
               FROM missed, endpoint
               RETURNING 1
             )
             SELECT count(*)::int AS count FROM added`,
      values: [
        tenant.organizationId,
        tenant.mode,
        endpointId,
        events.map(({ publicId }) => publicId),
        events.map(({ type }) => type),
        events.map(({ beginning }) => beginning),
        this.firstDelayMs,
        getTraceparent(),
      ],
    });
    const { count } = added!;
    const bytes = events.reduce((sum, { beginning }) => sum + Buffer.byteLength(beginning), 0);
    if (count > 0) this.transactions.stored(tenant, bytes + count * DELIVERY_BYTES);
    return count;
  }

  /** Inserts a new delivery with the body of an earlier one. Returns its id, or null if the endpoint is not active. */
  async resend(
    tenant: Tenant,
    { id, endpointId }: Pick<WebhookDelivery, 'id' | 'endpointId'>,
  ): Promise<number | null> {
    const [added] = await this.transactions.prepared<{ id: number }>({
      name: 'webhook_deliveries_resend',
      text: `WITH endpoint AS MATERIALIZED (
               SELECT id FROM webhook_endpoints
               WHERE organization_id = $1 AND mode = $2 AND id = $3 AND active FOR KEY SHARE
             ), chosen AS MATERIALIZED (
               SELECT d.id, d.endpoint_id, d.event_id, d.event_type, d.body, d.ending FROM endpoint, webhook_deliveries d
               WHERE d.organization_id = $1 AND d.mode = $2 AND d.endpoint_id = endpoint.id AND d.id = $4
             ), ${buildRedeliverySql('$5', '$6')}
             SELECT id FROM sent`,
      values: [tenant.organizationId, tenant.mode, endpointId, id, this.firstDelayMs, getTraceparent()],
    });
    if (added) this.transactions.stored(tenant, DELIVERY_BYTES);
    return added?.id ?? null;
  }

  /**
   * Returns the id range of an endpoint's deliveries created since `from`: greater than `above`, at most `upTo`. Ids and
   * creation times may be out of order by minutes, so the range starts ten minutes earlier.
   */
  async findIdRange(
    { organizationId, mode }: Tenant,
    endpointId: number,
    from: Date,
  ): Promise<{ above: number; upTo: number }> {
    const [span] = await this.transactions.prepared<{ above: number; upTo: number }>({
      text: `SELECT
               COALESCE((SELECT id FROM webhook_deliveries
                         WHERE organization_id = $1 AND mode = $2 AND created_at < greatest($4::timestamptz, ${buildAgeCutoff(this.retention.ageMs)}) - interval '10 minutes'
                         ORDER BY created_at DESC, id DESC LIMIT 1), 0) AS above,
               COALESCE((SELECT id FROM webhook_deliveries
                         WHERE organization_id = $1 AND mode = $2 AND endpoint_id = $3
                         ORDER BY id DESC LIMIT 1), 0) AS "upTo"`,
      values: [organizationId, mode, endpointId, from],
    });
    return span!;
  }

  /**
   * Scans a batch of an endpoint's deliveries and inserts new ones for those that match the filter. Only the newest delivery
   * of an event counts, so an event that is in progress or was delivered meanwhile is not sent again.
   */
  async redeliver(
    tenant: Tenant,
    endpointId: number,
    { from, upTo, statuses }: RedeliveryFilter,
    { after, limit }: RedeliveryBatch,
  ): Promise<RedeliveryResult> {
    const { organizationId, mode } = tenant;
    const [sent] = await this.transactions.prepared<RedeliveryResult>({
      // Has no name: PostgreSQL would keep a plan made for a short history.
      text: `WITH endpoint AS MATERIALIZED (
               SELECT id FROM webhook_endpoints
               WHERE organization_id = $1 AND mode = $2 AND id = $3 AND active FOR KEY SHARE
             ), seen AS MATERIALIZED (
               SELECT id, event_id, status, created_at FROM webhook_deliveries
               WHERE organization_id = $1 AND mode = $2 AND endpoint_id = $3 AND id > $4 AND id <= $5
               ORDER BY id LIMIT $6
             ), chosen AS MATERIALIZED (
               SELECT d.id, d.endpoint_id, d.event_id, d.event_type, d.body, d.ending FROM endpoint, seen JOIN webhook_deliveries d ON d.id = seen.id
               WHERE seen.created_at >= $8 AND seen.${buildNotExpiredCondition(this.retention.ageMs)} AND seen.status = ANY ($9)
                 AND NOT EXISTS (SELECT FROM webhook_deliveries newer
                                 WHERE newer.endpoint_id = $3 AND newer.event_id = seen.event_id AND newer.id > seen.id)
             ), ${buildRedeliverySql('$7', '$10')}
             SELECT EXISTS (SELECT FROM endpoint) AS active,
               (SELECT count(*) FROM seen) AS seen, (SELECT max(id) FROM seen) AS last,
               (SELECT count(*) FROM sent) AS sent`,
      values: [
        organizationId,
        mode,
        endpointId,
        after,
        upTo,
        limit,
        this.firstDelayMs,
        from,
        statuses,
        getTraceparent(),
      ],
    });
    if (sent!.sent > 0) this.transactions.stored(tenant, sent!.sent * DELIVERY_BYTES);
    return sent!;
  }

  async findNewest(tenant: Tenant, endpointId: number, eventId: string): Promise<WebhookDelivery | null> {
    return this.transactions.manager.findOne(WebhookDelivery, {
      where: { organizationId: tenant.organizationId, mode: tenant.mode, endpointId, eventId },
      order: { id: 'DESC' },
    });
  }

  /** Drops partitions in which all deliveries have ended and are old. Returns their number. */
  dropOldPartitions(): Promise<number> {
    return dropOldPartitions(this.transactions, this.retention);
  }

  /**
   * Deletes old bodies that no delivery needs, then old ended deliveries of partitions that an open delivery retains.
   * Returns the number of deleted deliveries of all tenants.
   */
  async deleteOld(): Promise<number> {
    await runInBatches(DELETE_BATCH, (limit) => this.deleteUnsharedBodies(limit));
    const below = await findRetainedBelowId(this.transactions, this.retention);
    if (below === 0) return 0;
    const where = `${ENDED_DELIVERY_SQL} AND id < ${below}`;
    return runInBatches(DELETE_BATCH, (limit) =>
      deleteOldRows(this.transactions, { ...this.retention, limit, where }),
    );
  }

  /**
   * Deletes up to `limit` old bodies that no visible delivery needs. A resend may have committed between the first check and
   * the lock, so the DELETE checks again while it holds the locks.
   */
  private deleteUnsharedBodies(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const { manager } = this.transactions;
      const locked = await manager.query<{ organization: number; mode: string; event: string }[]>(
        `SELECT organization_id AS organization, mode, event_id AS event FROM webhook_bodies
         WHERE created_at <= now() - $1 * interval '1 millisecond' AND ${this.unsharedCondition}
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [this.retention.ageMs, limit],
      );
      const [, count] = await manager.query<[unknown, number]>(
        `DELETE FROM webhook_bodies USING unnest($1::bigint[], $2::text[], $3::text[]) AS locked (organization, mode, event)
         WHERE organization_id = locked.organization AND webhook_bodies.mode = locked.mode AND event_id = locked.event
           AND ${this.unsharedCondition}`,
        [
          locked.map(({ organization }) => organization),
          locked.map(({ mode }) => mode),
          locked.map(({ event }) => event),
        ],
      );
      return count;
    });
  }
}
