import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { Carrier } from '../carriers/carrier.entity.js';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { JourneyStatus, TrackingSource, TrackingStatus } from '../../domain/tracking-status.js';

/** Numbers that a client gave and that are still asked for. */
export const POLLED_MANUAL_CONDITION = `source = 'manual' AND next_check_at IS NOT NULL`;

/** Numbers of no shipment of ours that nobody asks about any more. */
export const FINISHED_STANDALONE_CONDITION = 'freight_id IS NULL AND next_check_at IS NULL';

/** Read with the number, as its carrier's address stands now; no number is made into an address that could be another. */
export function buildTrackingUrlSubquery(tracked: string): string {
  return `(SELECT replace(c.tracking_url, '{pro}', ${tracked}.normalized_number) FROM carriers c
    WHERE c.id = ${tracked}.carrier_id AND ${tracked}.normalized_number ~ '^[A-Z0-9]+$')`;
}

/** A carrier's number that is followed: a shipment's own, or one that the client gave. */
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
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
@BelongsToFreight()
export class TrackedShipment extends OwnedEntity {
  /** As the client or the carrier wrote it. */
  @Column('varchar', { length: 50 })
  trackingNumber: string;

  /** Without spaces and dashes, upper case: what numbers are compared by. Upper case can be longer. */
  @Column('varchar', { length: 150 })
  normalizedNumber: string;

  /** Null for a carrier that is not in the directory. */
  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint', { nullable: true })
  carrierId: number | null;

  @Column('varchar', { length: 255 })
  carrierName: string;

  @Column('bigint', { nullable: true })
  freightId: number | null;

  @Column('bigint', { nullable: true })
  customerId: number | null;

  /** False once tracking was stopped: a shipment's own number is then followed for the shipment alone. */
  @Column('boolean', { default: true })
  listed: boolean;

  @Column('varchar', { length: 20, default: 'pending' })
  status: TrackingStatus;

  /** How far along its way it has been, exceptions aside. */
  @Column('varchar', { length: 20, default: 'pending' })
  furthest: JourneyStatus;

  /** When it came to its status, by the scan that said so. */
  @Column('timestamptz', { nullable: true })
  statusSince: Date | null;

  @Column('varchar', { length: 255, nullable: true })
  location: string | null;

  @Column('varchar', { length: 20 })
  source: TrackingSource;

  @Column('varchar', { length: 40, nullable: true })
  estimatedDelivery: string | null;

  /** Of its shipment, YYYY-MM-DD. */
  @Column('date', { nullable: true })
  pickupDate: string | null;

  /** Of its shipment, by the transit days: the carrier's own word is `estimatedDelivery`. */
  @Column('date', { nullable: true })
  estimatedDeliveryDate: string | null;

  /** Who signed for it. */
  @Column('varchar', { length: 100, nullable: true })
  signedBy: string | null;

  /** The carrier's public page for the number; null where none is known. */
  @VirtualColumn('text', { query: buildTrackingUrlSubquery })
  trackingUrl: string | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastCheckedAt: Date | null;

  /** True while the last attempt to ask the carrier failed. */
  @Column('boolean', { default: false })
  stale: boolean;

  /** When the carrier is asked next; null when nothing can change any more. */
  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
