import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import type { Freight } from '../freight/freight.entity.js';
import { FreightRepository } from '../freight/freight.repository.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { normalizePro } from '../vocabulary/pro-number.js';
import { audit } from './bill-audit.js';
import type { Bill } from './bill.entity.js';

/** What a bill says of its shipment. */
export type Claim = Pick<
  Bill,
  'carrier' | 'carrierKey' | 'proNumber' | 'proKey' | 'freightId' | 'lines' | 'totalCents'
>;

export type Finding = Pick<Bill, 'freightId' | 'status' | 'reason' | 'quotedCents' | 'comparison'>;

/** Finds a bill's shipment and holds the bill against its quote. */
@Injectable()
export class BillAuditor {
  constructor(
    private readonly freight: FreightRepository,
    private readonly quotes: QuotesRepository,
    private readonly config: Config,
  ) {}

  /** @throws ApiError resource_missing when the bill names a shipment by an id that doesn't exist */
  async examine(tenant: Tenant, claim: Claim): Promise<Finding> {
    const freight = await this.shipmentOf(tenant, claim);
    if (!freight) {
      const reason = `No shipment has the PRO number ${claim.proNumber}.`;
      return { freightId: null, status: 'disputed', reason, quotedCents: null, comparison: [] };
    }
    const { charges, netChargeCents: quotedCents } = await this.quotes.get(tenant, freight.quoteId);
    const comparison = audit(claim, charges, this.config.bills.toleranceCents);
    const reason = objection(claim, freight);
    const agreed = comparison.every(({ withinTolerance }) => withinTolerance);
    const status = reason !== null ? 'disputed' : agreed ? 'matched' : 'variance';
    return { freightId: freight.id, status, reason, quotedCents, comparison };
  }

  /** PRO numbers are a carrier's own: of several shipments with one number, the bill's carrier's is meant. */
  private async shipmentOf(tenant: Tenant, claim: Claim): Promise<Freight | null> {
    if (claim.freightId !== null) return this.freight.get(tenant, claim.freightId);
    const found: Freight[] = [];
    for (const proNumber of new Set([claim.proKey!, claim.proNumber!])) {
      found.push(...(await this.freight.listBy(tenant, { proNumber })));
    }
    return found.find((freight) => isCarrierOf(freight, claim)) ?? found[0] ?? null;
  }
}

/** Why the bill can't be for this shipment; null when it can. */
function objection(claim: Claim, freight: Freight): string | null {
  if (freight.status === 'draft') return 'The shipment is not booked.';
  if (freight.status === 'voided') return 'The shipment was cancelled.';
  if (!isCarrierOf(freight, claim)) return `The shipment went with another carrier, ${freight.scac}.`;
  const { proNumber } = freight;
  if (claim.proKey !== null && proNumber !== null && normalizePro(proNumber) !== claim.proKey) {
    return `The shipment has another PRO number, ${proNumber}.`;
  }
  return null;
}

function isCarrierOf(freight: Freight, { carrier, carrierKey }: Claim): boolean {
  return carrierKey === freight.scac || carrier.toLowerCase() === freight.carrierName.toLowerCase();
}
