import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import {
  ENDED_DELIVERY_SQL,
  OPEN_DELIVERY_SQL,
  type AttemptError,
  type DeliveryStatus,
} from './delivery-states.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** One attempt as it ended. Attempts that a crash cut off leave no trace and repeat their number. */
export interface DeliveryAttempt {
  number: number;
  /** When it began, ISO 8601 by the database's clock. */
  at: string;
  /** Milliseconds until the outcome was known. */
  duration_ms: number;
  response_status: number | null;
  /** The first 2 KiB. */
  response_body: string | null;
  error: AttemptError | null;
  error_message: string | null;
}

/** One event on its way to one endpoint. */
@Entity('webhook_deliveries')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'endpointId', 'id'])
@Index('IDX_webhook_deliveries_event', ['eventId', 'endpointId'])
@Index(['organizationId', 'endpointId', 'nextAttemptAt'], { where: OPEN_DELIVERY_SQL })
@Index(['nextAttemptAt'], { where: OPEN_DELIVERY_SQL })
@Index(['createdAt'], { where: ENDED_DELIVERY_SQL })
@Check('CHK_webhook_deliveries_body', 'num_nonnulls(body, ending) = 1')
@ForeignKey(
  () => WebhookEndpoint,
  ['organizationId', 'mode', 'endpointId'] as const,
  ['organizationId', 'mode', 'id'],
  { onDelete: 'CASCADE' },
)
export class WebhookDelivery extends OwnedEntity {
  @Column('bigint')
  endpointId: number;

  /** The event's public id; a resend has the same. */
  @Column('varchar', { length: 40 })
  eventId: string;

  @Column('varchar', { length: 40 })
  eventType: string;

  /** What every attempt sends after the event's `WebhookBody`: what it says of the endpoint as that was then. */
  @Column('text', { nullable: true, select: false })
  ending: string | null;

  /** The whole of it, where the two were not stored apart yet. */
  @Column('text', { nullable: true, select: false })
  body: string | null;

  @Column('varchar', { length: 10, default: 'pending' })
  status: DeliveryStatus;

  /** Attempts that came to an end. */
  @Column('integer', { default: 0 })
  attemptCount: number;

  /** When the next attempt is due; null when there is none. Not changed while an attempt is under way. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  /** The claim under which an attempt is under way; only it may write the result. */
  @Column('uuid', { nullable: true })
  leaseOwner: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;

  @Column('jsonb', { default: [] })
  attempts: DeliveryAttempt[];

  /** The request's or the job's that made it, as W3C writes it, while traces are kept. */
  @Column('varchar', { length: 55, nullable: true, select: false })
  traceparent: string | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
