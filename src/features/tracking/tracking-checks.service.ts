import { Injectable, Logger } from '@nestjs/common';
import { CarrierDeclined, CarrierFault } from '../carriers/carrier-adapter.js';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import { Config } from '../../config/config.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import {
  CHECKED_NOW,
  computeNextCheckAt,
  TrackedShipmentsRepository,
} from './tracked-shipments.repository.js';
import { TrackingService } from './tracking.service.js';

export type TrackingCheckResult = Awaited<ReturnType<CarrierGateway['track']>>;

@Injectable()
export class TrackingChecksService {
  private readonly logger = new Logger('Tracking');

  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly tracking: TrackingService,
    private readonly gateway: CarrierGateway,
    private readonly config: Config,
  ) {}

  /** Calls the carrier outside of any transaction. Returns null if it fails or has no tracking API. */
  async queryCarrier(
    tenant: Tenant,
    { carrierId, trackingNumber }: TrackedShipment,
  ): Promise<TrackingCheckResult | null> {
    if (carrierId === null) return null;
    try {
      const signal = AbortSignal.timeout(this.config.booking.deadlineMs);
      return await this.gateway.track(tenant, carrierId, trackingNumber, signal);
    } catch (error) {
      if (!(error instanceof CarrierDeclined) && !(error instanceof CarrierFault)) throw error;
      this.logger.debug(error.message);
      return null;
    }
  }

  /** Stores a result in the caller's transaction. Without a result the record becomes stale. */
  async recordResult(
    tenant: Tenant,
    id: number,
    check: TrackingCheckResult | null,
  ): Promise<TrackedShipment> {
    const nextCheckAt = computeNextCheckAt(this.config.tracking.pollIntervalMs);
    if (check) {
      const source = check.simulated ? 'simulated' : 'carrier';
      await this.tracking.recordScans(tenant, id, check.scans, source);
      await this.tracked.update(tenant, id, {
        source,
        estimatedDelivery: check.estimatedDelivery,
        ...(check.signedBy !== null && { signedBy: check.signedBy }),
        lastCheckedAt: CHECKED_NOW,
        stale: false,
        nextCheckAt,
      });
    } else {
      await this.tracked.update(tenant, id, { stale: true, nextCheckAt });
    }
    return this.tracked.get(tenant, id);
  }
}
