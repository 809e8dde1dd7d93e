import { Injectable } from '@nestjs/common';
import type { EventType } from '../events/event-types.js';
import { BolService } from '../freight/bol.service.js';
import type { Freight } from '../freight/freight.entity.js';
import { FreightOutcomes } from '../freight/freight-outcomes.service.js';
import { FREIGHT_STATES } from '../freight/freight-states.js';
import { presentFreight } from '../freight/freight.presenter.js';
import { InstantBooking } from '../freight/instant-booking.service.js';
import { shipmentInEvent } from '../freight/shipment-event.js';
import type { Tenant } from '../tenancy/tenant.js';
import { TrackedShipmentsRepository } from '../tracking/tracked-shipments.repository.js';
import { TrackingService } from '../tracking/tracking.service.js';

type Data = Record<string, unknown>;

/** The test shipments that simulated events move, through the same states and services as real ones. */
@Injectable()
export class SimulatedShipments {
  constructor(
    private readonly booking: InstantBooking,
    private readonly outcomes: FreightOutcomes,
    private readonly tracking: TrackingService,
    private readonly tracked: TrackedShipmentsRepository,
    private readonly bols: BolService,
  ) {}

  /** What the event says of the shipment as it is. */
  async dataOf(tenant: Tenant, type: EventType, freight: Freight): Promise<Data> {
    if (type === 'bol.generated') {
      return { bol: await this.bols.get(tenant, freight.id), shipment: presentFreight(freight) };
    }
    return { shipment: shipmentInEvent(freight, statusIn(type)) };
  }

  /** Walks the shipment to where the event says it is; the events of its real way are published on it. */
  async move(tenant: Tenant, type: EventType, freight: Freight): Promise<void> {
    if (type === 'shipment.cancelled') {
      if (FREIGHT_STATES.next(freight.status, 'cancel')) await this.outcomes.voided(tenant, freight);
      return;
    }
    await this.booking.book(tenant, freight.id);
    if (type === 'shipment.booked') return;
    const tracked = await this.tracked.ofFreight(tenant, freight.id);
    if (!tracked) return;
    const status = type.split('.')[1]!;
    const location = status === 'delivered' ? place(freight.shipTo) : place(freight.shipFrom);
    const scan = { status, description: `Simulated: ${status.replaceAll('_', ' ')}`, location };
    await this.tracking.record(tenant, tracked.id, [scan], 'simulated');
  }
}

function statusIn(type: EventType): string {
  return type === 'shipment.cancelled' ? 'voided' : type.split('.')[1]!;
}

function place({ city, state }: { city: string; state: string }): string {
  return `${city}, ${state}`;
}
