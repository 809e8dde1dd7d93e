import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Mode } from '../../platform/tenancy/tenant.js';

/**
 * The beginning of the request body, shared by all deliveries of an event. Row locks keep it as long as a
 * delivery needs it. A foreign key would be checked for every inserted delivery.
 */
@Entity('webhook_bodies')
export class WebhookBody {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('varchar', { length: 4 }) mode: Mode;
  /** The event's public id. */
  @PrimaryColumn('varchar', { length: 40 }) eventId: string;
  @Column('text') beginning: string;

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
