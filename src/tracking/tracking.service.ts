import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { EventType } from '../events/event-types.js';
import { EventsService } from '../events/events.service.js';
import type { Freight } from '../freight/freight.entity.js';
import { shipmentInEvent, type ShipmentInEvent } from '../freight/shipment-event.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { FreightFollower } from './freight-follower.service.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import { advance, type Progress } from './tracking-progress.js';
import type { TrackingScan } from './tracking-scan.entity.js';
import { TrackingScansRepository, type NewScan } from './tracking-scans.repository.js';
import { isFinal, type TrackingSource, type TrackingStatus } from './tracking-status.js';

const EVENT_OF: Record<Exclude<TrackingStatus, 'pending'>, EventType> = {
  picked_up: 'shipment.picked_up',
  in_transit: 'shipment.in_transit',
  out_for_delivery: 'shipment.out_for_delivery',
  delivered: 'shipment.delivered',
  exception: 'shipment.exception',
  cancelled: 'shipment.cancelled',
};

/** The one way in for everything that is said about a number on its way. */
@Injectable()
export class TrackingService {
  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly scans: TrackingScansRepository,
    private readonly follower: FreightFollower,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores the scans that are new, moves the number and its shipment along, and publishes an event for each status
   * entered, all in one transaction. Late and repeated scans change nothing.
   */
  async record(
    tenant: Tenant,
    trackedShipmentId: number,
    scans: NewScan[],
    source: TrackingSource,
  ): Promise<TrackedShipment> {
    return this.transactions.run(async () => {
      const { freightId } = await this.tracked.get(tenant, trackedShipmentId);
      if (freightId !== null) await this.follower.lock(tenant, freightId);
      let tracked = await this.tracked.lock(tenant, trackedShipmentId);
      const fresh = await this.scans.insertNew(tenant, trackedShipmentId, scans, source);
      for (const scan of fresh) tracked = await this.take(tenant, tracked, scan);
      if (fresh.length === 0) return tracked;
      return this.change(tenant, tracked, { source, location: await this.lastLocation(tenant, tracked) });
    });
  }

  /** Brings a shipment up to where its number has been followed to before it was known to be the shipment's. */
  async catchUp(tenant: Tenant, tracked: TrackedShipment): Promise<void> {
    if (tracked.status !== 'pending') await this.enter(tenant, tracked, tracked, tracked.location ?? '');
  }

  private async take(tenant: Tenant, tracked: TrackedShipment, scan: TrackingScan): Promise<TrackedShipment> {
    const { status, furthest, statusSince } = tracked;
    const next: Progress = advance({ status, furthest, since: statusSince }, scan);
    if (
      next.status !== status &&
      !(await this.enter(tenant, tracked, { ...next, statusSince: next.since }, scan.location))
    ) {
      return tracked;
    }
    return this.change(tenant, tracked, {
      status: next.status,
      furthest: next.furthest,
      statusSince: next.since,
      ...(next.status === 'delivered' && { deliveredAt: next.since }),
      ...(isFinal(next.status) && { nextCheckAt: null }),
    });
  }

  /** Moves the shipment, if the number is one's, and tells of the status. False when the shipment can't go there. */
  private async enter(
    tenant: Tenant,
    tracked: TrackedShipment,
    { status, statusSince }: Pick<TrackedShipment, 'status' | 'statusSince'>,
    location: string,
  ): Promise<boolean> {
    const { freightId } = tracked;
    const freight =
      freightId === null ? null : await this.follower.follow(tenant, freightId, status, statusSince);
    if (freightId !== null && freight === null) return false;
    // Voiding a shipment has told of its cancellation already.
    if (status === 'pending' || (freight !== null && status === 'cancelled')) return true;
    const shipment = describe(tracked, freight, status, location);
    await this.events.publish(tenant, EVENT_OF[status], { shipment });
    return true;
  }

  private async lastLocation(tenant: Tenant, { id, location }: TrackedShipment): Promise<string | null> {
    const scans = (await this.scans.listOf(tenant, [id])).get(id) ?? [];
    return scans.findLast((scan) => scan.location !== '')?.location ?? location;
  }

  private async change(
    tenant: Tenant,
    { id }: TrackedShipment,
    values: Partial<TrackedShipment>,
  ): Promise<TrackedShipment> {
    await this.tracked.update(tenant, id, { ...values, updatedAt: sql('now()') });
    return this.tracked.get(tenant, id);
  }
}

function describe(
  tracked: TrackedShipment,
  freight: Freight | null,
  status: TrackingStatus,
  location: string,
): ShipmentInEvent {
  if (freight) return shipmentInEvent(freight, status, location);
  return {
    id: tracked.id,
    freight_id: null,
    proNumber: tracked.trackingNumber,
    status: status === 'cancelled' ? 'VOIDED' : status.toUpperCase(),
    location,
    carrier: tracked.carrierName,
  };
}
