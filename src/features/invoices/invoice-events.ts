import { Injectable } from '@nestjs/common';
import type { EventDefinition } from '../events/define-event.js';
import { EventsService } from '../events/events.service.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Invoice } from './invoice.entity.js';
import { toInvoiceWithLinesDto } from './invoice.mapper.js';
import type { InvoiceWithLinesDto } from './invoices.dto.js';
import { invoiceCreated, invoiceVoided, type InvoiceEventData } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Builds invoices with their parts, publishes their events, and keeps the charge of their shipment in step. */
@Injectable()
export class InvoiceEvents {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly profiles: OrganizationProfiles,
    private readonly events: EventsService,
    private readonly freight: FreightLifecycle,
  ) {}

  async buildDto(tenant: Tenant, invoice: Invoice): Promise<InvoiceWithLinesDto> {
    const lines = await this.invoices.listLines(tenant, invoice.id);
    const payments = await this.invoices.listPayments(tenant, invoice.id);
    return toInvoiceWithLinesDto(invoice, lines, payments, await this.profiles.remitTo(tenant));
  }

  /** Publishes events with the invoice's current state, which it returns. */
  async publish(
    tenant: Tenant,
    id: number,
    ...events: EventDefinition<InvoiceEventData>[]
  ): Promise<InvoiceWithLinesDto> {
    const invoice = await this.buildDto(tenant, await this.invoices.get(tenant, id));
    if (events.includes(invoiceCreated) || events.includes(invoiceVoided)) {
      const invoiced = await this.invoices.sumForFreight(tenant, invoice.freight_id);
      await this.freight.setInvoicedCharge(tenant, invoice.freight_id, invoiced);
    }
    for (const event of events) await this.events.publish(tenant, event, { invoice });
    return invoice;
  }
}
