import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import { Shipments } from '../freight/record/shipments.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { BillAuditor } from './bill-auditor.service.js';
import { presentBill } from './bill.presenter.js';
import { repeated } from './bill-standing.js';
import { FINDS } from './bill-states.js';
import { billUpdated, type BillEventData } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

/** While a shipment is on its way to its carrier nothing is billed for it. */
const UNANSWERED: readonly FreightStatus[] = ['draft', 'created', 'booked', 'tendered'];

/** Examines bills again that nobody has decided on, when what they were held against has changed. */
@Injectable()
export class BillReexamination implements OnModuleInit {
  constructor(
    private readonly bills: BillsRepository,
    private readonly shipments: Shipments,
    private readonly auditor: BillAuditor,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.shipments.onMove((tenant, freight) => this.onMove(tenant, freight));
    this.events.on(billUpdated, (tenant, event) => this.onRejected(tenant, event));
  }

  /** A bill can come before its PRO number does, or before the shipment is cancelled. */
  private async onMove(tenant: Tenant, { id, status, proNumber }: Freight): Promise<void> {
    if (UNANSWERED.includes(status)) return;
    const proKey = proNumber === null ? null : normalizePro(proNumber);
    for (const bill of await this.bills.undecidedOf(tenant, id, proKey)) await this.examine(tenant, bill.id);
  }

  /** What repeats a bill that is not ours may be the one that is. */
  private async onRejected(tenant: Tenant, { data: { bill } }: EventOf<BillEventData>): Promise<void> {
    if (bill.status !== 'resolved' || bill.payable_cents !== 0) return;
    for (const { id } of await this.bills.listBy(tenant, { duplicateOfBillId: bill.id, replaced: false })) {
      await this.examine(tenant, id);
    }
  }

  private async examine(tenant: Tenant, id: number): Promise<void> {
    const bill = await this.bills.lock(tenant, id);
    const { status, ...finding } = (await this.auditor.examine(tenant, bill)).finding;
    const first = await this.bills.standing(tenant, { ...bill, ...finding });
    const found = first ? repeated(first) : { status, duplicateOfBillId: null };
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
    await this.bills.move(tenant, bill, contested ? 'object' : FINDS[verdict], now);
    await this.events.publish(tenant, billUpdated, { bill: presentBill(await this.bills.get(tenant, id)) });
  }
}
