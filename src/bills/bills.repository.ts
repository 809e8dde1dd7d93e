import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository, sql, type Changes } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { Bill } from './bill.entity.js';
import { BILL_STATES, type BillTrigger } from './bill-states.js';

@Injectable()
export class BillsRepository extends OwnedRepository<Bill, 'status'> {
  constructor(transactions: Transactions) {
    super(transactions, Bill);
  }

  /** The one way to another status: by a row of the table. @throws Error when the table has no such row */
  async move(
    tenant: Tenant,
    { id, status }: Bill,
    trigger: BillTrigger,
    values: Changes<Bill, 'status'>,
  ): Promise<void> {
    const next = BILL_STATES.after(status, trigger);
    await this.write(tenant, id, { ...values, status: next, updatedAt: sql('now()') });
  }

  /** The bill that stands for a carrier's PRO number or, where it has none, for the shipment. */
  async standing(
    tenant: Tenant,
    { carrierKey, proKey, freightId }: Pick<Bill, 'carrierKey' | 'proKey' | 'freightId'>,
  ): Promise<Bill | null> {
    const ofPro = proKey === null ? [] : await this.listBy(tenant, { carrierKey, proKey, replaced: false });
    const ofFreight = freightId === null ? [] : await this.listBy(tenant, { freightId, carrierKey });
    const standing = [...ofPro, ...ofFreight].find(
      ({ status, replaced }) => !replaced && status !== 'duplicate',
    );
    return standing ?? null;
  }

  /** Makes bills for one shipment of one carrier wait for each other until the transaction ends. */
  async holdFor({ organizationId, mode }: Tenant, carrierKey: string, subject: string): Promise<void> {
    await this.transactions.prepared({
      name: 'hold_bills',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [JSON.stringify(['bill', organizationId, mode, carrierKey, subject])],
    });
  }
}
