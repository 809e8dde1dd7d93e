import { Injectable } from '@nestjs/common';
import { NEUTRAL_EDI214_CODES, statusOfCode } from '../../domain/scan-codes.js';
import { timeZoneOf } from '../../domain/time-zones.js';
import { findZipByCity } from '../../domain/zip-codes.js';
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
  parseShipmentStatus,
  resolveScanTime,
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

/** The time zone of a scan without a zone and without a known place. */
const DEFAULT_ZONE = 'America/New_York';

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
  async execute(tenant: Tenant, { scac }: EdiPartner, set: TransactionSet): Promise<DocumentOutcome> {
    const status = parseShipmentStatus(set);
    if (Array.isArray(status)) return reject(status);
    const reference = toReference(status);
    const freight = await this.shipments.find(tenant, scac, status);
    const tracked = await this.findTracked(tenant, status, freight);
    if (!tracked) {
      const message = freight
        ? `Shipment ${freight.id} has no PRO number yet, and the message has none (B1001).`
        : 'No shipment or tracked number matches these numbers.';
      return { status: 'unmatched', reference, message };
    }
    await this.tracking.recordScans(tenant, tracked.id, status.scans.flatMap(toScans), 'carrier');
    const unknown = listUnknownCodes(status.scans);
    const message = unknown.length > 0 && { message: `Unknown status codes: ${unknown.join(', ')}.` };
    return { status: 'accepted', reference, freightId: tracked.freightId, ...message };
  }

  /** A shipment without a PRO number gets that of the message. */
  private async findTracked(
    tenant: Tenant,
    { proNumber }: ShipmentStatusMessage,
    freight: Freight | null,
  ): Promise<TrackedShipment | null> {
    if (!freight) return proNumber === null ? null : this.trackingQuery.findTracked(tenant, proNumber);
    if (freight.proNumber === null) {
      if (proNumber === null) return null;
      await this.confirmFreight.execute(tenant, freight.id, { pro_number: proNumber });
      return this.trackingQuery.findTracked(tenant, proNumber);
    }
    return this.trackingQuery.findTracked(tenant, freight.proNumber);
  }
}

/** Returns no scan for a code that is unknown or leaves the status as it is, and for an appointment. */
function toScans(scan: EdiScan): NewTrackingScan[] {
  const status = scan.code === null ? undefined : statusOfCode('edi214', scan.code);
  if (!status) return [];
  const { city, state } = scan;
  const occurredAt = resolveScanTime(scan, findZone(city, state)) ?? undefined;
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

function findZone(city: string | null, state: string | null): string {
  const zip = city === null || state === null ? null : findZipByCity(city, state);
  return zip === null ? DEFAULT_ZONE : timeZoneOf(zip);
}

function listUnknownCodes(scans: EdiScan[]): string[] {
  const codes = scans.flatMap(({ code }) => (code === null ? [] : [code]));
  const isUnknown = (code: string) => !statusOfCode('edi214', code) && !NEUTRAL_EDI214_CODES.includes(code);
  return [...new Set(codes.filter(isUnknown))].slice(0, 20);
}
