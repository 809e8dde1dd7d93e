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
import { isFreightCarrier, findObjection } from './bill-rules.js';
import type { BillAuditStatus } from './bill-states.js';

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
  /** YYYY-MM-DD; null while the shipment is unknown. */
  earliestBillDate: string | null;
}

/** The US zone where a day ends last, so that no bill is refused as older than its shipment. */
const WESTERNMOST_ZONE = 'Pacific/Honolulu';

/** Finds the shipment of a bill and compares the bill with its quote. */
@Injectable()
export class BillAuditService {
  constructor(
    private readonly freight: FreightLifecycle,
    private readonly quotes: QuoteLifecycle,
    private readonly config: Config,
  ) {}

  /** Locks the shipment and audits the bill. @throws ApiError resource_missing if `freightId` does not exist */
  async audit(tenant: Tenant, input: BillAuditInput): Promise<BillAudit> {
    const freightId = input.freightId ?? (await this.findFreightId(tenant, input));
    if (freightId === null) {
      const reason = `No shipment has the PRO number ${input.proNumber}.`;
      const unknown = { freightId: null, quotedCents: null, comparison: [], reasons: [] };
      const result: AuditResult = { ...unknown, proKey: input.proKey, status: 'disputed', reason };
      return { result, earliestBillDate: null };
    }
    const freight = await this.freight.lock(tenant, freightId);
    const quote = await this.quotes.get(tenant, freight.quoteId);
    // The carrier bills its own price, without the markup.
    const charges = quote.costCharges ?? quote.charges;
    const quotedCents = quote.costCents ?? quote.netChargeCents;
    const comparison = compareCharges(input, charges, this.config.bills.toleranceCents);
    const reason = findObjection(input, freight);
    const agreed = comparison.every(({ withinTolerance }) => withinTolerance);
    const status = reason !== null ? 'disputed' : agreed ? 'matched' : 'variance';
    const { proNumber } = freight;
    const proKey = input.proKey ?? (proNumber === null ? null : normalizePro(proNumber));
    const reasons = findReasons(input.lines, { charges, items: quote.items }, comparison);
    return {
      result: { freightId, proKey, status, reason, reasons, quotedCents, comparison },
      earliestBillDate: freight.pickupDate ?? toLocalDay(WESTERNMOST_ZONE, freight.createdAt),
    };
  }

  /** Prefers the shipment of the bill's carrier, because two carriers may use the same PRO number. */
  private async findFreightId(tenant: Tenant, input: BillAuditInput): Promise<number | null> {
    const found: Freight[] = [];
    for (const proNumber of new Set([input.proKey!, input.proNumber!])) {
      found.push(...(await this.freight.listByProNumber(tenant, proNumber)));
    }
    return (found.find((freight) => isFreightCarrier(freight, input)) ?? found[0])?.id ?? null;
  }
}
