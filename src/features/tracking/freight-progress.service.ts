import { Injectable } from '@nestjs/common';
import { buildDeliveredValues, buildPickedUpValues } from '../freight/record/transition-values.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { CancelFreightCommand } from '../freight/booking/cancel-freight.command.js';
import { FREIGHT_STATES, type FreightStatus } from '../freight/record/freight-states.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingStatus } from '../../domain/tracking-status.js';

/** Changes freight to the status that tracking reports, in the caller's transaction. */
@Injectable()
export class FreightProgressService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly cancelFreight: CancelFreightCommand,
  ) {}

  lock(tenant: Tenant, freightId: number): Promise<Freight> {
    return this.freightLifecycle.lock(tenant, freightId);
  }

  updateTrackingStatus(tenant: Tenant, freightId: number, status: TrackingStatus): Promise<void> {
    return this.freightLifecycle.updateTrackingStatus(tenant, freightId, status);
  }

  /** Returns null if the state table has no path to the status. */
  async advanceTo(
    tenant: Tenant,
    freightId: number,
    status: TrackingStatus,
    since: Date | null,
  ): Promise<Freight | null> {
    const freight = await this.freightLifecycle.lock(tenant, freightId);
    if (status === 'cancelled') {
      return FREIGHT_STATES.next(freight.status, 'cancel') && this.cancelFreight.voidFreight(tenant, freight);
    }
    const target = toFreightStatus(status);
    const followed = await this.freightLifecycle.advanceTo(tenant, freight, target, {
      pick_up: buildPickedUpValues(freight, since ?? new Date(), status === 'picked_up'),
      deliver: buildDeliveredValues(freight, since),
    });
    return followed.status === target ? followed : null;
  }
}

/** `picked_up`, `out_for_delivery` and `exception` are all within `in_transit`. */
function toFreightStatus(status: TrackingStatus): FreightStatus {
  return status === 'delivered' ? 'delivered' : 'in_transit';
}
