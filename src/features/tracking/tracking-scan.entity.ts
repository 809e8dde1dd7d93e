import { Column, Entity, Unique } from 'typeorm';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import { TrackedShipment } from './tracked-shipment.entity.js';
import type { TrackingSource, TrackingStatus } from '../../domain/tracking-status.js';

@Entity('tracking_scans')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'trackedShipmentId', 'occurredAt', 'status', 'location'])
@References(() => TrackedShipment, 'trackedShipmentId', { onDelete: 'CASCADE' })
export class TrackingScan extends OwnedEntity {
  @Column('bigint') trackedShipmentId: number;
  @Column('varchar', { length: 20 }) status: TrackingStatus;
  @Column('varchar', { length: 255 }) description: string;
  @Column('varchar', { length: 255 }) location: string;
  /** The person who signed for the freight, if a person recorded the scan. */
  @Column('varchar', { length: 100, nullable: true }) signedBy: string | null;
  /** The pieces counted, if a person recorded them. */
  @Column('integer', { nullable: true }) pieces: number | null;
  /** The carrier's code of the scan or of its reason. */
  @Column('varchar', { length: 20, nullable: true }) code: string | null;
  @Column('timestamptz') occurredAt: Date;
  @Column('varchar', { length: 20 }) source: TrackingSource;
}

/** A scan to store. */
export interface NewTrackingScan {
  status: TrackingStatus;
  description?: string;
  location?: string;
  code?: string | null;
  signedBy?: string | null;
  pieces?: number | null;
  /** Defaults to the current time of the database. */
  occurredAt?: Date;
}
