import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

@Entity('events')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
@Index(['organizationId', 'mode', 'type', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'], { where: 'freight_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'invoiceId', 'id'], { where: 'invoice_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'customerId', 'id'], { where: 'customer_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'billId', 'id'], { where: 'bill_id IS NOT NULL' })
@Index('IDX_events_quote_ids', { synchronize: false })
export class Event extends OwnedEntity {
  /** The id in the API: `evt_` and 32 hex digits. */
  @Index({ unique: true })
  @Column('varchar', { length: 40 })
  publicId: string;

  @Column('varchar', { length: 40 }) type: string;
  @Column('jsonb') data: object;
  @Column('bigint', { nullable: true }) freightId: number | null;
  /** All quotes of a rate request, for an event about a group of quotes. */
  @Column('bigint', { array: true, nullable: true, select: false }) quoteIds: number[] | null;
  @Column('bigint', { nullable: true }) invoiceId: number | null;
  @Column('bigint', { nullable: true }) customerId: number | null;
  @Column('bigint', { nullable: true }) billId: number | null;
}

/** An event with typed data. */
export type EventOf<Data> = Omit<Event, 'data'> & { data: Data };
