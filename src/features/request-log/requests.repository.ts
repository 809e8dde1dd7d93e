import { Injectable } from '@nestjs/common';
import { buildNotExpiredClause } from '../../platform/database/partition-retention.js';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { ApiRequest } from './api-request.entity.js';

@Injectable()
export class RequestsRepository extends OwnedRepository<ApiRequest> {
  constructor(transactions: Transactions) {
    super(transactions, ApiRequest);
  }

  /** Returns a page of requests that are at most `ageMs` old by the database's clock. */
  listRecent(tenant: Tenant, query: PageRequest, ageMs: number): Promise<Page<ApiRequest>> {
    return this.pageOfParts([buildNotExpiredClause(ageMs)], tenant, query);
  }
}
