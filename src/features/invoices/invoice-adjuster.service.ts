import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Adjustment, Freight } from '../freight/record/freight.entity.js';
import { Shipments } from '../freight/record/shipments.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { remainingOf } from './invoice-amounts.js';
import { InvoiceOpener } from './invoice-opener.service.js';
import { lineOf } from './invoice-opening.js';
import { INVOICE_STATES } from './invoice-states.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';

/**
 * Lets an invoice follow what a carrier billed differently, where that is billed on. An invoice that isn't paid gets a
 * line; one that is paid never changes, so what is to be paid yet, or given back, is an invoice of its own: a balance due
 * or a credit. Of a shipment without an invoice nothing is done: the adjustment is on it when it is opened.
 */
@Injectable()
export class InvoiceAdjuster implements OnModuleInit {
  constructor(
    private readonly shipments: Shipments,
    private readonly repository: InvoicesRepository,
    private readonly invoices: InvoicesService,
    private readonly opener: InvoiceOpener,
  ) {}

  onModuleInit(): void {
    this.shipments.billBy((tenant, freight) => this.bills(tenant, freight));
    this.shipments.onAdjust((tenant, freight, adjustment) => this.follow(tenant, freight, adjustment));
  }

  /** Not what the consignee pays for, what was cancelled, nor what has an invoice that was voided and none since. */
  private async bills(tenant: Tenant, { id: freightId, status, billTo }: Freight): Promise<boolean> {
    if (status === 'voided' || billTo?.type === 'collect') return false;
    const found = await this.repository.listBy(tenant, { freightId });
    return status === 'draft' || found.length === 0 || found.some((invoice) => invoice.status !== 'void');
  }

  private async follow(tenant: Tenant, freight: Freight, adjustment: Adjustment): Promise<void> {
    if (!adjustment.invoiced) return;
    const found = await this.repository.listBy(tenant, { freightId: freight.id });
    const own = found.find(
      ({ status, supplementsInvoiceId }) => status !== 'void' && supplementsInvoiceId === null,
    );
    if (!own) return;
    const invoice = await this.repository.lock(tenant, own.id);
    const { amountCents } = adjustment;
    const isOpen = INVOICE_STATES.next(invoice.status, 'pay') !== null;
    // No more is taken off an invoice than remains of it.
    const taken = isOpen ? Math.max(amountCents, -remainingOf(invoice)) : 0;
    if (taken !== 0) await this.invoices.addLine(tenant, invoice, lineOf(adjustment, taken));
    const rest = amountCents - taken;
    if (rest !== 0) await this.opener.openSupplement(tenant, freight, invoice.id, lineOf(adjustment, rest));
  }
}
