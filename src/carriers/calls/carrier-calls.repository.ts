import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transactions.js';
import { OwnedRepository } from '../../tenancy/owned.repository.js';
import { CarrierCall } from './carrier-call.entity.js';

@Injectable()
export class CarrierCallsRepository extends OwnedRepository<CarrierCall> {
  constructor(transactions: Transactions) {
    super(transactions, CarrierCall);
  }

  /** Of all tenants: deletes up to `limit` that are older than `ageMs` by the database's clock; says how many went. */
  async deleteOld(ageMs: number, limit: number): Promise<number> {
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `DELETE FROM carrier_calls WHERE id = ANY (ARRAY(
         SELECT id FROM carrier_calls WHERE created_at <= now() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [ageMs, limit],
    );
    return count;
  }
}
