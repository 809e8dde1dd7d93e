import { Injectable } from '@nestjs/common';
import { Shipments } from '../freight/record/shipments.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Page } from '../../platform/tenancy/page.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { NamedCarriers } from './named-carriers.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import type { TrackedShipmentDto, TrackingDto, TrackingListQuery } from './tracking.dto.js';
import { presentTracked, presentTracking } from './tracking.presenter.js';
import { TrackingScansRepository } from './tracking-scans.repository.js';

/** Tracked numbers and the ways of shipments, as they are stored. */
@Injectable()
export class TrackingReader {
  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly scans: TrackingScansRepository,
    private readonly shipments: Shipments,
    private readonly carriers: NamedCarriers,
    private readonly transactions: Transactions,
  ) {}

  async list(tenant: Tenant, query: TrackingListQuery): Promise<Page<TrackedShipmentDto>> {
    const carrierName =
      query.carrier === undefined ? undefined : (await this.carriers.named(query.carrier)).carrierName;
    return this.transactions.reading(async () => {
      const page = await this.tracked.page(tenant, query, { carrierName, listed: true });
      const scans = await this.scans.listOf(
        tenant,
        page.data.map(({ id }) => id),
      );
      return page.map((tracked) => presentTracked(tracked, scans.get(tracked.id)));
    });
  }

  /** The record that the client sees under a number. @throws ApiError resource_missing */
  async find(tenant: Tenant, trackingNumber: string): Promise<TrackedShipment> {
    const tracked = await this.tracked.findNumber(tenant, trackingNumber);
    if (!tracked) throw new ApiError('resource_missing');
    return tracked;
  }

  async get(tenant: Tenant, trackingNumber: string): Promise<TrackedShipmentDto> {
    return this.show(tenant, await this.find(tenant, trackingNumber));
  }

  async show(tenant: Tenant, tracked: TrackedShipment): Promise<TrackedShipmentDto> {
    return presentTracked(tracked, (await this.scans.listOf(tenant, [tracked.id])).get(tracked.id));
  }

  /** @throws ApiError resource_missing */
  async ofFreight(tenant: Tenant, freightId: number): Promise<TrackingDto> {
    const freight = await this.shipments.get(tenant, freightId);
    return presentTracking(freight, await this.scans.wayOf(tenant, freightId));
  }
}
