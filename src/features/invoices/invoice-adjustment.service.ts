import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Adjustment, Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { computeRemaining } from './invoice-amounts.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import { toAdjustmentCharge } from './invoice-builder.js';
import { INVOICE_STATES } from './invoice-states.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';

/**
 * Lets an invoice follow what a carrier billed differently, where that is billed on. An invoice that isn't paid gets a
 * line; one that is paid never changes, so what is to be paid yet, or given back, is an invoice of its own: a balance due
 * or a credit. Of a shipment without an invoice nothing is done: the adjustment is on it when it is opened.
 */
@Injectable()
export class InvoiceAdjustmentService implements OnModuleInit {
  constructor(
    private readonly shipments: FreightLifecycle,
    private readonly repository: InvoicesRepository,
    private readonly invoices: InvoicesService,
    private readonly opener: InvoiceOpeningService,
  ) {}

  onModuleInit(): void {
    this.shipments.setBillingRule((tenant, freight) => this.isBillable(tenant, freight));
    this.shipments.onAdjust((tenant, freight, adjustment) =>
      this.applyAdjustment(tenant, freight, adjustment),
    );
  }

  /** Not what the consignee pays for, what was cancelled, nor what has an invoice that was voided and none since. */
  private async isBillable(tenant: Tenant, { id: freightId, status, billTo }: Freight): Promise<boolean> {
    if (status === 'voided' || billTo?.type === 'collect') return false;
    const found = await this.repository.listBy(tenant, { freightId });
    return status === 'draft' || found.length === 0 || found.some((invoice) => invoice.status !== 'void');
  }

  private async applyAdjustment(tenant: Tenant, freight: Freight, adjustment: Adjustment): Promise<void> {
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
    const taken = isOpen ? Math.max(amountCents, -computeRemaining(invoice)) : 0;
    if (taken !== 0) await this.invoices.addLine(tenant, invoice, toAdjustmentCharge(adjustment, taken));
    const rest = amountCents - taken;
    if (rest !== 0)
      await this.opener.openSupplement(tenant, freight, invoice.id, toAdjustmentCharge(adjustment, rest));
  }
}
