import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenderRequest } from '../../carriers/carrier-requests.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import { Freight, type PickupTimes } from '../record/freight.entity.js';
import type { PickupStatus } from '../record/pickup-states.js';

/** What the carrier still has to be told. */
export type PendingCall = 'tender' | 'cancel' | 'pickup';

type PickupDateFields = Pick<Freight, 'pickupDate' | 'pickupTimes'>;

/** A pickup as it is to be, null to call it off, and how it stood when that was asked. */
export interface PickupChange {
  wanted: { pickupDate: string; pickupTimes: PickupTimes | null; warnings: Warning[] } | null;
  standing: PickupDateFields & { status: PickupStatus; pickupConfirmation: string | null };
}

/**
 * What was agreed on when a shipment left the draft, and the call to the carrier that is open, if any.
 * The intent is stored before the call and the outcome after it: what crashes in between is found by `dueAt`.
 */
@Entity('bookings')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@Index(['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('IDX_bookings_reconcile_at', ['reconcileAt'], { where: 'reconcile_at IS NOT NULL' })
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

  /** Null where no API can be told anything: the shipment goes by the organization's own tariff. */
  @Column('bigint', { nullable: true })
  carrierId: number | null;

  /** The carrier's own name of the booking, where it cancels by that. */
  @Column('varchar', { length: 100, nullable: true })
  carrierBookingId: string | null;

  /** What the carrier is asked, the same on every repeat. */
  @Column('jsonb')
  tender: TenderRequest;

  /** The window that the draft had: a carrier's decline gives it back. */
  @Column('jsonb', { nullable: true })
  draftPickupTimes: PickupTimes | null;

  @Column('varchar', { length: 10, nullable: true })
  pending: PendingCall | null;

  /** What the carrier was asked last about the pickup, the same on every repeat. */
  @Column('jsonb', { nullable: true })
  pickupChange: PickupChange | null;

  /** When the open call is tried again: a process at work on it keeps this ahead of now. Null: by a person, or never. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** When the carrier is asked whether freight that was called off moves all the same. */
  @Column('timestamptz', { nullable: true })
  reconcileAt: Date | null;

  /** Attempts at the open call. Its number says whose result counts. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** How many attempts at the tender, from the first on, surely never reached the carrier. */
  @Column('integer', { default: 0 })
  unheard: number;
}
