import type { Freight } from '../freight/record/freight.entity.js';
import type { TrackedShipment } from './tracked-shipment.entity.js';
import type { TrackedShipmentDto, TrackingDto, TrackingEventDto } from './tracking.dto.js';
import type { TrackingScan } from './tracking-scan.entity.js';
import type { ScanDetails, TrackingHistory } from './tracking-scans.repository.js';

/** A tracked number as the API shows it: the fields of both shapes (docs/adr/0008). */
export function toTrackedShipmentDto(
  tracked: TrackedShipment,
  scans: TrackingScan[] = [],
): TrackedShipmentDto {
  return {
    object: 'tracked_shipment',
    id: tracked.id,
    tracking_number: tracked.trackingNumber,
    carrier: tracked.carrierName,
    carrier_name: tracked.carrierName,
    freight_id: tracked.freightId,
    customer_id: tracked.customerId,
    status: tracked.status,
    location: tracked.location,
    source: tracked.source,
    pickup_date: tracked.pickupDate,
    estimated_delivery: tracked.estimatedDelivery ?? tracked.estimatedDeliveryDate,
    estimated_delivery_date: tracked.estimatedDeliveryDate,
    tracking_url: tracked.trackingUrl,
    signed_by: tracked.signedBy,
    delivered_at: tracked.deliveredAt?.toISOString() ?? null,
    events: scans.map(toTrackingEventDto),
    last_checked_at: tracked.lastCheckedAt?.toISOString() ?? null,
    stale: tracked.stale,
    created_at: tracked.createdAt.toISOString(),
    updated_at: tracked.updatedAt.toISOString(),
  };
}

/** The way of a shipment. Without a number yet, nothing has happened that a carrier could tell. */
export function toTrackingDto(freight: Freight, way: TrackingHistory | null): TrackingDto {
  return {
    object: 'tracking',
    tracking_number: freight.proNumber,
    carrier_name: freight.carrierName,
    status: way?.status ?? (freight.status === 'voided' ? 'cancelled' : 'pending'),
    location: way?.location ?? null,
    pickup_date: freight.pickupDate,
    estimated_delivery: way?.estimatedDelivery ?? freight.estimatedDeliveryDate,
    estimated_delivery_date: freight.estimatedDeliveryDate,
    tracking_url: way?.trackingUrl ?? null,
    signed_by: way?.signedBy ?? null,
    delivered_at: way?.deliveredAt?.toISOString() ?? null,
    events: way?.scans.map(toTrackingEventDto) ?? [],
  };
}

function toTrackingEventDto({
  status,
  description,
  location,
  code,
  occurredAt,
}: ScanDetails): TrackingEventDto {
  return { status, description, location, code, occurred_at: occurredAt.toISOString() };
}
