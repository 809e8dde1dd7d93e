import { Injectable } from '@nestjs/common';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { Freight } from './freight.entity.js';
import { FreightRepository } from './freight.repository.js';
import {
  CARRIER_TRIGGERS,
  FREIGHT_STATES,
  type FreightStatus,
  type FreightTrigger,
} from './freight-states.js';

/** Runs inside the transaction that moved the shipment. */
export type MoveHandler = (tenant: Tenant, freight: Freight) => Promise<void>;

/** What a transition may set beside the status. */
export type MoveValues = Partial<
  Pick<
    Freight,
    'proNumber' | 'pickupDate' | 'pickupConfirmation' | 'deliveredAt' | 'statusReason' | 'commandKey'
  >
>;

/** The only writer of a shipment's status: nothing happens that isn't in the table. */
@Injectable()
export class FreightTransitions {
  private readonly handlers: MoveHandler[] = [];

  constructor(private readonly freight: FreightRepository) {}

  /** Handlers see every shipment after every transition. */
  onMove(handler: MoveHandler): void {
    this.handlers.push(handler);
  }

  /** Moves a locked shipment by one row of the table. @throws Error when the table has no such row */
  async move(
    tenant: Tenant,
    { id, status: from }: Freight,
    trigger: FreightTrigger,
    values: MoveValues = {},
  ): Promise<Freight> {
    const status = FREIGHT_STATES.next(from, trigger);
    if (status === null) throw new Error(`A shipment that is ${from} can't ${trigger}.`);
    return this.change(tenant, id, { ...values, status });
  }

  /** Changes what isn't the status, e.g. a PRO number that came late. */
  async note(tenant: Tenant, { id }: Freight, values: MoveValues): Promise<Freight> {
    return this.change(tenant, id, values);
  }

  /** Walks a locked shipment to where the carrier says it is, setting `values` there; stays put when no rows lead there. */
  async walk(tenant: Tenant, freight: Freight, to: FreightStatus, values: MoveValues = {}): Promise<Freight> {
    const [trigger] = FREIGHT_STATES.path(freight.status, to, CARRIER_TRIGGERS) ?? [];
    if (!trigger) return freight;
    const isLast = FREIGHT_STATES.next(freight.status, trigger) === to;
    return this.walk(tenant, await this.move(tenant, freight, trigger, isLast ? values : {}), to, values);
  }

  private async change(
    tenant: Tenant,
    id: number,
    values: MoveValues & { status?: FreightStatus },
  ): Promise<Freight> {
    await this.freight.update(tenant, id, { ...values, updatedAt: sql('now()') });
    for (const handler of this.handlers) await handler(tenant, await this.freight.get(tenant, id));
    return this.freight.get(tenant, id);
  }
}
