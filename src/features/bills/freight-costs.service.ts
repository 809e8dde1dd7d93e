import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { formatDifferences, sumAmounts } from './compare-charges.js';
import { billCreated, billUpdated, type BillEventData } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';
import { computeFreightCost } from './bill-rules.js';

/** Adjusts the cost of a shipment in the transaction that creates or changes one of its bills. */
@Injectable()
export class FreightCostsService implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly freight: FreightLifecycle,
    private readonly bills: BillsRepository,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    for (const definition of [billCreated, billUpdated]) {
      this.events.on(definition, (tenant, event) => this.syncCost(tenant, event));
    }
  }

  private async syncCost(tenant: Tenant, { data: { bill } }: EventOf<BillEventData>): Promise<void> {
    const { freight_id: freightId, quoted_cents: quotedCents } = bill;
    if (freightId === null || quotedCents === null) return;
    const freight = await this.freight.lock(tenant, freightId);
    const bills = await this.bills.listBy(tenant, { freightId });
    const amountCents =
      computeFreightCost(bills, freight, quotedCents) - quotedCents - sumAmounts(freight.adjustments);
    if (amountCents === 0) return;
    const { id: billId, reasons } = bill;
    const { comparison } = bills.find(({ id }) => id === billId)!;
    const names = formatDifferences(comparison, reasons) || 'Adjustment';
    const description = `${names}, freight bill ${bill.bill_number}`;
    const invoiced = this.config.bills.passThrough && (await this.freight.isBilled(tenant, freight));
    // With a markup the customer's price is fixed: the organization bears the difference unless it bills it on.
    const changesPrice = invoiced || freight.quotedCents === quotedCents;
    const adjustment = { billId, amountCents, reasons, description, invoiced };
    await this.freight.adjust(tenant, freightId, adjustment, changesPrice);
  }
}
