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

  /** The one way to another status: by a row of the table. @throws Error when the table has no such row */
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
   * The bill, another than this one, that stands for a carrier's PRO number. One without a number stands for whatever
   * number the carrier gave its shipment.
   */
  async findEffective(
    tenant: Tenant,
    { id, carrierKey, proKey, freightId }: Pick<Bill, 'carrierKey' | 'proKey' | 'freightId'> & Partial<Bill>,
  ): Promise<Bill | null> {
    const ofPro = proKey === null ? [] : await this.listBy(tenant, { carrierKey, proKey, replaced: false });
    const ofFreight =
      freightId === null ? [] : await this.listBy(tenant, { freightId, carrierKey, replaced: false });
    const samePro = ofFreight.filter((bill) => proKey === null || bill.proKey === null);
    const standing = [...ofPro, ...samePro].find(
      (bill) => bill.id !== id && bill.status !== 'duplicate' && !isRejected(bill),
    );
    return standing ?? null;
  }

  /** Bills of a shipment or, while theirs is unknown, of its PRO number, that nobody has decided on; the newest first. */
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

  /** Makes bills for one shipment of one carrier wait for each other until the transaction ends. */
  async lockSubject({ organizationId, mode }: Tenant, carrierKey: string, subject: string): Promise<void> {
    await this.transactions.hold('bill', organizationId, mode, carrierKey, subject);
  }
}
