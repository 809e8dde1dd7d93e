import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError, conflictingParam, invalidParam } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toLocalDay } from '../../domain/local-time.js';
import { getTimeZone } from '../../domain/time-zones.js';
import { FreightDocumentsService } from '../freight/documents/freight-documents.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FREIGHT_STATES } from '../freight/record/freight-states.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { RecordScanDto, TrackingDto } from './tracking.dto.js';
import { TrackingQueryService } from './tracking-query.service.js';
import type { NewTrackingScan } from './tracking-scan.entity.js';
import { TrackingService } from './tracking.service.js';

/** How far a client's clock may be ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Records the scans that a person reports, with the effects of a carrier's scans. */
@Injectable()
export class ManualScansService implements OnModuleInit {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly documents: FreightDocumentsService,
    private readonly tracking: TrackingService,
    private readonly trackingQuery: TrackingQueryService,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.documents.setDeliveryRecorder(async (tenant, freightId, { deliveredAt, signedBy }) => {
      const scan = { status: 'delivered' as const, occurred_at: deliveredAt, signed_by: signedBy ?? null };
      await this.record(tenant, freightId, scan, 'delivered_at');
    });
  }

  /**
   * @param timeParam the parameter that has the time
   * @throws RowMissing, ApiError freight_not_scannable, freight_not_cancellable, date_out_of_range, conflicting_values
   */
  async record(
    tenant: Tenant,
    freightId: number,
    body: RecordScanDto,
    timeParam = 'occurred_at',
  ): Promise<TrackingDto> {
    return this.transactions.run(async () => {
      await this.store(tenant, freightId, body, timeParam);
      return this.trackingQuery.getByFreight(tenant, freightId);
    });
  }

  /** Like `record`. Returns false if the scan was stored before. */
  async store(
    tenant: Tenant,
    freightId: number,
    body: RecordScanDto,
    timeParam = 'occurred_at',
  ): Promise<boolean> {
    return this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(tenant, freightId);
      const scan = validateScan(freight, body, new Date(), timeParam);
      return (await this.tracking.recordFreightScans(tenant, freightId, [scan], 'manual')) > 0;
    });
  }
}

/** @throws ApiError freight_not_scannable, freight_not_cancellable, date_out_of_range, conflicting_values */
function validateScan(freight: Freight, body: RecordScanDto, now: Date, timeParam: string): NewTrackingScan {
  const message = explainNotScannable(freight);
  if (message !== null) throw new ApiError('freight_not_scannable', { message });
  const { status, occurred_at: time, city, state, description, signed_by: signedBy, pieces } = body;
  if (status === 'cancelled' && isPickedUp(freight)) throw new ApiError('freight_not_cancellable');
  if (signedBy && status !== 'delivered')
    throw conflictingParam('signed_by', 'signed_by requires the status delivered.');
  const occurredAt = new Date(time);
  assertPossibleTime(freight, status, occurredAt, now, timeParam);
  return {
    status,
    occurredAt,
    location: [city, state].filter(Boolean).join(', '),
    description: description ?? '',
    signedBy: signedBy || null,
    pieces: pieces ?? null,
  };
}

/** Returns null if the shipment takes scans. */
function explainNotScannable({ status, proNumber }: Freight): string | null {
  if (status === 'draft') return 'The shipment is a draft. Book it before you record a scan.';
  if (status === 'voided') return 'The shipment is canceled. You cannot record scans of it.';
  if (proNumber !== null) return null;
  return 'The shipment has no PRO number. Set it with POST /freight/{id}/confirm, then record the scan.';
}

function isPickedUp({ status }: Freight): boolean {
  return FREIGHT_STATES.next(status, 'cancel') === null;
}

/** @throws ApiError date_out_of_range for a time in the future, before the shipment existed, or before its pickup day */
function assertPossibleTime(
  freight: Freight,
  status: RecordScanDto['status'],
  occurredAt: Date,
  now: Date,
  param: string,
): void {
  if (occurredAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) {
    const message = `${param} must not be in the future. It is now ${now.toISOString()}.`;
    throw invalidParam(param, message, 'date_out_of_range');
  }
  const zone = getTimeZone(freight.shipFrom);
  const created = toLocalDay(zone, freight.createdAt);
  const { pickupDate } = freight;
  // The pickup itself may be reported late, and the carrier may come early.
  const afterPickup = pickupDate !== null && isPickedUp(freight) && status !== 'picked_up';
  const [earliest, reason] = afterPickup
    ? [pickupDate, 'the pickup day']
    : [created, 'the day the shipment was created'];
  if (toLocalDay(zone, occurredAt) >= earliest) return;
  const message = `${param} must not be before ${earliest}, ${reason}.`;
  throw invalidParam(param, message, 'date_out_of_range');
}
