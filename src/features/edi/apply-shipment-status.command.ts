import { Injectable } from '@nestjs/common';
import { NEUTRAL_EDI214_CODES, statusOfCode } from '../../domain/scan-codes.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TransactionSet } from '../../platform/x12/interchange.js';
import { ConfirmFreightCommand } from '../freight/booking/confirm-freight.command.js';
import type { Freight } from '../freight/record/freight.entity.js';
import type { TrackedShipment } from '../tracking/tracked-shipment.entity.js';
import { TrackingQueryService } from '../tracking/tracking-query.service.js';
import type { NewTrackingScan } from '../tracking/tracking-scan.entity.js';
import { TrackingService } from '../tracking/tracking.service.js';
import { reject, type DocumentOutcome } from './document-outcome.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { FindEdiShipmentService, toReference } from './find-edi-shipment.service.js';
import {
  ESTIMATE_CODES,
  findScanZone,
  parseShipmentStatus,
  resolveScanTime,
  toDateError,
  type EdiScan,
  type ShipmentStatusMessage,
} from './parse-shipment-status.js';

/** Reasons of a status (element 1651). Source: X12 004040, element 1651. */
const STATUS_REASONS: Readonly<Record<string, string>> = {
  NS: '',
  A1: 'Missed delivery',
  A2: 'Incorrect address',
  AG: 'Consignee related',
  AI: 'Mechanical breakdown',
  AJ: 'Other carrier related',
  AM: 'Shipper related',
  AN: 'Holiday',
  AO: 'Weather',
  AS: 'Held by customs',
  AX: 'Not enough time for the pickup',
  AY: 'Missed pickup',
  B1: 'Consignee closed',
  B5: 'Held for the consignee',
  BG: 'Other reason',
  BH: 'Not enough time for the delivery',
  BK: 'Prearranged appointment',
  BS: 'Refused by the customer',
};

/** Codes of an estimated delivery, the most exact first: estimated delivery, estimated arrival at the consignee. */
const DELIVERY_ESTIMATES = ['AG', 'X2'];
/** A scan may be this much older than its shipment: the freight may be picked up before it is entered. */
const MAX_SCAN_AGE_MS = 365 * 86_400_000;

/** Records the scans of a shipment status message (set 214). */
@Injectable()
export class ApplyShipmentStatusCommand {
  constructor(
    private readonly shipments: FindEdiShipmentService,
    private readonly tracking: TrackingService,
    private readonly trackingQuery: TrackingQueryService,
    private readonly confirmFreight: ConfirmFreightCommand,
  ) {}

  /** @throws ApiError if the shipment refuses the PRO number of the message */
  async execute(
    tenant: Tenant,
    partner: EdiPartner,
    set: TransactionSet,
    receivedAt: Date,
  ): Promise<DocumentOutcome> {
    const status = parseShipmentStatus(set, receivedAt);
    if (Array.isArray(status)) return reject(status);
    const reference = toReference(status);
    const freight = await this.shipments.find(tenant, partner.scac, status);
    const refused = freight && explainRefusal(freight, status);
    if (refused) return { status: 'unmatched', reference, freightId: freight.id, message: refused };
    const tracked = await this.findTracked(tenant, partner, status, freight);
    if (!tracked) {
      const message = 'No shipment or tracked number of this carrier matches the numbers in the document.';
      return { status: 'unmatched', reference, message };
    }
    const scans = status.scans.flatMap(toScans);
    const old = freight ? status.scans.filter((scan) => isTooOld(scan, freight)) : [];
    if (old.length > 0) return reject(old.map(toDateError));
    const estimate = findEstimate(status.scans);
    if (estimate !== null) await this.tracking.setEstimatedDelivery(tenant, tracked.id, estimate);
    await this.tracking.recordScans(tenant, tracked.id, scans, 'carrier');
    const unknown = listUnknownCodes(status.scans);
    const message = unknown.length > 0 && { message: `Unknown status codes: ${unknown.join(', ')}.` };
    return { status: 'accepted', reference, freightId: tracked.freightId, ...message };
  }

  /** A shipment without a PRO number gets that of the message. Two carriers may use the same PRO number. */
  private async findTracked(
    tenant: Tenant,
    { scac, name }: EdiPartner,
    { proNumber }: ShipmentStatusMessage,
    freight: Freight | null,
  ): Promise<TrackedShipment | null> {
    if (!freight)
      return proNumber === null ? null : this.trackingQuery.findOfCarrier(tenant, proNumber, [scac, name]);
    if (freight.proNumber === null)
      await this.confirmFreight.execute(tenant, freight.id, { pro_number: proNumber! });
    return this.trackingQuery.findByFreight(tenant, freight.id);
  }
}

/** Returns why the shipment cannot accept the scans of the message, or null. A carrier may confirm a cancellation. */
function explainRefusal(
  { id, status, proNumber }: Freight,
  { proNumber: reported, scans }: ShipmentStatusMessage,
): string | null {
  const isCancellation = scans.every(
    ({ code }) => code !== null && statusOfCode('edi214', code) === 'cancelled',
  );
  if (status === 'voided' && !isCancellation) return `Shipment ${id} is canceled. It accepts no scans.`;
  if (proNumber !== null || reported !== null) return null;
  return `Shipment ${id} has no PRO number yet, and the message has none (B1001).`;
}

function isTooOld(scan: EdiScan, { createdAt }: Freight): boolean {
  const at = resolveScanTime(scan, findScanZone(scan));
  return at !== null && at.getTime() < createdAt.getTime() - MAX_SCAN_AGE_MS;
}

/** Returns the day of the estimated delivery, or null. The last estimate of a file counts. */
function findEstimate(scans: EdiScan[]): string | null {
  for (const estimate of DELIVERY_ESTIMATES) {
    const last = scans.findLast(({ code, date }) => code === estimate && date !== null);
    if (last) return last.date;
  }
  return null;
}

/** Returns no scan for a code that is unknown or leaves the status as it is, and for an estimate or appointment. */
function toScans(scan: EdiScan): NewTrackingScan[] {
  if (scan.code === null || ESTIMATE_CODES.includes(scan.code)) return [];
  const status = statusOfCode('edi214', scan.code);
  if (!status) return [];
  const { city, state } = scan;
  const occurredAt = resolveScanTime(scan, findScanZone(scan)) ?? undefined;
  return [
    {
      status,
      code: scan.code,
      ...(scan.reason !== null && { description: STATUS_REASONS[scan.reason] ?? `Reason ${scan.reason}` }),
      location: [city, state].filter((part) => part !== null).join(', '),
      ...(occurredAt && { occurredAt }),
    },
  ];
}

function listUnknownCodes(scans: EdiScan[]): string[] {
  const codes = scans.flatMap(({ code }) => (code === null ? [] : [code]));
  const isUnknown = (code: string) => !statusOfCode('edi214', code) && !NEUTRAL_EDI214_CODES.includes(code);
  return [...new Set(codes.filter(isUnknown))].slice(0, 20);
}
