import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { CarrierLookupService } from './carrier-lookup.service.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import { TrackingService } from './tracking.service.js';

/** Keeps the tracked number of each shipment in sync, in the transaction that changes the freight. */
@Injectable()
export class FreightTrackingService implements OnModuleInit {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly tracked: TrackedShipmentsRepository,
    private readonly tracking: TrackingService,
    private readonly carrierLookup: CarrierLookupService,
  ) {}

  onModuleInit(): void {
    this.freightLifecycle.onChange((tenant, freight) => this.handleFreightChange(tenant, freight));
  }

  private async handleFreightChange(tenant: Tenant, freight: Freight): Promise<void> {
    const tracked = await this.tracked.findByFreight(tenant, freight.id);
    if (freight.status === 'voided') {
      if (tracked) await this.stop(tenant, tracked, freight);
    } else if (!tracked && freight.proNumber !== null) {
      await this.start(tenant, freight, freight.proNumber);
    } else if (tracked && freight.proNumber !== null && !hasNumber(tracked, freight.proNumber)) {
      await this.detach(tenant, tracked);
      await this.start(tenant, freight, freight.proNumber);
    } else if (tracked && hasDifferentDates(tracked, freight)) {
      await this.tracked.update(tenant, tracked.id, toDates(freight));
    }
  }

  /** Handles a corrected PRO number. A number that a client also tracks is kept without the shipment. */
  private async detach(tenant: Tenant, { id, source }: TrackedShipment): Promise<void> {
    if (source === 'manual') await this.tracked.update(tenant, id, { freightId: null });
    else await this.tracked.delete(tenant, id);
  }

  private async stop(tenant: Tenant, { id }: TrackedShipment, freight: Freight): Promise<void> {
    await this.tracked.cancel(tenant, id);
    await this.freightLifecycle.updateTrackingStatus(tenant, freight.id, 'cancelled');
  }

  /**
   * Assigns a number that a client already tracks to the shipment. If the carrier reused the number of an older shipment,
   * the older record becomes unlisted.
   */
  private async start(tenant: Tenant, freight: Freight, trackingNumber: string): Promise<void> {
    await this.tracked.lockNumber(tenant, trackingNumber);
    const { carrierId } = await this.carrierLookup.resolve(freight.scac);
    const values = {
      carrierId,
      carrierName: freight.carrierName,
      freightId: freight.id,
      customerId: freight.customerId,
      ...toDates(freight),
    };
    const existing = await this.tracked.findByNumber(tenant, trackingNumber);
    if (existing?.freightId === null) {
      await this.freightLifecycle.updateTrackingStatus(tenant, freight.id, existing.status);
      await this.tracked.touch(tenant, existing.id, values);
      return this.tracking.catchUpFreight(tenant, await this.tracked.get(tenant, existing.id));
    }
    if (existing) await this.tracked.update(tenant, existing.id, { listed: false });
    const source = tenant.mode === 'test' ? 'simulated' : 'carrier';
    await this.freightLifecycle.updateTrackingStatus(tenant, freight.id, 'pending');
    await this.tracked.add(tenant, { ...values, trackingNumber, source });
  }
}

function hasNumber({ normalizedNumber }: TrackedShipment, proNumber: string): boolean {
  return normalizedNumber === normalizePro(proNumber);
}

function toDates({ pickupDate, estimatedDeliveryDate }: Freight) {
  return { pickupDate, estimatedDeliveryDate };
}

function hasDifferentDates(tracked: TrackedShipment, freight: Freight): boolean {
  return (
    tracked.pickupDate !== freight.pickupDate ||
    tracked.estimatedDeliveryDate !== freight.estimatedDeliveryDate
  );
}
