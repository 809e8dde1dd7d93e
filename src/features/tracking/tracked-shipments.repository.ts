import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository, sql, type Changes, type Sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { POLLED_MANUAL_CONDITION, TrackedShipment } from './tracked-shipment.entity.js';
import { isFinalStatus, type TrackingSource } from '../../domain/tracking-status.js';

export interface NewTrackedShipment {
  trackingNumber: string;
  carrierId: number | null;
  carrierName: string;
  freightId: number | null;
  customerId: number | null;
  pickupDate?: string | null;
  estimatedDeliveryDate?: string | null;
  source: TrackingSource;
}

/** Value of `lastCheckedAt` after a check. */
export const CHECKED_NOW = sql('now()');

type TrackedStateField = 'status' | 'furthest' | 'statusSince';

@Injectable()
export class TrackedShipmentsRepository extends OwnedRepository<TrackedShipment, TrackedStateField> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, TrackedShipment);
    quotas.registerCounter('tracked_shipments', (organizationId) => this.countPolled(organizationId));
  }

  /** Finds the listed record of a number in any spelling. */
  async findByNumber(tenant: Tenant, trackingNumber: string): Promise<TrackedShipment | null> {
    if (trackingNumber.includes('\0')) return null;
    return this.findBy(tenant, { normalizedNumber: normalizePro(trackingNumber), listed: true });
  }

  findByFreight(tenant: Tenant, freightId: number): Promise<TrackedShipment | null> {
    return this.findBy(tenant, { freightId });
  }

  /** The only writer of the status. A final status ends the checks. */
  async setStatus(
    tenant: Tenant,
    id: number,
    {
      status,
      ...progress
    }: Pick<TrackedShipment, 'status'> & Pick<Changes<TrackedShipment>, TrackedStateField>,
  ): Promise<void> {
    await this.write(tenant, id, {
      ...progress,
      status,
      ...(status === 'delivered' && { deliveredAt: progress.statusSince }),
      ...(isFinalStatus(status) && { nextCheckAt: null }),
      updatedAt: sql('now()'),
    });
  }

  /** Changes everything but the status, and `updatedAt`. */
  async touch(
    tenant: Tenant,
    id: number,
    values: Changes<TrackedShipment, TrackedStateField>,
  ): Promise<void> {
    await this.update(tenant, id, { ...values, updatedAt: sql('now()') });
  }

  async cancel(tenant: Tenant, id: number): Promise<void> {
    await this.setStatus(tenant, id, { status: 'cancelled', statusSince: sql('now()') });
  }

  /** Locks the number until the transaction ends. */
  async lockNumber({ organizationId, mode }: Tenant, trackingNumber: string): Promise<void> {
    await this.transactions.hold('tracked number', organizationId, mode, normalizePro(trackingNumber));
  }

  private async countPolled(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'tracked_count',
      text: `SELECT count(*)::int AS count FROM tracked_shipments WHERE organization_id = $1 AND ${POLLED_MANUAL_CONDITION}`,
      values: [organizationId],
    });
    return row!.count;
  }

  /**
   * Adds a record whose check is due at once. The number must be locked and have no listed record.
   * @throws ApiError quota_exceeded for a number that a client tracks
   */
  async add(tenant: Tenant, tracked: NewTrackedShipment): Promise<TrackedShipment> {
    if (tracked.source === 'manual') await this.quotas.check('tracked_shipments', tenant);
    const normalizedNumber = normalizePro(tracked.trackingNumber);
    return this.insert(tenant, { ...tracked, normalizedNumber, nextCheckAt: sql('now()') });
  }

  /** Claims due checks of all tenants, except those of `excluded` carriers. */
  async claimDue(
    limit: number,
    leaseMs: number,
    excluded: (number | null)[] = [],
  ): Promise<TrackedShipment[]> {
    const carriers = excluded.filter((id) => id !== null).map(Number);
    const where = carriers.length > 0 ? `(carrier_id IS NULL OR carrier_id NOT IN (${carriers.join()}))` : '';
    const due = await this.leaseDue({ at: 'next_check_at', where }, limit, leaseMs);
    const rows = await Promise.all(due.map(({ id, ...tenant }) => this.find(tenant, id)));
    return rows.filter((row) => row !== null);
  }
}

/** Schedules the next check with jitter of 10 % in both directions. A number without checks keeps none. */
export function computeNextCheckAt(ms: number): Sql {
  return sql(
    `CASE WHEN next_check_at IS NULL THEN NULL ELSE now() + (0.9 + 0.2 * random()) * interval '${ms} milliseconds' END`,
  );
}
