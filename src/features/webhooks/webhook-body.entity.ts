import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Mode } from '../../platform/tenancy/tenant.js';

/**
 * How all that is sent of an event begins, stored once however many endpoints it goes to; it ends as each delivery says. It
 * outlives no delivery that needs it, which locks see to and no foreign key: that would have to be checked for every delivery.
 */
@Entity('webhook_bodies')
export class WebhookBody {
  @PrimaryColumn('bigint')
  organizationId: number;

  @PrimaryColumn('varchar', { length: 4 })
  mode: Mode;

  /** The event's public id. */
  @PrimaryColumn('varchar', { length: 40 })
  eventId: string;

  @Column('text')
  beginning: string;

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
