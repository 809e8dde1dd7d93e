import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { sanitizeText } from '../../domain/sanitize-text.js';
import { buildTrackingUrlSubquery, type TrackedShipment } from './tracked-shipment.entity.js';
import { TrackingScan } from './tracking-scan.entity.js';
import type { TrackingSource, TrackingStatus } from '../../domain/tracking-status.js';

/** A scan as carriers and simulations tell it, fit to be stored. */
export interface NewTrackingScan {
  status: TrackingStatus;
  description?: string;
  location?: string;
  code?: string | null;
  /** The database's now when absent. */
  occurredAt?: Date;
}

export type ScanDetails = Pick<TrackingScan, 'status' | 'description' | 'location' | 'code' | 'occurredAt'>;
type TrackingState = Pick<
  TrackedShipment,
  'status' | 'location' | 'estimatedDelivery' | 'signedBy' | 'trackingUrl' | 'deliveredAt'
>;

/** How a tracked number stands, and how it came there. */
export interface TrackingHistory extends TrackingState {
  scans: ScanDetails[];
}

/** A scan, all null for a number that has none, beside how its number stands. */
type TrackingHistoryRow = ScanDetails &
  Omit<TrackingState, 'status' | 'location'> & {
    standingStatus: TrackingState['status'];
    standingLocation: TrackingState['location'];
  };

@Injectable()
export class TrackingScansRepository extends OwnedRepository<TrackingScan> {
  constructor(transactions: Transactions) {
    super(transactions, TrackingScan);
  }

  /** Stores the scans that are not known yet, and returns those, oldest first. */
  async insertNew(
    { organizationId, mode }: Tenant,
    trackedShipmentId: number,
    scans: NewTrackingScan[],
    source: TrackingSource,
  ): Promise<TrackingScan[]> {
    const rows = scans.map(({ status, description, location, code = null, occurredAt }) => ({
      status,
      description: sanitizeText(description),
      location: sanitizeText(location),
      code,
      occurred_at: occurredAt?.toISOString() ?? null,
    }));
    return this.transactions.prepared<TrackingScan>({
      name: 'scans_insert',
      text: `WITH stored AS (
               INSERT INTO tracking_scans
                 (organization_id, mode, tracked_shipment_id, status, description, location, code, occurred_at, source)
               SELECT $1, $2, $3, status, description, location, code, COALESCE(occurred_at, now()), $5
               FROM jsonb_to_recordset($4::jsonb)
                 AS s (status text, description text, location text, code text, occurred_at timestamptz)
               ON CONFLICT DO NOTHING
               RETURNING id, status, description, location, code, occurred_at AS "occurredAt")
             SELECT * FROM stored ORDER BY "occurredAt", id`,
      values: [organizationId, mode, trackedShipmentId, JSON.stringify(rows), source],
    });
  }

  /** How a shipment's number stands, with its scans, oldest first; null when it has no number yet. */
  async findHistory({ organizationId, mode }: Tenant, freightId: number): Promise<TrackingHistory | null> {
    const rows = await this.transactions.prepared<TrackingHistoryRow>({
      name: 'scans_of_freight',
      text: `SELECT t.status AS "standingStatus", t.location AS "standingLocation",
               t.estimated_delivery AS "estimatedDelivery", t.delivered_at AS "deliveredAt",
               t.signed_by AS "signedBy", ${buildTrackingUrlSubquery('t')} AS "trackingUrl",
               s.status, s.description, s.location, s.code, s.occurred_at AS "occurredAt"
             FROM tracked_shipments t LEFT JOIN tracking_scans s
               ON s.organization_id = $1 AND s.mode = $2 AND s.tracked_shipment_id = t.id
             WHERE t.organization_id = $1 AND t.mode = $2 AND t.freight_id = $3
             ORDER BY s.occurred_at, s.id`,
      values: [organizationId, mode, freightId],
    });
    const [first] = rows;
    if (!first) return null;
    const { standingStatus: status, standingLocation: location, estimatedDelivery, deliveredAt } = first;
    const { signedBy, trackingUrl } = first;
    const scans = rows.filter(({ occurredAt }) => occurredAt !== null);
    return { status, location, estimatedDelivery, signedBy, trackingUrl, deliveredAt, scans };
  }

  /** The scans of several tracked numbers, each oldest first. */
  async listByTracked(
    { organizationId, mode }: Tenant,
    trackedShipmentIds: number[],
  ): Promise<Map<number, TrackingScan[]>> {
    const rows = await this.transactions.prepared<TrackingScan>({
      name: 'scans_list',
      text: `SELECT tracked_shipment_id AS "trackedShipmentId", status, description, location, code,
               occurred_at AS "occurredAt"
             FROM tracking_scans
             WHERE organization_id = $1 AND mode = $2 AND tracked_shipment_id = ANY ($3::bigint[])
             ORDER BY occurred_at, id`,
      values: [organizationId, mode, trackedShipmentIds],
    });
    return Map.groupBy(rows, ({ trackedShipmentId }) => trackedShipmentId);
  }
}
