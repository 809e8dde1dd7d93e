import { Injectable } from '@nestjs/common';
import { OwnedRepository, Transactions } from 'lading';
import { AcmeThing } from './acme-thing.entity.js';

@Injectable()
export class AcmeThingsRepository extends OwnedRepository<AcmeThing> {
  constructor(transactions: Transactions) {
    super(transactions, AcmeThing);
  }

  /** Deletes the things of all tenants that were sold more than `days` days ago. */
  async deleteSold(days: number): Promise<void> {
    await this.transactions.manager.query(
      `DELETE FROM acme_things WHERE sold_at < now() - $1 * interval '1 day'`,
      [days],
    );
  }
}
