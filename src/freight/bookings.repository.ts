import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository, sql } from '../tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../tenancy/tenant.js';
import { Booking, type PendingCall } from './booking.entity.js';

/** One attempt at a carrier call, held by this process until its lease runs out. */
export interface Claim {
  tenant: Tenant;
  booking: Booking;
}

@Injectable()
export class BookingsRepository extends OwnedRepository<Booking> {
  constructor(transactions: Transactions) {
    super(transactions, Booking);
  }

  ofFreight(tenant: Tenant, freightId: number): Promise<Booking | null> {
    return this.findBy(tenant, { freightId });
  }

  /** Opens a call, or takes it over, for this process. The shipment's row must be locked. */
  async claim(tenant: Tenant, booking: Booking, pending: PendingCall, leaseMs: number): Promise<Claim> {
    const attempts = booking.pending === pending ? booking.attempts + 1 : 1;
    await this.update(tenant, booking.id, { pending, attempts, dueAt: later(leaseMs) });
    return { tenant, booking: await this.get(tenant, booking.id) };
  }

  /** Of all tenants: open calls that nobody works on, taken for this process. Others take other ones. */
  async claimDue(limit: number, leaseMs: number): Promise<Claim[]> {
    const [rows] = await this.transactions.manager.query<[OwnedId[], number]>(
      `UPDATE bookings SET attempts = attempts + 1, due_at = now() + $2 * interval '1 millisecond'
       WHERE id IN (SELECT id FROM bookings WHERE due_at <= now() ORDER BY due_at LIMIT $1
                    FOR UPDATE SKIP LOCKED)
       RETURNING id, organization_id AS "organizationId", mode`,
      [limit, leaseMs],
    );
    return Promise.all(
      rows.map(async ({ id, ...tenant }) => ({ tenant, booking: await this.get(tenant, id) })),
    );
  }

  /** The booking, locked, if this claim's result still counts; null when somebody else took over or closed the call. */
  async holding({ tenant, booking }: Claim): Promise<Booking | null> {
    const { pending, attempts } = booking;
    const held = await this.findBy(tenant, { id: booking.id, pending, attempts });
    return held && this.lock(tenant, booking.id);
  }

  /** Nothing is left to tell the carrier. */
  async close(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { pending: null, dueAt: null });
  }

  /** The open call is tried again after a while. Only the holder of the claim can say so. */
  async postpone({ tenant, booking }: Claim, delayMs: number): Promise<void> {
    const { pending, attempts } = booking;
    await this.update(tenant, booking.id, { dueAt: later(delayMs) }, { pending, attempts });
  }
}

function later(ms: number) {
  return sql(`now() + interval '${ms} milliseconds'`);
}
