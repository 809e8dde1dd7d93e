import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository, sql } from '../../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import { FREIGHT_STATUSES, type FreightStatus } from '../record/freight-states.js';
import { Booking, type PendingCall, type PickupChange } from './booking.entity.js';

const CLOSED_STATUSES: readonly FreightStatus[] = ['draft', 'delivered', 'voided'];
const ACTIVE_STATUSES = FREIGHT_STATUSES.filter((status) => !CLOSED_STATUSES.includes(status));

/** One attempt at a carrier call, held by this process until `booking.dueAt`. */
export interface CarrierCallLease {
  tenant: Tenant;
  booking: Booking;
}

const RECONCILE_INTERVAL_MS = 24 * 3_600_000;

@Injectable()
export class BookingsRepository extends OwnedRepository<Booking, 'pending' | 'dueAt' | 'attempts'> {
  constructor(transactions: Transactions) {
    super(transactions, Booking);
  }

  findByFreight(tenant: Tenant, freightId: number): Promise<Booking | null> {
    return this.findBy(tenant, { freightId });
  }

  /** With a lease the tender is an open call that this process holds. */
  async create(
    tenant: Tenant,
    values: Pick<Booking, 'freightId' | 'carrierId' | 'sentByEdi' | 'tender' | 'draftPickupTimes'>,
    leaseMs: number | null,
  ): Promise<Booking> {
    const call = { pending: 'tender' as const, attempts: 1, dueAt: computeDueAt(leaseMs ?? 0) };
    return this.insert(tenant, leaseMs === null ? values : { ...values, ...call });
  }

  /** Lists the newest freight that is active at a carrier's API or has an open call to it. */
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

  /** Opens a call, or takes over the open call. The freight must be locked. */
  async claimCall(
    tenant: Tenant,
    booking: Booking,
    pending: PendingCall,
    leaseMs: number,
  ): Promise<CarrierCallLease> {
    const attempts = booking.pending === pending ? booking.attempts + 1 : 1;
    const tenderAttempts = pending === 'tender' ? null : (booking.tenderAttempts ?? booking.attempts);
    await this.write(tenant, booking.id, {
      pending,
      attempts,
      tenderAttempts,
      dueAt: computeDueAt(leaseMs),
    });
    return { tenant, booking: await this.get(tenant, booking.id) };
  }

  /** Takes over the open call of a request that is repeated. Returns null if the call is closed. */
  async reclaimCall(
    tenant: Tenant,
    freightId: number,
    pending: PendingCall,
    leaseMs: number,
  ): Promise<CarrierCallLease | null> {
    const booking = await this.findByFreight(tenant, freightId);
    return booking?.pending === pending ? this.claimCall(tenant, booking, pending, leaseMs) : null;
  }

  /** The freight must be locked. */
  async claimPickupChange(
    tenant: Tenant,
    booking: Booking,
    pickupChange: PickupChange,
    leaseMs: number,
  ): Promise<CarrierCallLease> {
    await this.update(tenant, booking.id, { pickupChange });
    return this.claimCall(tenant, booking, 'pickup', leaseMs);
  }

  /** Claims due calls of all tenants. Concurrent claims get different calls. */
  async claimDue(limit: number, leaseMs: number): Promise<CarrierCallLease[]> {
    return this.loadLeases(await this.leaseDue({ at: 'due_at' }, limit, leaseMs, 'attempts = attempts + 1'));
  }

  /** Claims due reconciliations of all tenants and schedules the next ones a day later. */
  async claimDueReconciliations(limit: number): Promise<CarrierCallLease[]> {
    return this.loadLeases(await this.leaseDue({ at: 'reconcile_at' }, limit, RECONCILE_INTERVAL_MS));
  }

  private loadLeases(rows: OwnedId[]): Promise<CarrierCallLease[]> {
    return Promise.all(
      rows.map(async ({ id, ...tenant }) => ({ tenant, booking: await this.get(tenant, id) })),
    );
  }

  /** Locks the booking. Returns null if another attempt took the call over or closed it. */
  async lockIfHeld({ tenant, booking }: CarrierCallLease): Promise<Booking | null> {
    const { pending, attempts } = booking;
    const held = await this.findBy(tenant, { id: booking.id, pending, attempts });
    return held && this.lock(tenant, booking.id);
  }

  async setCarrierBookingId(tenant: Tenant, id: number, carrierBookingId: string): Promise<void> {
    await this.update(tenant, id, { carrierBookingId });
  }

  /** Leaves the open call to a person, if the lease is still held. */
  async stopRetrying({ tenant, booking }: CarrierCallLease): Promise<void> {
    const { pending, attempts } = booking;
    await this.write(tenant, booking.id, { dueAt: null }, { pending, attempts });
  }

  async closeCall(tenant: Tenant, id: number): Promise<void> {
    await this.write(tenant, id, { pending: null, dueAt: null });
  }

  /** Closes a cancellation. The first reconciliation is due a day later. */
  async closeCanceledCall(tenant: Tenant, id: number): Promise<void> {
    await this.write(tenant, id, {
      pending: null,
      dueAt: null,
      reconcileAt: computeDueAt(RECONCILE_INTERVAL_MS),
    });
  }

  async scheduleReconciliation(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { reconcileAt: computeDueAt(RECONCILE_INTERVAL_MS) });
  }

  async finishReconciliation(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { reconcileAt: null });
  }

  /** Opens a cancellation call that is due at once. */
  async scheduleCancellation(tenant: Tenant, { id, attempts }: Booking): Promise<void> {
    await this.write(tenant, id, {
      pending: 'cancel',
      attempts: 0,
      tenderAttempts: attempts,
      dueAt: sql('now()'),
    });
  }

  /** Stores why the attempt failed, if the lease is still held. Once unsure, a tender stays unsure until the carrier responds. */
  async recordTenderFailure(
    { tenant, booking }: CarrierCallLease,
    reason: string,
    unsure: boolean,
  ): Promise<void> {
    const { pending, attempts } = booking;
    await this.write(
      tenant,
      booking.id,
      { lastError: reason.slice(0, 255), unsure: unsure || booking.unsure },
      { pending, attempts },
    );
  }

  /** Schedules the next attempt, if the lease is still held. @param unheard this attempt never reached the carrier */
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

/** Returns whether an attempt before the current one may have reached the carrier. */
export function mayHaveReachedCarrier({ attempts, unheard }: Booking): boolean {
  return attempts - 1 > unheard;
}

function computeDueAt(ms: number) {
  return sql(`now() + interval '${ms} milliseconds'`);
}
