import { Injectable } from '@nestjs/common';
import { deleteOld } from '../database/delete-old.js';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { ApiRequest } from './api-request.entity.js';

@Injectable()
export class RequestsRepository extends OwnedRepository<ApiRequest> {
  constructor(transactions: Transactions) {
    super(transactions, ApiRequest);
  }

  /** Of all tenants: deletes up to `limit` that are older than `ageMs` by the database's clock; says how many went. */
  deleteOld(ageMs: number, limit: number): Promise<number> {
    return deleteOld(this.transactions, { table: 'api_requests', ageMs, limit });
  }
}
