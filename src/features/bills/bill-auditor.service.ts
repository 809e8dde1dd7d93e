import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { Shipments } from '../freight/record/shipments.js';
import { Quotes } from '../quotes/quotes.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { dayIn } from '../../domain/time-zones.js';
import { audit, reasonsFor } from './bill-audit.js';
import type { Bill } from './bill.entity.js';
import { isCarrierOf, objection } from './bill-objection.js';
import type { Verdict } from './bill-states.js';

/** What a bill says of its shipment. */
export type Claim = Pick<
  Bill,
  'carrier' | 'carrierKey' | 'proNumber' | 'proKey' | 'freightId' | 'lines' | 'totalCents'
>;

export type Finding = Pick<
  Bill,
  'freightId' | 'proKey' | 'reason' | 'reasons' | 'quotedCents' | 'comparison'
> & { status: Verdict };

export interface Examination {
  finding: Finding;
  /** The first day that a bill for the shipment can have, YYYY-MM-DD; null while the shipment isn't known. */
  earliest: string | null;
}

/** Where it is the same day the longest: what was shipped there late is dated with it. */
const WESTERNMOST = 'Pacific/Honolulu';

/** Finds a bill's shipment and holds the bill against its quote. */
@Injectable()
export class BillAuditor {
  constructor(
    private readonly shipments: Shipments,
    private readonly quotes: Quotes,
    private readonly config: Config,
  ) {}

  /** Holds the shipment, too. @throws ApiError resource_missing when the bill names a shipment by an id that doesn't exist */
  async examine(tenant: Tenant, claim: Claim): Promise<Examination> {
    const freightId = claim.freightId ?? (await this.shipmentOf(tenant, claim));
    if (freightId === null) {
      const reason = `No shipment has the PRO number ${claim.proNumber}.`;
      const unknown = { freightId: null, quotedCents: null, comparison: [], reasons: [] };
      const finding: Finding = { ...unknown, proKey: claim.proKey, status: 'disputed', reason };
      return { finding, earliest: null };
    }
    const freight = await this.shipments.lock(tenant, freightId);
    const quote = await this.quotes.get(tenant, freight.quoteId);
    // The carrier knows of no markup.
    const charges = quote.costCharges ?? quote.charges;
    const quotedCents = quote.costCents ?? quote.netChargeCents;
    const comparison = audit(claim, charges, this.config.bills.toleranceCents);
    const reason = objection(claim, freight);
    const agreed = comparison.every(({ withinTolerance }) => withinTolerance);
    const status = reason !== null ? 'disputed' : agreed ? 'matched' : 'variance';
    const { proNumber } = freight;
    const proKey = claim.proKey ?? (proNumber === null ? null : normalizePro(proNumber));
    const reasons = reasonsFor(claim.lines, { charges, items: quote.items }, comparison);
    const finding: Finding = { freightId, proKey, status, reason, reasons, quotedCents, comparison };
    return { finding, earliest: freight.pickupDate ?? dayIn(WESTERNMOST, freight.createdAt) };
  }

  /** PRO numbers are a carrier's own: of several shipments with one number, the bill's carrier's is meant. */
  private async shipmentOf(tenant: Tenant, claim: Claim): Promise<number | null> {
    const found: Freight[] = [];
    for (const proNumber of new Set([claim.proKey!, claim.proNumber!])) {
      found.push(...(await this.shipments.withProNumber(tenant, proNumber)));
    }
    return (found.find((freight) => isCarrierOf(freight, claim)) ?? found[0])?.id ?? null;
  }
}
