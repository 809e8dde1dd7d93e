import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { QuoteLifecycle } from '../quotes/quote-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { toLocalDay } from '../../domain/local-time.js';
import { compareCharges, findReasons } from './compare-charges.js';
import type { Bill } from './bill.entity.js';
import { isFreightCarrier, findObjection } from './bill-objection.js';
import type { BillAuditStatus } from './bill-states.js';

/** What a bill says of its shipment. */
export type BillAuditInput = Pick<
  Bill,
  'carrier' | 'carrierKey' | 'proNumber' | 'proKey' | 'freightId' | 'lines' | 'totalCents'
>;

export type AuditResult = Pick<
  Bill,
  'freightId' | 'proKey' | 'reason' | 'reasons' | 'quotedCents' | 'comparison'
> & { status: BillAuditStatus };

export interface BillAudit {
  result: AuditResult;
  /** The first day that a bill for the shipment can have, YYYY-MM-DD; null while the shipment isn't known. */
  earliestBillDate: string | null;
}

/** Where it is the same day the longest: what was shipped there late is dated with it. */
const WESTERNMOST_ZONE = 'Pacific/Honolulu';

/** Finds a bill's shipment and holds the bill against its quote. */
@Injectable()
export class BillAuditService {
  constructor(
    private readonly shipments: FreightLifecycle,
    private readonly quotes: QuoteLifecycle,
    private readonly config: Config,
  ) {}

  /** Holds the shipment, too. @throws ApiError resource_missing when the bill names a shipment by an id that doesn't exist */
  async audit(tenant: Tenant, claim: BillAuditInput): Promise<BillAudit> {
    const freightId = claim.freightId ?? (await this.findFreightId(tenant, claim));
    if (freightId === null) {
      const reason = `No shipment has the PRO number ${claim.proNumber}.`;
      const unknown = { freightId: null, quotedCents: null, comparison: [], reasons: [] };
      const finding: AuditResult = { ...unknown, proKey: claim.proKey, status: 'disputed', reason };
      return { result: finding, earliestBillDate: null };
    }
    const freight = await this.shipments.lock(tenant, freightId);
    const quote = await this.quotes.get(tenant, freight.quoteId);
    // The carrier knows of no markup.
    const charges = quote.costCharges ?? quote.charges;
    const quotedCents = quote.costCents ?? quote.netChargeCents;
    const comparison = compareCharges(claim, charges, this.config.bills.toleranceCents);
    const reason = findObjection(claim, freight);
    const agreed = comparison.every(({ withinTolerance }) => withinTolerance);
    const status = reason !== null ? 'disputed' : agreed ? 'matched' : 'variance';
    const { proNumber } = freight;
    const proKey = claim.proKey ?? (proNumber === null ? null : normalizePro(proNumber));
    const reasons = findReasons(claim.lines, { charges, items: quote.items }, comparison);
    const finding: AuditResult = { freightId, proKey, status, reason, reasons, quotedCents, comparison };
    return {
      result: finding,
      earliestBillDate: freight.pickupDate ?? toLocalDay(WESTERNMOST_ZONE, freight.createdAt),
    };
  }

  /** PRO numbers are a carrier's own: of several shipments with one number, the bill's carrier's is meant. */
  private async findFreightId(tenant: Tenant, claim: BillAuditInput): Promise<number | null> {
    const found: Freight[] = [];
    for (const proNumber of new Set([claim.proKey!, claim.proNumber!])) {
      found.push(...(await this.shipments.listByProNumber(tenant, proNumber)));
    }
    return (found.find((freight) => isFreightCarrier(freight, claim)) ?? found[0])?.id ?? null;
  }
}
