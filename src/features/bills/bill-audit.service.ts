import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { CarriersService, type FreightCarrier } from '../carriers/carriers.service.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { PickupPriceService } from '../quotes/pickup-price.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightPayer } from '../freight/record/freight-payer.service.js';
import type { Quote } from '../quotes/quote.entity.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { isWithinCanada, STANDARD_TAX_RATES } from '../../domain/canadian-taxes.js';
import type { Charge } from '../../domain/charges.js';
import { normalizePro, removeProSuffix } from '../../domain/pro-number.js';
import { toLocalDay } from '../../domain/local-time.js';
import { auditTaxes, splitTaxes, type TaxAudit } from './audit-taxes.js';
import { compareCharges, findReasons, sumAmounts, type BillLine } from './compare-charges.js';
import type { Bill } from './bill.entity.js';
import { findObjection } from './bill-rules.js';
import type { BillAuditStatus } from './bill-states.js';

export type BillAuditInput = Pick<
  Bill,
  'kind' | 'carrier' | 'proNumber' | 'proKey' | 'freightId' | 'currency' | 'lines' | 'totalCents'
>;

export type AuditResult = Pick<
  Bill,
  | 'carrierKey'
  | 'freightId'
  | 'proKey'
  | 'objected'
  | 'reason'
  | 'reasons'
  | 'quotedCents'
  | 'comparison'
  | 'taxCents'
  | 'taxDisputedCents'
> & { status: BillAuditStatus };

export interface BillAudit {
  result: AuditResult;
  /** The carrier keys of bills that would bill the same freight. */
  carrierKeys: string[];
  /** YYYY-MM-DD; null while the shipment is unknown. */
  earliestBillDate: string | null;
}

/** The US zone where a day ends last, so that no bill is refused as older than its shipment. */
const WESTERNMOST_ZONE = 'Pacific/Honolulu';

const NO_TAXES = { taxCents: 0, taxDisputedCents: 0 };

/** Finds the shipment of a bill and compares the bill with its quote, or with the tariff of the actual pickup day. */
@Injectable()
export class BillAuditService {
  constructor(
    private readonly freight: FreightLifecycle,
    private readonly pickupPrices: PickupPriceService,
    private readonly carriers: CarriersService,
    private readonly profiles: OrganizationProfiles,
    private readonly config: Config,
  ) {}

  /** Returns the carrier's quoted price in cents and the party that it bills. */
  async getCostBasis(
    tenant: Tenant,
    freight: Freight,
  ): Promise<{ quotedCents: number; payer: FreightPayer }> {
    const { quote } = await this.pickupPrices.getPriced(tenant, freight.quoteId, null);
    const payer = await this.freight.resolvePayer(tenant, freight);
    return { quotedCents: quote.costCents ?? quote.netChargeCents, payer };
  }

  /** Locks the shipment and audits the bill. @throws ApiError resource_missing if `freightId` does not exist */
  async audit(tenant: Tenant, input: BillAuditInput): Promise<BillAudit> {
    const freightId = input.freightId ?? (await this.findFreightId(tenant, input));
    if (freightId === null) {
      const carrierKey = await this.resolveCarrierKey(tenant, input.carrier);
      const reason = `No shipment has the PRO number ${input.proNumber}.`;
      const unknown = { freightId: null, quotedCents: null, comparison: [], reasons: [], ...NO_TAXES };
      const { proKey } = input;
      const result = { ...unknown, carrierKey, proKey, status: 'disputed' as const, objected: true, reason };
      return { result, carrierKeys: [carrierKey], earliestBillDate: null };
    }
    const freight = await this.freight.lock(tenant, freightId);
    const { carrier, kind, lines, totalCents } = input;
    const scac = await this.carriers.findScac(tenant, carrier, freight);
    const carrierKey = scac ?? toCarrierKey(carrier);
    const { quote, dayPrice } = await this.pickupPrices.getPriced(
      tenant,
      freight.quoteId,
      freight.pickupDate,
    );
    const quoted = dayPrice?.price?.charges ?? quote.costCharges ?? quote.charges;
    // The quote has no part of a supplement or a credit.
    const charges = kind === 'original' ? quoted : [];
    // Amounts of different currencies are not compared.
    const isComparable = input.currency === freight.currency;
    const quotedCents = isComparable ? sumAmounts(charges) : null;
    const { toleranceCents } = this.config.bills;
    const taxes = isComparable ? await this.auditTaxes(tenant, input, { quoted, quote }) : null;
    const untaxed = taxes ? { lines: taxes.freightLines, totalCents: totalCents - taxes.billedCents } : input;
    const comparison = isComparable
      ? [...compareCharges(untaxed, charges, toleranceCents), ...(taxes?.comparison ?? [])]
      : [];
    const objection = findObjection(
      { ...input, carrierKey },
      freight,
      await this.freight.resolvePayer(tenant, freight),
    );
    const reason = objection ?? taxes?.reason ?? null;
    const agreed =
      quotedCents !== null &&
      comparison.every(({ withinTolerance }) => withinTolerance) &&
      Math.abs(untaxed.totalCents - quotedCents) <= toleranceCents;
    const status: BillAuditStatus = reason !== null ? 'disputed' : agreed ? 'matched' : 'variance';
    const { proNumber } = freight;
    const proKey = input.proKey ?? (proNumber === null ? null : normalizePro(proNumber));
    const reasons = findReasons(lines, { charges: quoted, items: quote.items }, comparison);
    const objected = objection !== null;
    const { taxCents, taxDisputedCents } = taxes ?? NO_TAXES;
    const found = {
      taxCents,
      taxDisputedCents: objected ? 0 : taxDisputedCents,
      carrierKey,
      freightId,
      proKey,
      status,
      objected,
      reason,
      reasons,
    };
    const shipped = [freight.scac, toCarrierKey(freight.carrierName)];
    return {
      result: { ...found, quotedCents, comparison },
      carrierKeys: scac === freight.scac ? [carrierKey, ...shipped] : [carrierKey],
      earliestBillDate: findEarliestBillDate(freight),
    };
  }

  /** Returns null if the bill has no Canadian sales tax. */
  private async auditTaxes(
    tenant: Tenant,
    { lines, currency }: BillAuditInput,
    { quoted, quote }: { quoted: Charge[]; quote: Quote },
  ): Promise<(TaxAudit & { freightLines: BillLine[]; billedCents: number }) | null> {
    const billed = splitTaxes(lines, quoted, quote);
    if (billed.taxLines.length === 0) return null;
    const settings = isWithinCanada(quote) ? await this.profiles.taxes(tenant) : null;
    const { toleranceCents } = this.config.bills;
    const rates = settings?.rates ?? STANDARD_TAX_RATES;
    const audit = auditTaxes(billed, quote, rates, { currency, toleranceCents });
    return { ...audit, freightLines: billed.freightLines, billedCents: sumAmounts(billed.taxLines) };
  }

  /** Returns the SCAC of a known carrier, or the name in lower case. */
  async resolveCarrierKey(tenant: Tenant, carrier: string): Promise<string> {
    return (await this.carriers.findScac(tenant, carrier)) ?? toCarrierKey(carrier);
  }

  /** Ignores the suffix of a supplement's or a credit's PRO number if no shipment has the exact number. */
  private async findFreightId(tenant: Tenant, input: BillAuditInput): Promise<number | null> {
    const { kind, carrier, proNumber } = input;
    const exact = await this.findByPro(tenant, carrier, proNumber!);
    if (exact !== null || kind === 'original') return exact;
    const base = removeProSuffix(proNumber!);
    return base === null ? null : this.findByPro(tenant, carrier, base);
  }

  /** Prefers the shipment of the bill's carrier, because two carriers may use the same PRO number. */
  private async findByPro(tenant: Tenant, carrier: string, proNumber: string): Promise<number | null> {
    const found = new Map<number, FreightCarrier>();
    for (const spelling of new Set([normalizePro(proNumber), proNumber])) {
      for (const freight of await this.freight.listByProNumber(tenant, spelling))
        found.set(freight.id, freight);
    }
    if (found.size > 1) {
      for (const [id, freight] of found)
        if ((await this.carriers.findScac(tenant, carrier, freight)) === freight.scac) return id;
    }
    return [...found.keys()][0] ?? null;
  }
}

/** Returns the pickup day, or the day of creation until then: a simulated shipment may be delivered before its pickup day. */
function findEarliestBillDate({ pickupDate, createdAt }: Freight): string {
  const created = toLocalDay(WESTERNMOST_ZONE, createdAt);
  const isPast = pickupDate !== null && pickupDate <= new Date().toISOString().slice(0, 10);
  return isPast ? pickupDate : created;
}

function toCarrierKey(name: string): string {
  return name.trim().toLowerCase();
}
