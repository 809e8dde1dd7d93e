import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { Customer } from './customer.entity.js';

@Injectable()
export class CustomersRepository extends OwnedRepository<Customer> {
  constructor(transactions: Transactions) {
    super(transactions, Customer);
  }
}
