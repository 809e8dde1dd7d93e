import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { sumRerates } from '../freight/record/rerates.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { BillAuditService } from './bill-audit.service.js';
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
    private readonly audits: BillAuditService,
    private readonly bills: BillsRepository,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    for (const definition of [billCreated, billUpdated]) {
      this.events.on(definition, (tenant, event) => this.syncCost(tenant, event));
    }
  }

  private async syncCost(tenant: Tenant, { data: { bill } }: EventOf<BillEventData>): Promise<void> {
    const { freight_id: freightId } = bill;
    if (freightId === null) return;
    const freight = await this.freight.lock(tenant, freightId);
    const { quotedCents, payer } = await this.audits.getCostBasis(tenant, freight);
    const bills = await this.bills.listCosts(tenant, freightId, bill.id);
    const costCents = computeFreightCost(bills, freight, payer, quotedCents + sumRerates(freight));
    const amountCents = costCents - quotedCents - sumAmounts(freight.adjustments);
    if (amountCents === 0) return;
    const { id: billId, reasons } = bill;
    const comparison = bills.find(({ id }) => id === billId)?.comparison ?? [];
    const names = formatDifferences(comparison, reasons) || 'Adjustment';
    const description = `${names}, freight bill ${bill.bill_number}`;
    const invoiced = this.config.bills.passThrough && (await this.freight.isBilled(tenant, freight));
    const adjustment = { billId, amountCents, reasons, description, invoiced };
    await this.freight.adjust(tenant, freight, adjustment);
  }
}
