import { Injectable } from '@nestjs/common';
import type { EventDefinition } from '../events/define-event.js';
import { EventsService } from '../events/events.service.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Invoice } from './invoice.entity.js';
import { presentWhole } from './invoice.presenter.js';
import type { InvoiceWithLinesDto } from './invoices.dto.js';
import type { InvoiceEventData } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Shows an invoice whole, and tells of it. */
@Injectable()
export class InvoiceTeller {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly profiles: OrganizationProfiles,
    private readonly events: EventsService,
  ) {}

  /** An invoice with its lines, its payments and where it is paid. */
  async show(tenant: Tenant, invoice: Invoice): Promise<InvoiceWithLinesDto> {
    const lines = await this.invoices.linesOf(tenant, invoice.id);
    const payments = await this.invoices.paymentsOf(tenant, invoice.id);
    return presentWhole(invoice, lines, payments, await this.profiles.remitTo(tenant));
  }

  /** Publishes what happened to an invoice, as it is now. */
  async tell(
    tenant: Tenant,
    id: number,
    ...events: EventDefinition<InvoiceEventData>[]
  ): Promise<InvoiceWithLinesDto> {
    const invoice = await this.show(tenant, await this.invoices.get(tenant, id));
    for (const event of events) await this.events.publish(tenant, event, { invoice });
    return invoice;
  }
}
