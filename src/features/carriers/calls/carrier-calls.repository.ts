import { Injectable } from '@nestjs/common';
import { buildNotExpiredClause } from '../../../platform/database/partition-retention.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository } from '../../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../../platform/tenancy/page.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { CarrierCall } from './carrier-call.entity.js';

@Injectable()
export class CarrierCallsRepository extends OwnedRepository<CarrierCall> {
  constructor(transactions: Transactions) {
    super(transactions, CarrierCall);
  }

  listRecent(tenant: Tenant, query: PageRequest, ageMs: number): Promise<Page<CarrierCall>> {
    return this.pageOfParts([buildNotExpiredClause(ageMs)], tenant, query);
  }
}
