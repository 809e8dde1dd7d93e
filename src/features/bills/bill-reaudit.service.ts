import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { BillAuditService } from './bill-audit.service.js';
import { toBillDto } from './bill.mapper.js';
import { toDuplicate } from './bill-rules.js';
import { AUDIT_TRIGGERS } from './bill-states.js';
import { billUpdated, type BillEventData } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

/** While a shipment is on its way to its carrier nothing is billed for it. */
const UNACCEPTED_STATUSES: readonly FreightStatus[] = ['draft', 'created', 'booked', 'tendered'];

/** Examines bills again that nobody has decided on, when what they were held against has changed. */
@Injectable()
export class BillReauditService implements OnModuleInit {
  constructor(
    private readonly bills: BillsRepository,
    private readonly shipments: FreightLifecycle,
    private readonly auditor: BillAuditService,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.shipments.onChange((tenant, freight) => this.onFreightTransition(tenant, freight));
    this.events.on(billUpdated, (tenant, event) => this.onRejected(tenant, event));
  }

  /** A bill can come before its PRO number does, or before the shipment is cancelled. */
  private async onFreightTransition(tenant: Tenant, { id, status, proNumber }: Freight): Promise<void> {
    if (UNACCEPTED_STATUSES.includes(status)) return;
    const proKey = proNumber === null ? null : normalizePro(proNumber);
    for (const bill of await this.bills.listUndecided(tenant, id, proKey))
      await this.reaudit(tenant, bill.id);
  }

  /** What repeats a bill that is not ours may be the one that is. */
  private async onRejected(tenant: Tenant, { data: { bill } }: EventOf<BillEventData>): Promise<void> {
    if (bill.status !== 'resolved' || bill.payable_cents !== 0) return;
    for (const { id } of await this.bills.listBy(tenant, { duplicateOfBillId: bill.id, replaced: false })) {
      await this.reaudit(tenant, id);
    }
  }

  private async reaudit(tenant: Tenant, id: number): Promise<void> {
    const bill = await this.bills.lock(tenant, id);
    const { status, ...finding } = (await this.auditor.audit(tenant, bill)).result;
    const first = await this.bills.findEffective(tenant, { ...bill, ...finding });
    const found = first ? toDuplicate(first) : { status, duplicateOfBillId: null };
    const { status: verdict, ...values } = { ...finding, ...found };
    // What the organization contests stays contested, whatever the audit finds.
    const contested = bill.disputedCents !== null && { reason: bill.reason };
    const now = { ...values, ...contested };
    const isSame =
      (contested || verdict === bill.status) &&
      now.reason === bill.reason &&
      now.freightId === bill.freightId &&
      now.proKey === bill.proKey &&
      now.duplicateOfBillId === bill.duplicateOfBillId;
    if (isSame) return;
    await this.bills.transition(tenant, bill, contested ? 'object' : AUDIT_TRIGGERS[verdict], now);
    await this.events.publish(tenant, billUpdated, { bill: toBillDto(await this.bills.get(tenant, id)) });
  }
}
