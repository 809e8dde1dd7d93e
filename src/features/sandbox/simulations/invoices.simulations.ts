import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { EventsService } from '../../events/events.service.js';
import { lateFeeOf, remainingOf, totalOf } from '../../invoices/invoice-amounts.js';
import { INVOICE_STATES, type InvoiceTrigger } from '../../invoices/invoice-states.js';
import { Invoice } from '../../invoices/invoice.entity.js';
import {
  invoiceCreated,
  invoiceOverdue,
  invoicePaid,
  invoiceUpdated,
  invoiceVoided,
  type InvoiceEventData,
} from '../../invoices/invoices.events.js';
import { InvoicesService } from '../../invoices/invoices.service.js';
import { sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { TestRows } from '../test-rows.js';
import { type Simulation, Simulations } from './simulations.js';

@Injectable()
export class InvoiceSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: TestRows,
    private readonly invoices: InvoicesService,
    private readonly events: EventsService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.simulations.add(
      invoiceCreated,
      this.simulation(() => ({})),
    );
    this.simulations.add(invoiceUpdated, {
      ...this.simulation(() => ({ updatedAt: new Date() })),
      move: (tenant, { id }) => this.touch(tenant, id),
    });
    this.simulations.add(invoicePaid, {
      ...this.simulation((invoice) => ({
        status: 'paid',
        amountPaidCents: totalOf(invoice),
        paidAt: invoice.paidAt ?? new Date(),
      })),
      move: async (tenant, { id }) =>
        (await this.can(tenant, id, 'pay')) && this.invoices.pay(tenant, id, {}),
    });
    this.simulations.add(invoiceVoided, {
      ...this.simulation(({ voidedAt }) => ({ status: 'void', voidedAt: voidedAt ?? new Date() })),
      move: async (tenant, { id }) => (await this.can(tenant, id, 'void')) && this.invoices.void(tenant, id),
    });
    this.simulations.add(invoiceOverdue, {
      ...this.simulation((invoice) => ({
        status: 'overdue',
        lateFeeCents: lateFeeOf(remainingOf(invoice), this.config.invoices.lateFeeBasisPoints),
      })),
      move: (tenant, invoice) => this.fallDue(tenant, invoice),
    });
  }

  /** @param changes what the event would have changed */
  private simulation(changes: (invoice: Invoice) => Partial<Invoice>): Simulation<InvoiceEventData, Invoice> {
    return {
      find: (tenant, { invoice_id: id }) => this.rows.pick(Invoice, tenant, id),
      show: async (tenant, invoice) => ({
        invoice: await this.invoices.show(tenant, { ...invoice, ...changes(invoice) }),
      }),
    };
  }

  /** Locks the invoice and says whether its state allows it. */
  private async can(tenant: Tenant, id: number, trigger: InvoiceTrigger): Promise<boolean> {
    const { status } = await this.rows.of(Invoice).lock(tenant, id);
    return INVOICE_STATES.next(status, trigger) !== null;
  }

  /** Its due date comes now; a credit has none. */
  private async fallDue(tenant: Tenant, { id, amountCents }: Invoice): Promise<void> {
    if (amountCents <= 0 || !(await this.can(tenant, id, 'fall_due'))) return;
    await this.rows.of(Invoice).turn(tenant, id, { dueDate: sql('now()') });
    await this.invoices.fallDue(tenant, id);
  }

  /** A change of nothing but its time, while an invoice can change at all. */
  private async touch(tenant: Tenant, id: number): Promise<void> {
    if (!(await this.can(tenant, id, 'pay'))) return;
    await this.rows.of(Invoice).turn(tenant, id, { updatedAt: sql('now()') });
    await this.events.publish(tenant, invoiceUpdated, { invoice: await this.invoices.get(tenant, id) });
  }
}
