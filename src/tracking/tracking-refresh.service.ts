import { Injectable, Logger } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { OwnedId, Tenant } from '../tenancy/tenant.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import type { TrackedShipmentDto } from './tracking.dto.js';
import { TrackingChecks } from './tracking-checks.service.js';
import { TrackingReader } from './tracking-reader.service.js';

const BATCH = 20;
/** Longer than a check can take. */
const LEASE_MS = 120_000;

/** Checks tracked numbers with their carriers: when a client asks, and regularly. */
@Injectable()
export class TrackingRefresh {
  private readonly logger = new Logger('Tracking');

  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly reader: TrackingReader,
    private readonly checks: TrackingChecks,
    private readonly transactions: Transactions,
  ) {}

  /** The state after a fresh check, or the stored one, marked stale. @throws ApiError resource_missing */
  async refresh(tenant: Tenant, trackingNumber: string): Promise<TrackedShipmentDto> {
    const tracked = await this.reader.find(tenant, trackingNumber);
    const check = await this.checks.ask(tenant, tracked);
    return this.transactions.finish(async () =>
      this.reader.show(tenant, await this.checks.settle(tenant, tracked.id, check)),
    );
  }

  /** Checks the numbers that are due, in batches until none is left. Safe in several processes at once. */
  async refreshDue(): Promise<void> {
    for (;;) {
      const due = await this.tracked.claimDue(BATCH, LEASE_MS);
      const results = await Promise.allSettled(due.map((tracked) => this.refreshOne(tracked)));
      for (const result of results) if (result.status === 'rejected') this.logger.warn(result.reason);
      if (due.length < BATCH) return;
    }
  }

  private async refreshOne({ id, ...tenant }: OwnedId): Promise<void> {
    const tracked = await this.tracked.find(tenant, id);
    if (!tracked) return;
    const check = await this.checks.ask(tenant, tracked);
    await this.transactions.run(() => this.checks.settle(tenant, id, check));
  }
}
