import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { TrackedShipment } from './tracked-shipment.entity.js';
import type { TrackingSource, TrackingStatus } from '../../domain/tracking-status.js';

@Entity('tracking_scans')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'trackedShipmentId', 'occurredAt', 'status', 'location'])
@ForeignKey(
  () => TrackedShipment,
  ['organizationId', 'mode', 'trackedShipmentId'] as const,
  ['organizationId', 'mode', 'id'],
  { onDelete: 'CASCADE' },
)
export class TrackingScan extends OwnedEntity {
  @Column('bigint')
  trackedShipmentId: number;

  @Column('varchar', { length: 20 })
  status: TrackingStatus;

  @Column('varchar', { length: 255 })
  description: string;

  @Column('varchar', { length: 255 })
  location: string;

  /** The carrier's code of the scan or of its reason. */
  @Column('varchar', { length: 20, nullable: true })
  code: string | null;

  @Column('timestamptz')
  occurredAt: Date;

  @Column('varchar', { length: 20 })
  source: TrackingSource;
}
