import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository, sql } from '../../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import { FREIGHT_STATUSES, type FreightStatus } from '../record/freight-states.js';
import { Booking, type PendingCall, type PickupChange } from './booking.entity.js';

const CLOSED_STATUSES: readonly FreightStatus[] = ['draft', 'delivered', 'voided'];
const ACTIVE_STATUSES = FREIGHT_STATUSES.filter((status) => !CLOSED_STATUSES.includes(status));

/** One attempt at a carrier call, held by this process until its lease runs out. */
export interface CarrierCallLease {
  tenant: Tenant;
  booking: Booking;
}

/** How often freight that was called off is asked after. */
const RECONCILE_INTERVAL_MS = 24 * 3_600_000;

@Injectable()
export class BookingsRepository extends OwnedRepository<Booking, 'pending' | 'dueAt' | 'attempts'> {
  constructor(transactions: Transactions) {
    super(transactions, Booking);
  }

  findByFreight(tenant: Tenant, freightId: number): Promise<Booking | null> {
    return this.findBy(tenant, { freightId });
  }

  /** Stores what was agreed on. With a lease the tender is this process's call to make: its first claim. */
  async create(
    tenant: Tenant,
    agreed: Pick<Booking, 'freightId' | 'carrierId' | 'tender' | 'draftPickupTimes'>,
    leaseMs: number | null,
  ): Promise<Booking> {
    const call = { pending: 'tender' as const, attempts: 1, dueAt: computeDueAt(leaseMs ?? 0) };
    return this.insert(tenant, leaseMs === null ? agreed : { ...agreed, ...call });
  }

  /** The newest shipments that were booked with a carrier through its API and aren't over, or that it still has to be told of. */
  async listFreightNeedingCarrier(
    { organizationId, mode }: Tenant,
    carrierId: number,
    limit: number,
  ): Promise<number[]> {
    const rows = await this.transactions.prepared<{ id: number }>({
      name: 'bookings_needing_carrier',
      text: `SELECT f.id FROM freight f
               JOIN bookings b ON b.organization_id = f.organization_id AND b.mode = f.mode AND b.freight_id = f.id
             WHERE f.organization_id = $1 AND f.mode = $2 AND b.carrier_id = $3 AND f.status = ANY ($4)
             UNION SELECT freight_id FROM bookings
             WHERE organization_id = $1 AND mode = $2 AND carrier_id = $3 AND due_at IS NOT NULL
             ORDER BY id DESC LIMIT $5`,
      values: [organizationId, mode, carrierId, ACTIVE_STATUSES, limit],
    });
    return rows.map(({ id }) => id);
  }

  /** Opens a call, or takes it over, for this process. The shipment's row must be locked. */
  async claimCall(
    tenant: Tenant,
    booking: Booking,
    pending: PendingCall,
    leaseMs: number,
  ): Promise<CarrierCallLease> {
    const attempts = booking.pending === pending ? booking.attempts + 1 : 1;
    await this.write(tenant, booking.id, { pending, attempts, dueAt: computeDueAt(leaseMs) });
    return { tenant, booking: await this.get(tenant, booking.id) };
  }

  /** Opens the call about a changed pickup for this process. The shipment's row must be locked. */
  async claimPickupChange(
    tenant: Tenant,
    booking: Booking,
    pickupChange: PickupChange,
    leaseMs: number,
  ): Promise<CarrierCallLease> {
    await this.update(tenant, booking.id, { pickupChange });
    return this.claimCall(tenant, booking, 'pickup', leaseMs);
  }

  /** Of all tenants: open calls that nobody works on, taken for this process. Others take other ones. */
  async claimDue(limit: number, leaseMs: number): Promise<CarrierCallLease[]> {
    return this.loadLeases(await this.leaseDue({ at: 'due_at' }, limit, leaseMs, 'attempts = attempts + 1'));
  }

  /** Of all tenants: what was called off, to be asked after now and again a day later. Others take other ones. */
  async claimDueReconciliations(limit: number): Promise<CarrierCallLease[]> {
    return this.loadLeases(await this.leaseDue({ at: 'reconcile_at' }, limit, RECONCILE_INTERVAL_MS));
  }

  private loadLeases(rows: OwnedId[]): Promise<CarrierCallLease[]> {
    return Promise.all(
      rows.map(async ({ id, ...tenant }) => ({ tenant, booking: await this.get(tenant, id) })),
    );
  }

  /** The booking, locked, if this claim's result still counts; null when somebody else took over or closed the call. */
  async lockIfHeld({ tenant, booking }: CarrierCallLease): Promise<Booking | null> {
    const { pending, attempts } = booking;
    const held = await this.findBy(tenant, { id: booking.id, pending, attempts });
    return held && this.lock(tenant, booking.id);
  }

  /** What the carrier calls the booking. */
  async setCarrierBookingId(tenant: Tenant, id: number, carrierBookingId: string): Promise<void> {
    await this.update(tenant, id, { carrierBookingId });
  }

  /** The open call is left to a person. Only the holder of the claim can say so. */
  async stopRetrying({ tenant, booking }: CarrierCallLease): Promise<void> {
    const { pending, attempts } = booking;
    await this.write(tenant, booking.id, { dueAt: null }, { pending, attempts });
  }

  /** Nothing is left to tell the carrier. */
  async closeCall(tenant: Tenant, id: number): Promise<void> {
    await this.write(tenant, id, { pending: null, dueAt: null });
  }

  /** The same of a cancellation: from tomorrow on the carrier is asked whether it sees that as we do. */
  async closeCanceledCall(tenant: Tenant, id: number): Promise<void> {
    await this.write(tenant, id, {
      pending: null,
      dueAt: null,
      reconcileAt: computeDueAt(RECONCILE_INTERVAL_MS),
    });
  }

  /** The open call goes on; what was called off is asked after from tomorrow on. */
  async scheduleReconciliation(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { reconcileAt: computeDueAt(RECONCILE_INTERVAL_MS) });
  }

  /** Nothing is left to ask after. */
  async finishReconciliation(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { reconcileAt: null });
  }

  /** The carrier is to be told that the shipment is cancelled, as soon as possible. */
  async scheduleCancellation(tenant: Tenant, id: number): Promise<void> {
    await this.write(tenant, id, { pending: 'cancel', attempts: 0, dueAt: sql('now()') });
  }

  /** The open call is tried again after a while. Only the holder of the claim can say so. @param unheard nobody heard this one */
  async scheduleRetry(
    { tenant, booking }: CarrierCallLease,
    delayMs: number,
    unheard = false,
  ): Promise<void> {
    const { pending, attempts } = booking;
    const noted = unheard && !mayHaveReachedCarrier(booking) ? { unheard: attempts } : {};
    await this.write(tenant, booking.id, { dueAt: computeDueAt(delayMs), ...noted }, { pending, attempts });
  }
}

/** Whether an attempt before the one under way may have reached the carrier. */
export function mayHaveReachedCarrier({ attempts, unheard }: Booking): boolean {
  return attempts - 1 > unheard;
}

function computeDueAt(ms: number) {
  return sql(`now() + interval '${ms} milliseconds'`);
}
