import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import { Customer } from './customer.entity.js';

@Injectable()
export class CustomersRepository extends OwnedRepository<Customer> {
  constructor(transactions: Transactions) {
    super(transactions, Customer);
  }
}
