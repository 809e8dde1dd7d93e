import { Injectable } from '@nestjs/common';
import { deleteOldRows } from '../database/delete-old-rows.js';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { AuditEntry } from './audit-entry.entity.js';

@Injectable()
export class AuditRepository extends OwnedRepository<AuditEntry> {
  constructor(transactions: Transactions) {
    super(transactions, AuditEntry);
  }

  /** Of all tenants: deletes up to `limit` that are older than `ageMs` by the database's clock; says how many went. */
  deleteOld(ageMs: number, limit: number): Promise<number> {
    return deleteOldRows(this.transactions, { table: 'audit_log', ageMs, limit });
  }
}
