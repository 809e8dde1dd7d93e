import { Injectable, Logger } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { FairPool } from '../../platform/jobs/fair-pool.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import type { TrackedShipmentDto } from './tracking.dto.js';
import { TrackingChecksService } from './tracking-checks.service.js';
import { TrackingQueryService } from './tracking-query.service.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';

/** Numbers checked at once, and those of one carrier: one that is dead delays nobody else's. */
const CONCURRENCY_LIMITS = { atOnce: 40, inLane: 8 };
/** Longer than a check can take. */
const LEASE_MS = 120_000;

/** Checks tracked numbers with their carriers: when a client asks, and regularly. */
@Injectable()
export class TrackingRefreshService {
  private readonly logger = new Logger('Tracking');

  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly trackingQuery: TrackingQueryService,
    private readonly checks: TrackingChecksService,
    private readonly transactions: Transactions,
  ) {}

  /** The state after a fresh check, or the stored one, marked stale. @throws ApiError resource_missing */
  async refresh(tenant: Tenant, trackingNumber: string): Promise<TrackedShipmentDto> {
    const tracked = await this.trackingQuery.getTracked(tenant, trackingNumber);
    const check = await this.checks.queryCarrier(tenant, tracked);
    return this.transactions.finish(async () =>
      this.trackingQuery.toDto(tenant, await this.checks.recordResult(tenant, tracked.id, check)),
    );
  }

  /** Checks the numbers that are due until none is left. Safe in several processes at once. */
  @PeriodicJob('5s', 'tracking checks')
  async refreshDue(): Promise<void> {
    const pool = new FairPool<TrackedShipment, 'carrier'>(
      CONCURRENCY_LIMITS,
      { carrier: ({ carrierId }) => carrierId },
      (tracked) => this.refreshOne(tracked).catch((error: unknown) => this.logger.warn(error)),
    );
    await pool.drain((limit, full) =>
      this.tracked.claimDue(limit, LEASE_MS, full.carrier as (number | null)[]),
    );
  }

  private async refreshOne(tracked: TrackedShipment): Promise<void> {
    const { organizationId, mode, id } = tracked;
    const tenant = { organizationId, mode };
    const check = await this.checks.queryCarrier(tenant, tracked);
    await this.transactions.run(() => this.checks.recordResult(tenant, id, check));
  }
}
