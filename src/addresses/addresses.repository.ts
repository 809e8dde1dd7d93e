import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { Address } from './address.entity.js';

@Injectable()
export class AddressesRepository extends OwnedRepository<Address> {
  constructor(transactions: Transactions) {
    super(transactions, Address);
  }
}
