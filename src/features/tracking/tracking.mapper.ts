import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { Freight } from '../freight/record/freight.entity.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import { TrackedShipmentDto, TrackingEventDto, type TrackingDto } from './tracking.dto.js';
import type { TrackingScan } from './tracking-scan.entity.js';
import type { ScanDetails, TrackingHistory } from './tracking-scans.repository.js';

/** Returns the fields of both shapes (docs/adr/0008). */
export function toTrackedShipmentDto(
  tracked: TrackedShipment,
  scans: TrackingScan[] = [],
): TrackedShipmentDto {
  return toDto(TrackedShipmentDto, tracked, {
    object: 'tracked_shipment',
    carrier: tracked.carrierName,
    estimated_delivery: tracked.estimatedDelivery ?? tracked.estimatedDeliveryDate,
    events: scans.map(toTrackingEventDto),
  });
}

/** @param history null without a PRO number */
export function toTrackingDto(freight: Freight, history: TrackingHistory | null): TrackingDto {
  return {
    object: 'tracking',
    tracking_number: freight.proNumber,
    carrier_name: freight.carrierName,
    status: history?.status ?? (freight.status === 'voided' ? 'cancelled' : 'pending'),
    location: history?.location ?? null,
    pickup_date: freight.pickupDate,
    estimated_delivery: history?.estimatedDelivery ?? freight.estimatedDeliveryDate,
    estimated_delivery_date: freight.estimatedDeliveryDate,
    tracking_url: history?.trackingUrl ?? null,
    signed_by: history?.signedBy ?? null,
    delivered_at: history?.deliveredAt?.toISOString() ?? null,
    events: history?.scans.map(toTrackingEventDto) ?? [],
  };
}

function toTrackingEventDto(scan: ScanDetails): TrackingEventDto {
  return toDto(TrackingEventDto, scan, {});
}
