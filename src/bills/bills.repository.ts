import { Injectable } from '@nestjs/common';
import { CarriersRepository } from '../carriers/carriers.repository.js';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { Bill } from './bill.entity.js';

@Injectable()
export class BillsRepository extends OwnedRepository<Bill> {
  constructor(
    transactions: Transactions,
    private readonly carriers: CarriersRepository,
  ) {
    super(transactions, Bill);
  }

  /** The SCAC of a carrier of the directory by its SCAC or name, in any case; null when it has none like that. */
  async scacOf(carrier: string): Promise<string | null> {
    return (await this.carriers.findNamed(carrier))?.scac ?? null;
  }
}
