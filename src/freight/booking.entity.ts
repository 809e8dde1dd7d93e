import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenderRequest } from '../carriers/carrier-adapter.js';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import type { BolDto } from './bol.dto.js';
import { Freight } from './freight.entity.js';

/** What the carrier still has to be told. */
export type PendingCall = 'tender' | 'cancel';

/**
 * What was agreed on when a shipment left the draft, and the call to the carrier that is open, if any.
 * The intent is stored before the call and the outcome after it: what crashes in between is found by `dueAt`.
 */
@Entity('bookings')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@Index(['dueAt'], { where: 'due_at IS NOT NULL' })
@ForeignKey(
  () => Freight,
  ['organizationId', 'mode', 'freightId'] as const,
  ['organizationId', 'mode', 'id'],
  {
    onDelete: 'CASCADE',
  },
)
export class Booking extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  @Column('bigint')
  carrierId: number;

  /** The bill of lading as it was booked: it doesn't change any more. */
  @Column('jsonb')
  bol: BolDto;

  /** What the carrier is asked, the same on every repeat. */
  @Column('jsonb')
  tender: TenderRequest;

  @Column('varchar', { length: 10, nullable: true })
  pending: PendingCall | null;

  /** When the open call is tried again: a process at work on it keeps this ahead of now. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** Attempts at the open call. Its number says whose result counts. */
  @Column('integer', { default: 0 })
  attempts: number;
}
