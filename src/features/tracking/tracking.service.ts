import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import {
  toFreightEventSubjects,
  toShipmentEventData,
  shipmentCancelled,
  shipmentDelivered,
  shipmentException,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentPickedUp,
  type ShipmentEvent,
  type ShipmentEventData,
} from '../freight/record/freight.events.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { FreightProgressService } from './freight-progress.service.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import { advanceProgress, type TrackingProgress } from './tracking-progress.js';
import type { NewTrackingScan, TrackingScan } from './tracking-scan.entity.js';
import { TrackingScansRepository } from './tracking-scans.repository.js';
import type { TrackingSource, TrackingStatus } from '../../domain/tracking-status.js';

const EVENTS_BY_STATUS: Record<Exclude<TrackingStatus, 'pending'>, ShipmentEvent> = {
  picked_up: shipmentPickedUp,
  in_transit: shipmentInTransit,
  out_for_delivery: shipmentOutForDelivery,
  delivered: shipmentDelivered,
  exception: shipmentException,
  cancelled: shipmentCancelled,
};

/** Applies scans to tracked numbers and their shipments. */
@Injectable()
export class TrackingService {
  constructor(
    private readonly tracked: TrackedShipmentsRepository,
    private readonly scans: TrackingScansRepository,
    private readonly freightProgress: FreightProgressService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores new scans, advances the number and its shipment, and publishes an event for each new status, in one transaction.
   * Late and repeated scans change nothing.
   */
  async recordScans(
    tenant: Tenant,
    trackedShipmentId: number,
    scans: NewTrackingScan[],
    source: TrackingSource,
  ): Promise<TrackedShipment> {
    return (await this.storeScans(tenant, trackedShipmentId, scans, source)).tracked;
  }

  /** Does nothing if the shipment has no PRO number. Returns the number of scans that were not stored before. */
  async recordFreightScans(
    tenant: Tenant,
    freightId: number,
    scans: NewTrackingScan[],
    source: TrackingSource,
  ): Promise<number> {
    const tracked = await this.tracked.findByFreight(tenant, freightId);
    return tracked ? (await this.storeScans(tenant, tracked.id, scans, source)).stored : 0;
  }

  /** Stores the carrier's estimate, YYYY-MM-DD. */
  async setEstimatedDelivery(tenant: Tenant, trackedShipmentId: number, estimate: string): Promise<void> {
    await this.tracked.touch(tenant, trackedShipmentId, { estimatedDelivery: estimate });
  }

  /** Advances a shipment to the status of a number that was tracked before it belonged to the shipment. */
  async catchUpFreight(tenant: Tenant, tracked: TrackedShipment): Promise<void> {
    if (tracked.status !== 'pending')
      await this.enterStatus(tenant, tracked, tracked, tracked.location ?? '');
  }

  private storeScans(
    tenant: Tenant,
    trackedShipmentId: number,
    scans: NewTrackingScan[],
    source: TrackingSource,
  ): Promise<{ tracked: TrackedShipment; stored: number }> {
    return this.transactions.run(async () => {
      const { freightId } = await this.tracked.get(tenant, trackedShipmentId);
      if (freightId !== null) await this.freightProgress.lock(tenant, freightId);
      let tracked = await this.tracked.lock(tenant, trackedShipmentId);
      const fresh = await this.scans.insertNew(tenant, trackedShipmentId, scans, source);
      for (const scan of fresh) tracked = await this.applyScan(tenant, tracked, scan);
      if (fresh.length === 0) return { tracked, stored: 0 };
      const location = await this.findLastLocation(tenant, tracked);
      const signedBy = tracked.signedBy ?? fresh.findLast((scan) => scan.signedBy !== null)?.signedBy ?? null;
      await this.tracked.touch(tenant, tracked.id, { source, location, signedBy });
      return { tracked: await this.tracked.get(tenant, tracked.id), stored: fresh.length };
    });
  }

  private async applyScan(
    tenant: Tenant,
    tracked: TrackedShipment,
    scan: TrackingScan,
  ): Promise<TrackedShipment> {
    const { status, furthest, statusSince } = tracked;
    const progress: TrackingProgress = { status, furthest, since: statusSince };
    const next = advanceProgress(progress, scan);
    if (next === progress) return tracked;
    if (
      next.status !== status &&
      !(await this.enterStatus(tenant, tracked, { ...next, statusSince: next.since }, scan.location))
    ) {
      return tracked;
    }
    const { since, ...reached } = next;
    await this.tracked.setStatus(tenant, tracked.id, { ...reached, statusSince: since });
    if (tracked.freightId !== null)
      await this.freightProgress.updateTrackingStatus(tenant, tracked.freightId, next.status);
    return this.tracked.get(tenant, tracked.id);
  }

  /** Advances the shipment, if any, and publishes the event. Returns false if the shipment cannot enter the status. */
  private async enterStatus(
    tenant: Tenant,
    tracked: TrackedShipment,
    { status, statusSince }: Pick<TrackedShipment, 'status' | 'statusSince'>,
    location: string,
  ): Promise<boolean> {
    const { freightId } = tracked;
    const freight =
      freightId === null
        ? null
        : await this.freightProgress.advanceTo(tenant, freightId, status, statusSince);
    if (freightId !== null && freight === null) return false;
    // Voiding the shipment has published its cancellation.
    if (status === 'pending' || (freight !== null && status === 'cancelled')) return true;
    const event = EVENTS_BY_STATUS[status];
    if (freight) {
      const data = toShipmentEventData(event, freight, location);
      await this.events.publish(tenant, event, data, toFreightEventSubjects(freight));
    } else {
      const { customerId } = tracked;
      await this.events.publish(tenant, event, toTrackedEventData(event, tracked, location), { customerId });
    }
    return true;
  }

  private async findLastLocation(tenant: Tenant, { id, location }: TrackedShipment): Promise<string | null> {
    const scans = (await this.scans.listByTracked(tenant, [id])).get(id) ?? [];
    return scans.findLast((scan) => scan.location !== '')?.location ?? location;
  }
}

function toTrackedEventData(
  { status }: ShipmentEvent,
  { id, trackingNumber, carrierName }: TrackedShipment,
  location: string,
): ShipmentEventData {
  return {
    shipment: {
      id,
      freight_id: null,
      proNumber: trackingNumber,
      status,
      location,
      carrier: carrierName,
    },
  };
}
