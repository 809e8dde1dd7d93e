import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import {
  SHIPMENT_EVENTS,
  shipmentBooked,
  shipmentCancelled,
  type ShipmentEventData,
} from '../freight/record/freight.events.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { UNBILLED_STATUSES } from './invoice-builder.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';

/**
 * Keeps invoices in step with their shipment, in the transaction that changes the shipment. An event opens or voids the
 * invoice by the current status of the shipment, so a repeated event bills nothing twice.
 *
 * The amounts of an issued invoice never change: a carrier bill that differs from the quote opens a supplement, which is
 * a balance due or a credit.
 */
@Injectable()
export class FreightBillingService implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly freight: FreightLifecycle,
    private readonly repository: InvoicesRepository,
    private readonly opening: InvoiceOpeningService,
    private readonly invoices: InvoicesService,
  ) {}

  onModuleInit(): void {
    for (const definition of SHIPMENT_EVENTS)
      this.events.on(definition, (tenant, event) => this.syncInvoice(tenant, event));
    this.freight.setBillingRule((tenant, freight) => this.isBillable(tenant, freight));
  }

  private async syncInvoice(tenant: Tenant, { type, data }: EventOf<ShipmentEventData>): Promise<void> {
    const { freight_id: freightId } = data.shipment;
    if (freightId === null || !(await this.freight.find(tenant, freightId))) return;
    const freight = await this.freight.lock(tenant, freightId);
    // A fee that was invoiced after the cancellation stays.
    if (freight.status === 'voided' && type !== shipmentCancelled.name) return;
    if (UNBILLED_STATUSES.includes(freight.status)) return this.invoices.voidForFreight(tenant, freightId);
    if (!(await this.opening.needsInvoice(tenant, freight, type === shipmentBooked.name))) return;
    if ((await this.freight.resolvePayer(tenant, freight)) !== 'organization') return;
    await this.opening.open(tenant, freight);
  }

  /** Returns false for freight of another payer, voided freight, and freight whose invoices are all void. */
  private async isBillable(tenant: Tenant, freight: Freight): Promise<boolean> {
    const { id: freightId, status } = freight;
    if (status === 'voided' || (await this.freight.resolvePayer(tenant, freight)) !== 'organization')
      return false;
    const invoices = await this.repository.listBy(tenant, { freightId });
    return (
      status === 'draft' || invoices.length === 0 || invoices.some((invoice) => invoice.status !== 'void')
    );
  }
}
