import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { sanitizeText } from '../../domain/sanitize-text.js';
import { buildTrackingUrlSubquery, type TrackedShipment } from './tracked-shipment.entity.js';
import { TrackingScan, type NewTrackingScan } from './tracking-scan.entity.js';
import type { TrackingSource } from '../../domain/tracking-status.js';

export type ScanDetails = Pick<
  TrackingScan,
  'status' | 'description' | 'location' | 'code' | 'signedBy' | 'pieces' | 'source' | 'occurredAt'
>;
type TrackingState = Pick<
  TrackedShipment,
  'status' | 'location' | 'estimatedDelivery' | 'signedBy' | 'trackingUrl' | 'deliveredAt'
>;

export interface TrackingHistory extends TrackingState {
  scans: ScanDetails[];
}

/** The tracked number with one of its scans. The scan columns are null if there is none. */
type TrackingHistoryRow = ScanDetails &
  Omit<TrackingState, 'status' | 'location' | 'signedBy'> & {
    currentStatus: TrackingState['status'];
    currentLocation: TrackingState['location'];
    currentSignedBy: TrackingState['signedBy'];
  };

@Injectable()
export class TrackingScansRepository extends OwnedRepository<TrackingScan> {
  constructor(transactions: Transactions) {
    super(transactions, TrackingScan);
  }

  /** Stores the new scans and returns them, oldest first. */
  async insertNew(
    { organizationId, mode }: Tenant,
    trackedShipmentId: number,
    scans: NewTrackingScan[],
    source: TrackingSource,
  ): Promise<TrackingScan[]> {
    const rows = scans.map(
      ({ status, description, location, code = null, signedBy, pieces, occurredAt }) => ({
        status,
        description: sanitizeText(description),
        location: sanitizeText(location),
        code,
        signed_by: signedBy ?? null,
        pieces: pieces ?? null,
        occurred_at: occurredAt?.toISOString() ?? null,
      }),
    );
    return this.transactions.prepared<TrackingScan>({
      name: 'scans_insert',
      text: `WITH stored AS (
               INSERT INTO tracking_scans
                 (organization_id, mode, tracked_shipment_id, status, description, location, code, signed_by, pieces,
                  occurred_at, source)
               SELECT $1, $2, $3, status, description, location, code, signed_by, pieces,
                 COALESCE(occurred_at, now()), $5
               FROM jsonb_to_recordset($4::jsonb)
                 AS s (status text, description text, location text, code text, signed_by text, pieces int,
                   occurred_at timestamptz)
               ON CONFLICT DO NOTHING
               RETURNING id, status, description, location, code, signed_by AS "signedBy", occurred_at AS "occurredAt")
             SELECT * FROM stored ORDER BY "occurredAt", id`,
      values: [organizationId, mode, trackedShipmentId, JSON.stringify(rows), source],
    });
  }

  /** Returns the tracked number with its scans, oldest first. Returns null without a PRO number. */
  async findHistory({ organizationId, mode }: Tenant, freightId: number): Promise<TrackingHistory | null> {
    const rows = await this.transactions.prepared<TrackingHistoryRow>({
      name: 'scans_of_freight',
      text: `SELECT t.status AS "currentStatus", t.location AS "currentLocation",
               t.estimated_delivery AS "estimatedDelivery", t.delivered_at AS "deliveredAt",
               t.signed_by AS "currentSignedBy", ${buildTrackingUrlSubquery('t')} AS "trackingUrl",
               s.status, s.description, s.location, s.code, s.signed_by AS "signedBy", s.pieces, s.source,
               s.occurred_at AS "occurredAt"
             FROM tracked_shipments t LEFT JOIN tracking_scans s
               ON s.organization_id = $1 AND s.mode = $2 AND s.tracked_shipment_id = t.id
             WHERE t.organization_id = $1 AND t.mode = $2 AND t.freight_id = $3
             ORDER BY s.occurred_at, s.id`,
      values: [organizationId, mode, freightId],
    });
    const [first] = rows;
    if (!first) return null;
    const { currentStatus: status, currentLocation: location, estimatedDelivery, deliveredAt } = first;
    const { currentSignedBy: signedBy, trackingUrl } = first;
    const scans = rows.filter(({ occurredAt }) => occurredAt !== null);
    return { status, location, estimatedDelivery, signedBy, trackingUrl, deliveredAt, scans };
  }

  /** Returns scans by tracked number, each list oldest first. */
  async listByTracked(
    { organizationId, mode }: Tenant,
    trackedShipmentIds: number[],
  ): Promise<Map<number, TrackingScan[]>> {
    const rows = await this.transactions.prepared<TrackingScan>({
      name: 'scans_list',
      text: `SELECT tracked_shipment_id AS "trackedShipmentId", status, description, location, code,
               signed_by AS "signedBy", pieces, source, occurred_at AS "occurredAt"
             FROM tracking_scans
             WHERE organization_id = $1 AND mode = $2 AND tracked_shipment_id = ANY ($3::bigint[])
             ORDER BY occurred_at, id`,
      values: [organizationId, mode, trackedShipmentIds],
    });
    return Map.groupBy(rows, ({ trackedShipmentId }) => trackedShipmentId);
  }
}
