import { Column, Entity, Index, Unique } from 'typeorm';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';

/** The search for what the carrier keeps of a shipment. */
@Entity('document_fetches')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@Index(['dueAt'], { where: 'due_at IS NOT NULL' })
@BelongsToFreight()
export class DocumentFetch extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  @Column('bigint')
  carrierId: number;

  /** Types that need not be looked for any more. */
  @Column('jsonb', { default: [] })
  found: CarrierDocumentType[];

  /** Whether the freight has come: what is signed and billed appears after that. */
  @Column('boolean', { default: false })
  delivered: boolean;

  /** Inquiries since the booking, or since the delivery. Its number says whose result counts. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** When the carrier is asked next: a process at work on it keeps this ahead of now. Null: not any more. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;
}
