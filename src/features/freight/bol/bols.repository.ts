import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { BillOfLading } from './bol.entity.js';

@Injectable()
export class BolsRepository extends OwnedRepository<BillOfLading> {
  constructor(transactions: Transactions) {
    super(transactions, BillOfLading);
  }

  findByFreight(tenant: Tenant, freightId: number): Promise<BillOfLading | null> {
    return this.findBy(tenant, { freightId });
  }

  async deleteByFreight({ organizationId, mode }: Tenant, freightId: number): Promise<void> {
    await this.transactions.manager.delete(BillOfLading, { organizationId, mode, freightId });
  }
}
