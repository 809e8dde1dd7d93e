import { Injectable } from '@nestjs/common';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Page } from '../../platform/tenancy/page.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { CarrierLookupService } from './carrier-lookup.service.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import type { TrackedShipmentDto, TrackingDto, TrackingListQuery } from './tracking.dto.js';
import { toTrackedShipmentDto, toTrackingDto } from './tracking.mapper.js';
import { TrackingScansRepository } from './tracking-scans.repository.js';

@Injectable()
export class TrackingQueryService {
  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly scans: TrackingScansRepository,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly carrierLookup: CarrierLookupService,
    private readonly transactions: Transactions,
  ) {}

  async list(tenant: Tenant, query: TrackingListQuery): Promise<Page<TrackedShipmentDto>> {
    const carrierName =
      query.carrier === undefined ? undefined : (await this.carrierLookup.resolve(query.carrier)).carrierName;
    return this.transactions.reading(async () => {
      const page = await this.tracked.page(tenant, query, { carrierName, listed: true });
      const scans = await this.scans.listByTracked(
        tenant,
        page.data.map(({ id }) => id),
      );
      return page.map((tracked) => toTrackedShipmentDto(tracked, scans.get(tracked.id)));
    });
  }

  /** Returns null for a number that is not tracked. */
  findTracked(tenant: Tenant, trackingNumber: string): Promise<TrackedShipment | null> {
    return this.tracked.findByNumber(tenant, trackingNumber);
  }

  /** Returns null for a shipment without a PRO number. */
  findByFreight(tenant: Tenant, freightId: number): Promise<TrackedShipment | null> {
    return this.tracked.findByFreight(tenant, freightId);
  }

  /** Returns a number without a shipment that a client tracks with the carrier, or null. @param names SCAC and name */
  async findOfCarrier(
    tenant: Tenant,
    trackingNumber: string,
    names: [scac: string, name: string],
  ): Promise<TrackedShipment | null> {
    const tracked = await this.findTracked(tenant, trackingNumber);
    if (tracked?.freightId !== null) return null;
    const { carrierId, carrierName } = await this.carrierLookup.resolve(names[0]);
    const isSame =
      carrierId === null
        ? [carrierName, ...names].some((name) => name.toLowerCase() === tracked.carrierName.toLowerCase())
        : tracked.carrierId === carrierId;
    return isSame ? tracked : null;
  }

  /** @throws RowMissing */
  async getTracked(tenant: Tenant, trackingNumber: string): Promise<TrackedShipment> {
    const tracked = await this.findTracked(tenant, trackingNumber);
    if (!tracked) throw new RowMissing();
    return tracked;
  }

  async get(tenant: Tenant, trackingNumber: string): Promise<TrackedShipmentDto> {
    return this.toDto(tenant, await this.getTracked(tenant, trackingNumber));
  }

  async toDto(tenant: Tenant, tracked: TrackedShipment): Promise<TrackedShipmentDto> {
    return toTrackedShipmentDto(
      tracked,
      (await this.scans.listByTracked(tenant, [tracked.id])).get(tracked.id),
    );
  }

  /** @throws RowMissing */
  async getByFreight(tenant: Tenant, freightId: number): Promise<TrackingDto> {
    const freight = await this.freightLifecycle.get(tenant, freightId);
    return toTrackingDto(freight, await this.scans.findHistory(tenant, freightId));
  }
}
