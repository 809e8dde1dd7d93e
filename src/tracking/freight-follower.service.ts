import { Injectable } from '@nestjs/common';
import type { Freight } from '../freight/freight.entity.js';
import { FreightOutcomes } from '../freight/freight-outcomes.service.js';
import { FreightRepository } from '../freight/freight.repository.js';
import { FREIGHT_STATES, type FreightStatus } from '../freight/freight-states.js';
import { FreightTransitions } from '../freight/freight-transitions.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { TrackingStatus } from './tracking-status.js';

/** Moves shipments to where tracking says they are, inside the caller's transaction. */
@Injectable()
export class FreightFollower {
  constructor(
    private readonly freight: FreightRepository,
    private readonly transitions: FreightTransitions,
    private readonly outcomes: FreightOutcomes,
  ) {}

  lock(tenant: Tenant, freightId: number): Promise<Freight> {
    return this.freight.lock(tenant, freightId);
  }

  /** The shipment where it is now; null when no way in the table leads there. */
  async follow(
    tenant: Tenant,
    freightId: number,
    status: TrackingStatus,
    since: Date | null,
  ): Promise<Freight | null> {
    const freight = await this.freight.lock(tenant, freightId);
    if (status === 'cancelled') {
      return FREIGHT_STATES.next(freight.status, 'cancel') && this.outcomes.voided(tenant, freight);
    }
    const target = statusOfFreight(status);
    const followed = await this.transitions.walk(
      tenant,
      freight,
      target,
      target === 'delivered' ? { deliveredAt: since } : {},
    );
    return followed.status === target ? followed : null;
  }
}

/** Picked up, out for delivery and exception are all within in_transit. Source: the interface's table of states. */
function statusOfFreight(status: TrackingStatus): FreightStatus {
  return status === 'delivered' ? 'delivered' : 'in_transit';
}
