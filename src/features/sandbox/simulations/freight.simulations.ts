import { Injectable, type OnModuleInit } from '@nestjs/common';
import { buildSimulatedTender } from '../../carriers/adapters/simulated/simulated.adapter.js';
import { findTerminal, findTerminalBetween } from '../../carriers/adapters/simulated/simulated-terminals.js';
import { BookFreightCommand } from '../../freight/booking/book-freight.command.js';
import { CancelFreightCommand } from '../../freight/booking/cancel-freight.command.js';
import { Freight } from '../../freight/record/freight.entity.js';
import { FREIGHT_STATES, FREIGHT_STATUSES, type FreightStatus } from '../../freight/record/freight-states.js';
import {
  toFreightEventSubjects,
  toShipmentEventData,
  shipmentBooked,
  shipmentCancelled,
  shipmentDelivered,
  shipmentException,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentPickedUp,
} from '../../freight/record/freight.events.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { TrackedShipment } from '../../tracking/tracked-shipment.entity.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import { TrackingService } from '../../tracking/tracking.service.js';
import type { SimulateDto } from '../sandbox.dto.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

/** The events of carrier scans, with the tracking status and the status in the event. */
const SCANS = [
  [shipmentPickedUp, 'picked_up'],
  [shipmentInTransit, 'in_transit'],
  [shipmentOutForDelivery, 'out_for_delivery'],
  [shipmentDelivered, 'delivered'],
  [shipmentException, 'exception'],
] as const;

/** The statuses before the pickup. */
const CANCELLABLE_STATUSES = FREIGHT_STATUSES.filter((status) => FREIGHT_STATES.next(status, 'cancel'));
const UNDELIVERED_STATUSES = [...CANCELLABLE_STATUSES, 'in_transit'] as const;

/** Moves test shipments through the states and services of real shipments. A draft is booked first. */
@Injectable()
export class FreightSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
    private readonly booking: BookFreightCommand,
    private readonly cancelling: CancelFreightCommand,
    private readonly tracking: TrackingService,
  ) {}

  onModuleInit(): void {
    const find = (tenant: Tenant, { shipment_id: id }: SimulateDto) =>
      this.rows.findOrNewest(Freight, tenant, id);
    this.simulations.add(shipmentBooked, {
      find,
      findMovable: (tenant, request) => this.findMovable(tenant, request, ['draft']),
      about: toFreightEventSubjects,
      show: (_tenant, freight) => toShipmentEventData(shipmentBooked, freight),
      move: (tenant, { id }) => this.booking.bookWithAnswer(tenant, id, buildSimulatedTender),
    });
    this.simulations.add(shipmentCancelled, {
      find,
      findMovable: (tenant, request) => this.findMovable(tenant, request, CANCELLABLE_STATUSES),
      about: toFreightEventSubjects,
      show: (_tenant, freight) => toShipmentEventData(shipmentCancelled, freight),
      move: (tenant, { id }) => this.cancel(tenant, id),
    });
    for (const [event, status] of SCANS) {
      const statuses = status === 'picked_up' ? CANCELLABLE_STATUSES : UNDELIVERED_STATUSES;
      this.simulations.add(event, {
        find,
        findMovable: (tenant, request) => this.findMovable(tenant, request, statuses),
        about: toFreightEventSubjects,
        show: (_tenant, freight, { location = resolveScanLocation(status, freight) }) =>
          toShipmentEventData(event, freight, location),
        move: (tenant, { id }, request) => this.recordScan(tenant, id, status, request),
      });
    }
  }

  /** Returns the shipment of the request, or the newest one in one of these statuses. @throws ApiError resource_missing */
  private async findMovable(
    tenant: Tenant,
    { shipment_id: id }: SimulateDto,
    statuses: readonly FreightStatus[],
  ): Promise<Freight | null> {
    if (id !== undefined) return this.rows.findOrNewest(Freight, tenant, id);
    let newest: Freight | null = null;
    for (const status of statuses) {
      const found = await this.rows.findOrNewest(Freight, tenant, undefined, { status });
      if (found && found.id > (newest?.id ?? 0)) newest = found;
    }
    return newest;
  }

  private async cancel(tenant: Tenant, id: number): Promise<void> {
    const freight = await this.rows.get(Freight).lock(tenant, id);
    if (FREIGHT_STATES.next(freight.status, 'cancel')) await this.cancelling.voidFreight(tenant, freight);
  }

  /** Publishes nothing if tracking already has this scan or a later one. */
  private async recordScan(
    tenant: Tenant,
    id: number,
    status: TrackingStatus,
    { location, description }: SimulateDto,
  ): Promise<void> {
    const freight = await this.booking.bookWithAnswer(tenant, id, buildSimulatedTender);
    const tracked = await this.rows.get(TrackedShipment).findBy(tenant, { freightId: id });
    const where = (status === 'exception' && tracked?.location) || resolveScanLocation(status, freight);
    const scan = {
      status,
      description: description ?? `Simulated: ${status.replaceAll('_', ' ')}`,
      location: location ?? where,
    };
    await this.tracking.recordFreightScans(tenant, id, [scan], 'simulated');
  }
}

/** Returns the city where the carrier scans a shipment of this status, such as `Denver, CO`. */
function resolveScanLocation(status: TrackingStatus, { shipFrom, shipTo }: Freight): string {
  switch (status) {
    case 'picked_up':
      return `${shipFrom.city}, ${shipFrom.state}`;
    case 'out_for_delivery':
      return parseTerminalCity(findTerminal(shipTo.zip));
    case 'delivered':
      return `${shipTo.city}, ${shipTo.state}`;
    default:
      return parseTerminalCity(findTerminalBetween(shipFrom.zip, shipTo.zip));
  }
}

/** Returns `Los Angeles, CA` for the terminal `LAX Los Angeles, CA`. */
function parseTerminalCity(terminal: string): string {
  return terminal.slice(terminal.indexOf(' ') + 1);
}
