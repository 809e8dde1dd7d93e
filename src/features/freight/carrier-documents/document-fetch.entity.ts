import { Column, Entity, Index, Unique } from 'typeorm';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';

@Entity('document_fetches')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@Index(['dueAt'], { where: 'due_at IS NOT NULL' })
@BelongsToFreight()
export class DocumentFetch extends OwnedEntity {
  @Column('bigint') freightId: number;
  @Column('bigint') carrierId: number;
  /** Types that are already stored. */
  @Column('jsonb', { default: [] }) found: CarrierDocumentType[];
  /** The proof of delivery and the invoice appear after the delivery. */
  @Column('boolean', { default: false }) delivered: boolean;
  /** Attempts since the booking or, later, the delivery. A result counts only if this number has not changed since. */
  @Column('integer', { default: 0 }) attempts: number;
  /** Next attempt; in the future while a process holds the lease. Null if no attempt follows. */
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
}
