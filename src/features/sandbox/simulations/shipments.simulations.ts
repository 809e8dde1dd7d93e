import { Injectable, type OnModuleInit } from '@nestjs/common';
import { simulatedTender } from '../../carriers/adapters/simulated/simulated.adapter.js';
import type { EventDefinition } from '../../events/define-event.js';
import { BookShipment } from '../../freight/booking/book.js';
import { CancelShipment } from '../../freight/booking/cancel.js';
import { Freight } from '../../freight/record/freight.entity.js';
import { FREIGHT_STATES } from '../../freight/record/freight-states.js';
import {
  aboutFreight,
  shipmentBooked,
  shipmentCancelled,
  shipmentDelivered,
  shipmentException,
  shipmentInEvent,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentPickedUp,
  type ShipmentEventData,
} from '../../freight/record/shipment.events.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { TrackedShipment } from '../../tracking/tracked-shipment.entity.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import { TrackingService } from '../../tracking/tracking.service.js';
import type { SimulateDto } from '../sandbox.dto.js';
import { TestRows } from '../test-rows.js';
import { Simulations } from './simulations.js';
import { whereabouts } from './whereabouts.js';

/** What a carrier's scan of each status makes tracking tell. */
const SCANS = [
  [shipmentPickedUp, 'picked_up', 'PICKED_UP'],
  [shipmentInTransit, 'in_transit', 'IN_TRANSIT'],
  [shipmentOutForDelivery, 'out_for_delivery', 'OUT_FOR_DELIVERY'],
  [shipmentDelivered, 'delivered', 'DELIVERED'],
  [shipmentException, 'exception', 'EXCEPTION'],
] as const;

/** Test shipments move through the same states and services as real ones; a draft is booked first. */
@Injectable()
export class ShipmentSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: TestRows,
    private readonly booking: BookShipment,
    private readonly cancelling: CancelShipment,
    private readonly tracking: TrackingService,
  ) {}

  onModuleInit(): void {
    const find = (tenant: Tenant, { shipment_id: id }: SimulateDto) => this.rows.pick(Freight, tenant, id);
    this.simulations.add(shipmentBooked, {
      find,
      about: aboutFreight,
      show: (_tenant, freight) => ({ shipment: shipmentInEvent(freight, 'BOOKED') }),
      move: (tenant, { id }) => this.booking.withAnswer(tenant, id, simulatedTender),
    });
    this.simulations.add(shipmentCancelled, {
      find,
      about: aboutFreight,
      show: (_tenant, freight) => ({ shipment: shipmentInEvent(freight, 'VOIDED') }),
      move: (tenant, { id }) => this.cancel(tenant, id),
    });
    for (const [event, status, called] of SCANS) {
      this.simulations.add(event as EventDefinition<ShipmentEventData>, {
        find,
        about: aboutFreight,
        show: (_tenant, freight, { location = whereabouts(status, freight) }) => ({
          shipment: shipmentInEvent(freight, called, location),
        }),
        move: (tenant, { id }, request) => this.scan(tenant, id, status, request),
      });
    }
  }

  private async cancel(tenant: Tenant, id: number): Promise<void> {
    const freight = await this.rows.of(Freight).lock(tenant, id);
    if (FREIGHT_STATES.next(freight.status, 'cancel')) await this.cancelling.void(tenant, freight);
  }

  /** What tracking has heard before makes a scan late, and then it tells of nothing. */
  private async scan(
    tenant: Tenant,
    id: number,
    status: TrackingStatus,
    { location, description }: SimulateDto,
  ): Promise<void> {
    const freight = await this.booking.withAnswer(tenant, id, simulatedTender);
    const tracked = await this.rows.of(TrackedShipment).findBy(tenant, { freightId: id });
    const where = (status === 'exception' && tracked?.location) || whereabouts(status, freight);
    const scan = {
      status,
      description: description ?? `Simulated: ${status.replaceAll('_', ' ')}`,
      location: location ?? where,
    };
    await this.tracking.recordOf(tenant, id, [scan], 'simulated');
  }
}
