import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import {
  ENDED_DELIVERY_SQL,
  OPEN_DELIVERY_SQL,
  type AttemptError,
  type DeliveryStatus,
} from './delivery-states.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** A finished attempt. An attempt that a crash interrupted is not recorded; the next one has the same number. */
export interface DeliveryAttempt {
  number: number;
  /** Start time, ISO 8601, by the database's clock. */
  at: string;
  duration_ms: number;
  response_status: number | null;
  /** The first 2 KiB. */
  response_body: string | null;
  error: AttemptError | null;
  error_message: string | null;
}

@Entity('webhook_deliveries')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'endpointId', 'id'])
@Index('IDX_webhook_deliveries_event', ['eventId', 'endpointId'])
@Index(['organizationId', 'endpointId', 'nextAttemptAt'], { where: OPEN_DELIVERY_SQL })
@Index(['nextAttemptAt'], { where: OPEN_DELIVERY_SQL })
@Index(['createdAt'], { where: ENDED_DELIVERY_SQL })
@Check('CHK_webhook_deliveries_body', 'num_nonnulls(body, ending) = 1')
@References(() => WebhookEndpoint, 'endpointId', { onDelete: 'CASCADE' })
export class WebhookDelivery extends OwnedEntity {
  @Column('bigint') endpointId: number;
  /** The event's public id. A resent delivery has the same one. */
  @Column('varchar', { length: 40 }) eventId: string;
  @Column('varchar', { length: 40 }) eventType: string;
  /** The end of the request body, after `WebhookBody.beginning`. Names the endpoint as it was at publication. */
  @Column('text', { nullable: true, select: false }) ending: string | null;
  /** The whole request body, in rows older than `WebhookBody`. */
  @Column('text', { nullable: true, select: false }) body: string | null;
  @Column('varchar', { length: 10, default: 'pending' }) status: DeliveryStatus;
  /** The number of finished attempts. */
  @Column('integer', { default: 0 }) attemptCount: number;
  /** The due time of the next attempt; null if there is none. Does not change during an attempt. */
  @Column('timestamptz', { nullable: true }) nextAttemptAt: Date | null;
  /** Identifies the claim whose attempt is in progress. Only that claim may write the result. */
  @Column('uuid', { nullable: true }) leaseOwner: string | null;
  @Column('timestamptz', { nullable: true }) leaseUntil: Date | null;
  @Column('jsonb', { default: [] }) attempts: DeliveryAttempt[];
  /** W3C trace context of the request or job that created the delivery. */
  @Column('varchar', { length: 55, nullable: true, select: false }) traceparent: string | null;
  @Column('timestamptz', { nullable: true }) deliveredAt: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
