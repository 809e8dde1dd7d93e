import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { EventsService } from '../../events/events.service.js';
import { computeLateFee, computeRemaining, computeTotal } from '../../invoices/invoice-amounts.js';
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
import { SandboxRepositories } from '../sandbox-repositories.js';
import { type Simulation, Simulations } from './simulations.js';

@Injectable()
export class InvoiceSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
    private readonly invoices: InvoicesService,
    private readonly events: EventsService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.simulations.add(
      invoiceCreated,
      this.buildSimulation(() => ({})),
    );
    this.simulations.add(invoiceUpdated, {
      ...this.buildSimulation(() => ({ updatedAt: new Date() })),
      move: (tenant, { id }) => this.touch(tenant, id),
    });
    this.simulations.add(invoicePaid, {
      ...this.buildSimulation((invoice) => ({
        status: 'paid',
        amountPaidCents: computeTotal(invoice),
        paidAt: invoice.paidAt ?? new Date(),
      })),
      move: async (tenant, { id }) =>
        (await this.canTransition(tenant, id, 'pay')) && this.invoices.pay(tenant, id, {}),
    });
    this.simulations.add(invoiceVoided, {
      ...this.buildSimulation(({ voidedAt }) => ({ status: 'void', voidedAt: voidedAt ?? new Date() })),
      move: async (tenant, { id }) =>
        (await this.canTransition(tenant, id, 'void')) && this.invoices.void(tenant, id),
    });
    this.simulations.add(invoiceOverdue, {
      ...this.buildSimulation((invoice) => ({
        status: 'overdue',
        lateFeeCents: computeLateFee(computeRemaining(invoice), this.config.invoices.lateFeeBasisPoints),
      })),
      move: (tenant, invoice) => this.moveOverdue(tenant, invoice),
    });
  }

  /** @param changes returns the fields that the real event would have changed */
  private buildSimulation(
    changes: (invoice: Invoice) => Partial<Invoice>,
  ): Simulation<InvoiceEventData, Invoice> {
    return {
      find: (tenant, { invoice_id: id }) => this.rows.findOrNewest(Invoice, tenant, id),
      show: async (tenant, invoice) => ({
        invoice: await this.invoices.buildDto(tenant, { ...invoice, ...changes(invoice) }),
      }),
    };
  }

  /** Locks the invoice and returns true if its status allows the transition. */
  private async canTransition(tenant: Tenant, id: number, trigger: InvoiceTrigger): Promise<boolean> {
    const { status } = await this.rows.get(Invoice).lock(tenant, id);
    return INVOICE_STATES.next(status, trigger) !== null;
  }

  /** Sets the due date to now. A credit has no due date. */
  private async moveOverdue(tenant: Tenant, { id, amountCents }: Invoice): Promise<void> {
    if (amountCents <= 0 || !(await this.canTransition(tenant, id, 'fall_due'))) return;
    await this.rows.get(Invoice).setTimes(tenant, id, { dueDate: sql('now()') });
    await this.invoices.markOneOverdue(tenant, id);
  }

  /** Changes only `updatedAt`, if the invoice can still change. */
  private async touch(tenant: Tenant, id: number): Promise<void> {
    if (!(await this.canTransition(tenant, id, 'pay'))) return;
    await this.rows.get(Invoice).setTimes(tenant, id, { updatedAt: sql('now()') });
    await this.events.publish(tenant, invoiceUpdated, { invoice: await this.invoices.get(tenant, id) });
  }
}
