import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import { InvoicePayment } from './invoice-payment.entity.js';

@Injectable()
export class InvoicePaymentsRepository extends OwnedRepository<InvoicePayment> {
  constructor(transactions: Transactions) {
    super(transactions, InvoicePayment);
  }
}
