import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import { SHIPMENT_EVENTS, shipmentBooked, type ShipmentEventData } from '../freight/record/freight.events.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { BILLED_STATUSES, UNBILLED_STATUSES } from './invoice-builder.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import { InvoicesService } from './invoices.service.js';

/**
 * Keeps a shipment's invoice in step with the shipment, inside the transaction that moves it. What counts is where
 * the shipment stands, not only what the event is called: a repeated event bills nothing.
 */
@Injectable()
export class FreightBillingService implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly shipments: FreightLifecycle,
    private readonly opener: InvoiceOpeningService,
    private readonly invoices: InvoicesService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    for (const definition of SHIPMENT_EVENTS) {
      this.events.on(definition, (tenant, event) => this.syncInvoice(tenant, event));
    }
  }

  private async syncInvoice(tenant: Tenant, { type, data }: EventOf<ShipmentEventData>): Promise<void> {
    const { freight_id: freightId } = data.shipment;
    if (freightId === null || !(await this.shipments.find(tenant, freightId))) return;
    const freight = await this.shipments.lock(tenant, freightId);
    if (UNBILLED_STATUSES.includes(freight.status)) {
      await this.invoices.voidForFreight(tenant, freightId);
    } else if (BILLED_STATUSES[this.config.invoices.opensOn].includes(freight.status)) {
      await this.opener.openIfMissing(tenant, freight, type === shipmentBooked.name);
    }
  }
}
