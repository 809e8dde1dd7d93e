import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { Carrier } from '../carriers/carrier.entity.js';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { JourneyStatus, TrackingSource, TrackingStatus } from '../../domain/tracking-status.js';

/** SQL: numbers without a shipment that are still polled. */
export const POLLED_MANUAL_CONDITION = `source = 'manual' AND freight_id IS NULL AND next_check_at IS NOT NULL`;

/** SQL: numbers without a shipment that are no longer polled. */
export const FINISHED_STANDALONE_CONDITION = 'freight_id IS NULL AND next_check_at IS NULL';

/** Only letters and digits go into the URL, so that a number cannot change its path. */
export function buildTrackingUrlSubquery(tracked: string): string {
  return `(SELECT replace(c.tracking_url, '{pro}', ${tracked}.normalized_number) FROM carriers c
    WHERE c.id = ${tracked}.carrier_id AND ${tracked}.normalized_number ~ '^[A-Z0-9]+$')`;
}

/** A tracked number: the PRO number of a shipment, or a number that a client tracks. */
@Entity('tracked_shipments')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'normalizedNumber'], { unique: true, where: 'listed' })
@Index(['organizationId', 'mode', 'normalizedNumber'], { where: 'NOT listed' })
@Index(['organizationId', 'mode', 'freightId'], { unique: true, where: 'freight_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'carrierName', 'id'])
@Index(['organizationId'], { where: POLLED_MANUAL_CONDITION })
@Index(['nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
@Index(['updatedAt'], { where: FINISHED_STANDALONE_CONDITION })
@BelongsToOrganization()
@BelongsToFreight()
export class TrackedShipment extends OwnedEntity {
  /** As the client or the carrier wrote it. */
  @Column('varchar', { length: 50 }) trackingNumber: string;
  /** Upper case without spaces and dashes. Longer than the number, because upper case can be longer. */
  @Column('varchar', { length: 150 }) normalizedNumber: string;

  /** Null for a carrier that is not in the directory. */
  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint', { nullable: true })
  carrierId: number | null;

  @Column('varchar', { length: 255 }) carrierName: string;
  @Column('bigint', { nullable: true }) freightId: number | null;
  @Column('bigint', { nullable: true }) customerId: number | null;
  /** False after a client stopped tracking. The number is then tracked only for its shipment. */
  @Column('boolean', { default: true }) listed: boolean;
  @Column('varchar', { length: 20, default: 'pending' }) status: TrackingStatus;
  /** The furthest status so far, exceptions excluded. */
  @Column('varchar', { length: 20, default: 'pending' }) furthest: JourneyStatus;
  /** Time of the scan that set the status. */
  @Column('timestamptz', { nullable: true }) statusSince: Date | null;
  @Column('varchar', { length: 255, nullable: true }) location: string | null;
  @Column('varchar', { length: 20 }) source: TrackingSource;
  @Column('varchar', { length: 40, nullable: true }) estimatedDelivery: string | null;
  /** Copied from the shipment, YYYY-MM-DD. */
  @Column('date', { nullable: true }) pickupDate: string | null;
  /** Copied from the shipment. `estimatedDelivery` is the carrier's estimate. */
  @Column('date', { nullable: true }) estimatedDeliveryDate: string | null;
  @Column('varchar', { length: 100, nullable: true }) signedBy: string | null;
  /** The carrier's public page for the number; null if unknown. */
  @VirtualColumn('text', { query: buildTrackingUrlSubquery }) trackingUrl: string | null;
  @Column('timestamptz', { nullable: true }) deliveredAt: Date | null;
  @Column('timestamptz', { nullable: true }) lastCheckedAt: Date | null;
  /** True if the last check failed. */
  @Column('boolean', { default: false }) stale: boolean;
  /** Null after a final status. */
  @Column('timestamptz', { nullable: true }) nextCheckAt: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
