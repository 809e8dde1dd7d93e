import { Injectable } from '@nestjs/common';
import { delivered } from '../freight/record/delivered.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { CancelShipment } from '../freight/booking/cancel.js';
import { FREIGHT_STATES, type FreightStatus } from '../freight/record/freight-states.js';
import { pickedUp } from '../freight/record/pickup.js';
import { Shipments } from '../freight/record/shipments.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingStatus } from '../../domain/tracking-status.js';

/** Moves shipments to where tracking says they are, inside the caller's transaction. */
@Injectable()
export class FreightFollower {
  constructor(
    private readonly shipments: Shipments,
    private readonly cancelling: CancelShipment,
  ) {}

  lock(tenant: Tenant, freightId: number): Promise<Freight> {
    return this.shipments.lock(tenant, freightId);
  }

  /** Notes on the shipment where its number is. */
  track(tenant: Tenant, freightId: number, status: TrackingStatus): Promise<void> {
    return this.shipments.track(tenant, freightId, status);
  }

  /** The shipment where it is now; null when no way in the table leads there. */
  async follow(
    tenant: Tenant,
    freightId: number,
    status: TrackingStatus,
    since: Date | null,
  ): Promise<Freight | null> {
    const freight = await this.shipments.lock(tenant, freightId);
    if (status === 'cancelled') {
      return FREIGHT_STATES.next(freight.status, 'cancel') && this.cancelling.void(tenant, freight);
    }
    const target = statusOfFreight(status);
    const followed = await this.shipments.walk(tenant, freight, target, {
      pick_up: pickedUp(freight, since ?? new Date(), status === 'picked_up'),
      deliver: delivered(freight, since),
    });
    return followed.status === target ? followed : null;
  }
}

/** Picked up, out for delivery and exception are all within in_transit. Source: the interface's table of states. */
function statusOfFreight(status: TrackingStatus): FreightStatus {
  return status === 'delivered' ? 'delivered' : 'in_transit';
}
