import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import { InvoiceLineItem } from './invoice-line-item.entity.js';

@Injectable()
export class InvoiceLineItemsRepository extends OwnedRepository<InvoiceLineItem> {
  constructor(transactions: Transactions) {
    super(transactions, InvoiceLineItem);
  }
}
