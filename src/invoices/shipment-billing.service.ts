import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config.js';
import type { Event } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import { FreightRepository } from '../freight/freight.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { BILLED_STATUSES, UNBILLED_STATUSES } from './invoice-opening.js';
import { InvoiceOpener } from './invoice-opener.service.js';
import { InvoicesService } from './invoices.service.js';

/**
 * Keeps a shipment's invoice in step with the shipment, inside the transaction that moves it. What counts is where
 * the shipment stands, not only what the event is called: repeated and made-up events bill nothing.
 */
@Injectable()
export class ShipmentBilling implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly freight: FreightRepository,
    private readonly opener: InvoiceOpener,
    private readonly invoices: InvoicesService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.events.on((tenant, event) => this.follow(tenant, event));
  }

  private async follow(tenant: Tenant, event: Event): Promise<void> {
    const freightId = freightIdOf(event);
    if (freightId === null || !(await this.freight.find(tenant, freightId))) return;
    const freight = await this.freight.lock(tenant, freightId);
    if (UNBILLED_STATUSES.includes(freight.status)) {
      await this.invoices.voidFor(tenant, freightId);
    } else if (BILLED_STATUSES[this.config.invoices.opensOn].includes(freight.status)) {
      await this.opener.openOnce(tenant, freight, event.type === 'shipment.booked');
    }
  }
}

/** The shipment an event is about; null for other events and for numbers that are only tracked. */
function freightIdOf({ type, data }: Event): number | null {
  if (!type.startsWith('shipment.')) return null;
  const { freight_id: id } = (data.shipment ?? {}) as { freight_id?: unknown };
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
}
