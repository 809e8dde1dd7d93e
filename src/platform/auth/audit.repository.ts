import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { AuditEntry } from './audit-entry.entity.js';

@Injectable()
export class AuditRepository extends OwnedRepository<AuditEntry> {
  constructor(transactions: Transactions) {
    super(transactions, AuditEntry);
  }
}
