import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { ApiRequest } from './api-request.entity.js';

@Injectable()
export class RequestsRepository extends OwnedRepository<ApiRequest> {
  constructor(transactions: Transactions) {
    super(transactions, ApiRequest);
  }

  /** Of all tenants: deletes up to `limit` that are older than `ageMs` by the database's clock; says how many went. */
  async deleteOld(ageMs: number, limit: number): Promise<number> {
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `DELETE FROM api_requests WHERE id = ANY (ARRAY(
         SELECT id FROM api_requests WHERE created_at <= now() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [ageMs, limit],
    );
    return count;
  }
}
