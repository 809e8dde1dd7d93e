import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError, invalidParam } from '../../platform/http/errors/api-error.js';
import { Existing } from '../../platform/http/contract/handler-results.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { CarrierLookupService, type ResolvedCarrier } from './carrier-lookup.service.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import type { StartTrackingDto, StoppedTrackingDto, TrackedShipmentDto } from './tracking.dto.js';
import { TrackingQueryService } from './tracking-query.service.js';

@Injectable()
export class TrackedShipmentsService {
  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly trackingQuery: TrackingQueryService,
    private readonly carrierLookup: CarrierLookupService,
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError tracking_carrier_conflict, quota_exceeded */
  async start(
    tenant: Tenant,
    {
      tracking_number: trackingNumber,
      carrier: carrierText,
      customer_id: customerId = null,
    }: StartTrackingDto,
  ): Promise<TrackedShipmentDto | Existing<TrackedShipmentDto>> {
    // Clients remove `.` and `..` from the path of the number.
    if (!/[\p{L}\p{N}]/u.test(trackingNumber)) {
      throw invalidParam('tracking_number', 'tracking_number must contain a letter or a digit.');
    }
    await this.customers.validateReference(tenant, customerId);
    const carrier = await this.carrierLookup.resolve(carrierText);
    return this.transactions.run(async () => {
      await this.tracked.lockNumber(tenant, trackingNumber);
      const existing = await this.tracked.findByNumber(tenant, trackingNumber);
      if (existing) {
        if (carrierText && !isSameCarrier(existing, carrier)) throw new ApiError('tracking_carrier_conflict');
        return new Existing(await this.trackingQuery.toDto(tenant, existing));
      }
      if (!(await this.relist(tenant, trackingNumber, carrierText ? carrier.carrierId : undefined))) {
        const added = { ...carrier, trackingNumber, customerId, freightId: null, source: 'manual' as const };
        await this.tracked.add(tenant, added);
      }
      return this.trackingQuery.get(tenant, trackingNumber);
    });
  }

  /** The number of a shipment stays tracked for the shipment. @throws ApiError resource_missing */
  async stop(tenant: Tenant, trackingNumber: string): Promise<StoppedTrackingDto> {
    return this.transactions.run(async () => {
      const { id, freightId } = await this.trackingQuery.getTracked(tenant, trackingNumber);
      if (freightId === null) await this.tracked.delete(tenant, id);
      else await this.tracked.update(tenant, id, { listed: false });
      return { object: 'tracking', deleted: true };
    });
  }

  /** Lists the number of a shipment again after it was stopped. */
  private async relist(
    tenant: Tenant,
    trackingNumber: string,
    carrierId: number | null | undefined,
  ): Promise<boolean> {
    const normalizedNumber = normalizePro(trackingNumber);
    const stopped = await this.tracked.findBy(tenant, { normalizedNumber, carrierId, listed: false });
    return stopped !== null && this.tracked.update(tenant, stopped.id, { listed: true });
  }
}

function isSameCarrier(a: ResolvedCarrier, b: ResolvedCarrier): boolean {
  return a.carrierId === b.carrierId && a.carrierName.toLowerCase() === b.carrierName.toLowerCase();
}
