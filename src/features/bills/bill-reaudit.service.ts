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

/** The statuses before the carrier accepts a shipment, in which no carrier bills it. */
const UNACCEPTED_STATUSES: readonly FreightStatus[] = ['draft', 'created', 'booked', 'tendered'];

/** Audits undecided bills again after a change of their shipment or of the bill that they duplicate. */
@Injectable()
export class BillReauditService implements OnModuleInit {
  constructor(
    private readonly bills: BillsRepository,
    private readonly freight: FreightLifecycle,
    private readonly audits: BillAuditService,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.freight.onChange((tenant, freight) => this.onFreightTransition(tenant, freight));
    this.events.on(billUpdated, (tenant, event) => this.onRejected(tenant, event));
  }

  /** Covers bills that arrive before the PRO number of their shipment, or before its cancellation. */
  private async onFreightTransition(tenant: Tenant, { id, status, proNumber }: Freight): Promise<void> {
    if (UNACCEPTED_STATUSES.includes(status)) return;
    const proKey = proNumber === null ? null : normalizePro(proNumber);
    for (const bill of await this.bills.listUndecided(tenant, id, proKey))
      await this.reaudit(tenant, bill.id);
  }

  /** Audits the duplicates of a rejected bill, because one of them may be the right bill. */
  private async onRejected(tenant: Tenant, { data: { bill } }: EventOf<BillEventData>): Promise<void> {
    if (bill.status !== 'resolved' || bill.payable_cents !== 0) return;
    for (const { id } of await this.bills.listBy(tenant, { duplicateOfBillId: bill.id, replaced: false })) {
      await this.reaudit(tenant, id);
    }
  }

  private async reaudit(tenant: Tenant, id: number): Promise<void> {
    const bill = await this.bills.lock(tenant, id);
    const { status, ...result } = (await this.audits.audit(tenant, bill)).result;
    const first = await this.bills.findEffective(tenant, { ...bill, ...result });
    const duplicate = first ? toDuplicate(first) : { status, duplicateOfBillId: null };
    const { status: newStatus, ...values } = { ...result, ...duplicate };
    // A dispute by the organization stays, with its reason.
    const disputed = bill.disputedCents !== null && { reason: bill.reason };
    const changes = { ...values, ...disputed };
    const isSame =
      (disputed || newStatus === bill.status) &&
      changes.reason === bill.reason &&
      changes.freightId === bill.freightId &&
      changes.proKey === bill.proKey &&
      changes.duplicateOfBillId === bill.duplicateOfBillId;
    if (isSame) return;
    await this.bills.transition(tenant, bill, disputed ? 'object' : AUDIT_TRIGGERS[newStatus], changes);
    await this.events.publish(tenant, billUpdated, { bill: toBillDto(await this.bills.get(tenant, id)) });
  }
}
