import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Freight } from '../freight/record/freight.entity.js';
import { Shipments } from '../freight/record/shipments.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { NamedCarriers } from './named-carriers.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import { TrackingService } from './tracking.service.js';

/** Follows every shipment from the PRO number to the end, in the transactions that move it. */
@Injectable()
export class FreightTracking implements OnModuleInit {
  constructor(
    private readonly shipments: Shipments,
    private readonly tracked: TrackedShipmentsRepository,
    private readonly tracking: TrackingService,
    private readonly carriers: NamedCarriers,
  ) {}

  onModuleInit(): void {
    this.shipments.onMove((tenant, freight) => this.onMove(tenant, freight));
  }

  private async onMove(tenant: Tenant, freight: Freight): Promise<void> {
    const tracked = await this.tracked.ofFreight(tenant, freight.id);
    if (freight.status === 'voided') {
      if (tracked) await this.stop(tenant, tracked, freight);
    } else if (!tracked && freight.proNumber !== null) {
      await this.start(tenant, freight, freight.proNumber);
    } else if (tracked && freight.proNumber !== null && !isNumberOf(tracked, freight.proNumber)) {
      await this.leave(tenant, tracked);
      await this.start(tenant, freight, freight.proNumber);
    } else if (tracked && differs(tracked, freight)) {
      await this.tracked.update(tenant, tracked.id, datesOf(freight));
    }
  }

  /** The number was mistaken: what a client tracks by itself goes on without the shipment. */
  private async leave(tenant: Tenant, { id, source }: TrackedShipment): Promise<void> {
    if (source === 'manual') await this.tracked.update(tenant, id, { freightId: null });
    else await this.tracked.delete(tenant, id);
  }

  private async stop(tenant: Tenant, { id }: TrackedShipment, freight: Freight): Promise<void> {
    await this.tracked.enter(tenant, id, { status: 'cancelled', statusSince: sql('now()') });
    await this.shipments.track(tenant, freight.id, 'cancelled');
  }

  /** A number that the client tracks already becomes the shipment's; one that a carrier uses again is left to the older shipment unlisted. */
  private async start(tenant: Tenant, freight: Freight, trackingNumber: string): Promise<void> {
    await this.tracked.lockNumber(tenant, trackingNumber);
    const { carrierId } = await this.carriers.named(freight.scac);
    const known = {
      carrierId,
      carrierName: freight.carrierName,
      freightId: freight.id,
      customerId: freight.customerId,
      ...datesOf(freight),
    };
    const standing = await this.tracked.findNumber(tenant, trackingNumber);
    if (standing?.freightId === null) {
      await this.shipments.track(tenant, freight.id, standing.status);
      await this.tracked.update(tenant, standing.id, { ...known, updatedAt: sql('now()') });
      return this.tracking.catchUp(tenant, await this.tracked.get(tenant, standing.id));
    }
    if (standing) await this.tracked.update(tenant, standing.id, { listed: false });
    const source = tenant.mode === 'test' ? 'simulated' : 'carrier';
    await this.shipments.track(tenant, freight.id, 'pending');
    await this.tracked.add(tenant, { ...known, trackingNumber, source });
  }
}

function isNumberOf({ normalizedNumber }: TrackedShipment, proNumber: string): boolean {
  return normalizedNumber === normalizePro(proNumber);
}

function datesOf({ pickupDate, estimatedDeliveryDate }: Freight) {
  return { pickupDate, estimatedDeliveryDate };
}

function differs(tracked: TrackedShipment, freight: Freight): boolean {
  return (
    tracked.pickupDate !== freight.pickupDate ||
    tracked.estimatedDeliveryDate !== freight.estimatedDeliveryDate
  );
}
