import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql, type Changes } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Bill } from './bill.entity.js';
import { isRejected } from './bill-rules.js';
import { BILL_STATES, type BillTrigger } from './bill-states.js';

@Injectable()
export class BillsRepository extends OwnedRepository<Bill, 'status'> {
  constructor(transactions: Transactions) {
    super(transactions, Bill);
  }

  /** Moves a bill to the next status of the state table. @throws Error if the table has no such transition */
  async transition(
    tenant: Tenant,
    { id, status }: Bill,
    trigger: BillTrigger,
    values: Changes<Bill, 'status'>,
  ): Promise<void> {
    const next = BILL_STATES.requireNext(status, trigger);
    await this.write(tenant, id, { ...values, status: next, updatedAt: sql('now()') });
  }

  /**
   * Returns another bill that already bills the same PRO number, or null. A bill without a PRO number bills every number
   * of its shipment.
   */
  async findEffective(
    tenant: Tenant,
    { id, carrierKey, proKey, freightId }: Pick<Bill, 'carrierKey' | 'proKey' | 'freightId'> & Partial<Bill>,
  ): Promise<Bill | null> {
    const byPro = proKey === null ? [] : await this.listBy(tenant, { carrierKey, proKey, replaced: false });
    const byFreight =
      freightId === null ? [] : await this.listBy(tenant, { freightId, carrierKey, replaced: false });
    const samePro = byFreight.filter((bill) => proKey === null || bill.proKey === null);
    const effective = [...byPro, ...samePro].find(
      (bill) => bill.id !== id && bill.status !== 'duplicate' && !isRejected(bill),
    );
    return effective ?? null;
  }

  /** Lists undecided bills of a shipment, and those of its PRO number without a shipment, newest first. */
  async listUndecided(
    { organizationId, mode }: Tenant,
    freightId: number,
    proKey: string | null,
  ): Promise<{ id: number }[]> {
    return this.transactions.prepared({
      name: 'undecided_bills',
      text: `SELECT id FROM bills
             WHERE organization_id = $1 AND mode = $2 AND NOT replaced AND status IN ('matched', 'variance', 'disputed')
               AND (freight_id = $3 OR (pro_key = $4 AND freight_id IS NULL))
             ORDER BY id DESC`,
      values: [organizationId, mode, freightId, proKey],
    });
  }

  /** Serializes transactions that create bills of a carrier for the same shipment. */
  async lockSubject({ organizationId, mode }: Tenant, carrierKey: string, subject: string): Promise<void> {
    await this.transactions.hold('bill', organizationId, mode, carrierKey, subject);
  }
}
