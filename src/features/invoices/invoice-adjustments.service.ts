import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Adjustment, Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Invoice } from './invoice.entity.js';
import { toAdjustmentCharge } from './invoice-builder.js';
import { InvoiceCreditsService, type CreditBalance } from './invoice-credits.service.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import { InvoicesRepository } from './invoices.repository.js';

interface CreditableInvoice {
  invoice: Invoice;
  balance: CreditBalance;
}

/** Passes the adjustments of a shipment on to its issued invoice, in the transaction that adjusts the shipment. */
@Injectable()
export class InvoiceAdjustmentsService implements OnModuleInit {
  constructor(
    private readonly freight: FreightLifecycle,
    private readonly invoices: InvoicesRepository,
    private readonly opening: InvoiceOpeningService,
    private readonly credits: InvoiceCreditsService,
  ) {}

  onModuleInit(): void {
    this.freight.setCreditLimit((tenant, freight) => this.getCreditLimit(tenant, freight));
    this.freight.onAdjust((tenant, freight, adjustment) => this.apply(tenant, freight, adjustment));
  }

  /** Returns what can still be credited to the customer: from the issued invoices, or from the charge that is not invoiced yet. */
  private async getCreditLimit(tenant: Tenant, freight: Freight): Promise<number> {
    const issued = await this.listIssued(tenant, freight);
    if (issued.length === 0) return Math.max(0, freight.totalChargeCents);
    const creditable = await this.listCreditable(tenant, freight, issued);
    return creditable.reduce((sum, { balance }) => sum + balance.remainingCents, 0);
  }

  private async apply(tenant: Tenant, freight: Freight, adjustment: Adjustment): Promise<void> {
    if (!adjustment.invoiced) return;
    const issued = await this.listIssued(tenant, freight);
    // Without an invoice there is nothing to do: a later invoice includes the adjustments of the shipment.
    if (issued.length === 0) return;
    if (adjustment.amountCents > 0)
      return this.opening.openSupplement(tenant, freight, issued[0]!.id, toAdjustmentCharge(adjustment));
    let owedCents = -adjustment.amountCents;
    for (const { invoice, balance } of await this.listCreditable(tenant, freight, issued)) {
      const cents = Math.min(owedCents, balance.remainingCents);
      if (cents > 0)
        await this.credits.open(tenant, invoice, balance, toAdjustmentCharge(adjustment, -cents));
      owedCents -= cents;
    }
  }

  /** Lists the invoice of the shipment and then its supplements, without void ones; nothing without an invoice. */
  private async listIssued(tenant: Tenant, { id: freightId }: Freight): Promise<Invoice[]> {
    const invoices = await this.invoices.listBy(tenant, { freightId });
    const issued = invoices.filter(({ status }) => status !== 'void');
    const current = issued.find(({ supplementsInvoiceId }) => supplementsInvoiceId === null);
    return current ? [current, ...issued.filter((invoice) => invoice !== current)] : [];
  }

  /** Lists the invoice of the shipment, and the supplements that earlier adjustments opened. */
  private async listCreditable(
    tenant: Tenant,
    { adjustments }: Freight,
    [current, ...supplements]: Invoice[],
  ): Promise<CreditableInvoice[]> {
    const descriptions = new Set(adjustments.map(({ description }) => description));
    const creditable = [current!];
    for (const supplement of supplements) {
      if (supplement.amountCents <= 0) continue;
      const [line] = await this.invoices.listLines(tenant, supplement.id);
      if (line?.type === 'adjustment' && descriptions.has(line.description)) creditable.push(supplement);
    }
    const balances: CreditableInvoice[] = [];
    for (const invoice of creditable)
      balances.push({ invoice, balance: await this.credits.getBalance(tenant, invoice) });
    return balances;
  }
}
