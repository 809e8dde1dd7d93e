import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { ApiError, conflictingParam } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { BillAuditService, type AuditResult } from './bill-audit.service.js';
import type { Bill } from './bill.entity.js';
import { toBillDto } from './bill.mapper.js';
import { findTotalConflict, isUndecided, toDuplicate } from './bill-rules.js';
import type { BillDto, ReclassifyBillDto } from './bills.dto.js';
import { AUDIT_TRIGGERS, BILL_STATES, type BillKind } from './bill-states.js';
import { billUpdated, type BillEventData } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

/** The statuses before the carrier accepts a shipment, in which no carrier bills it. */
const UNACCEPTED_STATUSES: readonly FreightStatus[] = ['draft', 'created', 'booked', 'tendered'];

/** The columns that a second audit changes only with the shipment, the kind or the tariffs. */
const SETTLED_COLUMNS = [
  'kind',
  'carrierKey',
  'reason',
  'objected',
  'freightId',
  'proKey',
  'quotedCents',
  'taxCents',
  'taxDisputedCents',
  'duplicateOfBillId',
] as const;

/** Audits undecided bills again after a change of their shipment or of the bill that they duplicate. */
@Injectable()
export class BillReauditService implements OnModuleInit {
  constructor(
    private readonly bills: BillsRepository,
    private readonly freight: FreightLifecycle,
    private readonly audits: BillAuditService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
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
    for (const { id } of await this.bills.listDuplicates(tenant, bill.id)) await this.reaudit(tenant, id);
  }

  /** Gives a bill another kind and audits it again, with the duplicates of its PRO number. @throws ApiError bill_not_reclassifiable */
  async reclassify(tenant: Tenant, id: number, { kind }: ReclassifyBillDto): Promise<BillDto> {
    return this.transactions.run(async () => {
      await this.bills.lockFreight(tenant, id);
      const bill = await this.bills.lock(tenant, id);
      if (bill.replaced || !(isUndecided(bill) || bill.status === 'duplicate')) {
        const message = `The bill is ${bill.replaced ? 'replaced' : bill.status}. You cannot change its kind.`;
        throw new ApiError('bill_not_reclassifiable', { message });
      }
      const conflict = findTotalConflict(kind, bill.totalCents);
      if (conflict) throw conflictingParam('kind', conflict);
      await this.bills.lockSubject(tenant, bill.proKey ?? `freight ${bill.freightId}`);
      await this.reaudit(tenant, id, kind);
      for (const duplicate of await this.bills.listDuplicates(tenant, id))
        await this.reaudit(tenant, duplicate.id);
      return toBillDto(await this.bills.get(tenant, id));
    });
  }

  /** Writes the kind with the status, because a second original for a PRO number must be a duplicate. */
  private async reaudit(tenant: Tenant, id: number, kind?: BillKind): Promise<void> {
    const stored = await this.bills.lock(tenant, id);
    const bill = { ...stored, kind: kind ?? stored.kind };
    const { result: audited, carrierKeys } = await this.audits.audit(tenant, bill);
    const carrierKey = await this.chooseCarrierKey(tenant, bill, audited);
    const { status, ...result } = { ...audited, carrierKey };
    const subject = { ...bill, ...result, carrierKeys: [...carrierKeys, carrierKey] };
    const first = await this.bills.findEffective(tenant, subject);
    const duplicate = first ? toDuplicate(first) : { status, duplicateOfBillId: null };
    const { status: newStatus, ...values } = { ...result, ...duplicate };
    // A dispute by the organization stays, with its reason.
    const disputed = bill.disputedCents !== null && { reason: bill.reason };
    const changes = { ...values, ...disputed, kind: bill.kind };
    const trigger = disputed && !first ? 'object' : AUDIT_TRIGGERS[newStatus];
    const isSame =
      BILL_STATES.next(stored.status, trigger) === stored.status &&
      SETTLED_COLUMNS.every((column) => changes[column] === stored[column]);
    if (isSame) return;
    const updated = await this.bills.transition(tenant, stored, trigger, changes);
    await this.events.publish(tenant, billUpdated, { bill: toBillDto(updated) });
  }

  /** Keeps the old key if another bill of the carrier has the bill's number, because a number is unique. */
  private async chooseCarrierKey(
    tenant: Tenant,
    { carrierKey: stored, billNumber }: Bill,
    { carrierKey }: AuditResult,
  ): Promise<string> {
    if (carrierKey === stored) return stored;
    const taken = await this.bills.findBy(tenant, { carrierKey, billNumber, replaced: false });
    return taken ? stored : carrierKey;
  }
}
