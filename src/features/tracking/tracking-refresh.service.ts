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

/** A lane is one carrier, so a dead carrier does not delay the checks of other carriers. */
const CONCURRENCY_LIMITS = { atOnce: 40, inLane: 8 };
/** Longer than a check takes. */
const LEASE_MS = 120_000;

@Injectable()
export class TrackingRefreshService {
  private readonly logger = new Logger('Tracking');

  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly trackingQuery: TrackingQueryService,
    private readonly checks: TrackingChecksService,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the state after a check, or the stale stored state. @throws ApiError resource_missing */
  async refresh(tenant: Tenant, trackingNumber: string): Promise<TrackedShipmentDto> {
    const tracked = await this.trackingQuery.getTracked(tenant, trackingNumber);
    const check = await this.checks.queryCarrier(tenant, tracked);
    return this.transactions.finish(async () =>
      this.trackingQuery.toDto(tenant, await this.checks.recordResult(tenant, tracked.id, check)),
    );
  }

  /** Checks due numbers until none is left. Safe to run in several processes. */
  @PeriodicJob('5s', 'tracking checks')
  async refreshDue(): Promise<void> {
    const pool = new FairPool<TrackedShipment, 'carrier'>(
      CONCURRENCY_LIMITS,
      { carrier: ({ carrierId }) => carrierId },
      (tracked) => this.checkTracked(tracked).catch((error: unknown) => this.logger.warn(error)),
    );
    await pool.drain((limit, full) =>
      this.tracked.claimDue(limit, LEASE_MS, full.carrier as (number | null)[]),
    );
  }

  private async checkTracked(tracked: TrackedShipment): Promise<void> {
    const { organizationId, mode, id } = tracked;
    const tenant = { organizationId, mode };
    const check = await this.checks.queryCarrier(tenant, tracked);
    await this.transactions.run(() => this.checks.recordResult(tenant, id, check));
  }
}
