import { Injectable } from '@nestjs/common';
import type { Freight } from '../freight/record/freight.entity.js';
import { QuoteLifecycle } from '../quotes/quote-lifecycle.js';
import type { Quote } from '../quotes/quote.entity.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { computeTaxes, isWithinCanada } from '../../domain/canadian-taxes.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import type { InvoiceForm } from '../customers/customer.entity.js';
import { findUnbilledAdjustments, toAdjustmentCharge } from './invoice-builder.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Collects the lines of a new invoice, in cents of the quote's currency. */
@Injectable()
export class InvoiceChargesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly profiles: OrganizationProfiles,
  ) {}

  /**
   * Returns the shipment's quote and the lines: `lines`, or the charges of the quote with the invoiced adjustments that no
   * supplement bills. The form `all_in` combines those into one line. Adds the sales taxes of freight within Canada.
   */
  async collect(
    tenant: Tenant,
    freight: Freight,
    form: InvoiceForm,
    lines?: Charge[],
  ): Promise<{ quote: Quote; charges: Charge[] }> {
    const quote = await this.quotes.get(tenant, freight.quoteId);
    const untaxed =
      lines ?? toForm(form, [...quote.charges, ...(await this.collectAdjustments(tenant, freight))]);
    const taxes = isWithinCanada(quote) ? await this.profiles.taxes(tenant) : null;
    return { quote, charges: taxes ? [...untaxed, ...computeTaxes(untaxed, quote, taxes)] : untaxed };
  }

  private async collectAdjustments(tenant: Tenant, { id, adjustments }: Freight): Promise<Charge[]> {
    const invoiced = adjustments.filter((adjustment) => adjustment.invoiced);
    if (invoiced.length === 0) return [];
    const billed = await this.invoices.listLinesForFreight(tenant, id);
    return findUnbilledAdjustments(invoiced, billed).map((one) => toAdjustmentCharge(one));
  }
}

function toForm(form: InvoiceForm, charges: Charge[]): Charge[] {
  if (form === 'itemized') return charges;
  const amountCents = sumCents(charges);
  const flat = { quantity: 1, unit: 'flat' as const, rateCents: amountCents };
  return [{ type: 'linehaul', code: 'ALL_IN', description: 'Freight charges, all-in', amountCents, ...flat }];
}
