import { Column, Entity, Index, Unique } from 'typeorm';
import type { TenderRequest } from '../../carriers/carrier-requests.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import type { Warning } from '../../../domain/warnings.js';
import { BelongsToFreight, Freight, type PickupTimes } from '../record/freight.entity.js';
import type { PickupStatus } from '../record/freight-states.js';

export type PendingCall = 'tender' | 'cancel' | 'pickup';

type PickupDateFields = Pick<Freight, 'pickupDate' | 'pickupTimes'>;

/** The requested pickup (null to cancel it) and the pickup before the request. */
export interface PickupChange {
  wanted: {
    pickupDate: string;
    pickupTimes: PickupTimes | null;
    warnings: Warning[];
    /** True if the tariff of the day prices the shipment again. */
    isRerated?: boolean;
  } | null;
  standing: PickupDateFields & { status: PickupStatus; pickupConfirmation: string | null };
}

/** The tender of freight that left the draft, and its open carrier call. */
@Entity('bookings')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@Index(['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('IDX_bookings_reconcile_at', ['reconcileAt'], { where: 'reconcile_at IS NOT NULL' })
@BelongsToFreight()
export class Booking extends OwnedEntity {
  @Column('bigint') freightId: number;
  /** Null if the freight was priced by a tariff and the carrier has no booking API. */
  @Column('bigint', { nullable: true }) carrierId: number | null;
  /** True if the carrier got the tender as an EDI document. */
  @Column('boolean', { default: false }) sentByEdi: boolean;
  /** The carrier's id of the booking, if the carrier needs it for cancellations. */
  @Column('varchar', { length: 100, nullable: true }) carrierBookingId: string | null;
  /** Identical on every attempt. */
  @Column('jsonb') tender: TenderRequest;
  /** Restored if the carrier declines. */
  @Column('jsonb', { nullable: true }) draftPickupTimes: PickupTimes | null;
  @Column('varchar', { length: 10, nullable: true }) pending: PendingCall | null;
  /** The latest pickup change, identical on every attempt. */
  @Column('jsonb', { nullable: true }) pickupChange: PickupChange | null;
  /** Next attempt of the open call; in the future while a process holds the lease. Null if no attempt follows. */
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  /** Next check whether canceled freight is moving. */
  @Column('timestamptz', { nullable: true }) reconcileAt: Date | null;
  /** Attempts at the open call. A result counts only if this number has not changed since. */
  @Column('integer', { default: 0 }) attempts: number;
  /** Number of leading tender attempts that never reached the carrier. */
  @Column('integer', { default: 0 }) unheard: number;
  /** Attempts at the tender, stored when another call opens. Null while `attempts` counts those of the tender. */
  @Column('integer', { nullable: true }) tenderAttempts: number | null;
  /** Why the latest attempt at the tender failed. */
  @Column('varchar', { length: 255, nullable: true }) lastError: string | null;
  /** True if the carrier's API cannot tell whether it has the booking. */
  @Column('boolean', { default: false }) unsure: boolean;
}
