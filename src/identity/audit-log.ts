import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { AuditEntry, type AuditAction } from './audit-entry.entity.js';

/** Who did what to organizations and their keys, written in the transaction that does it. */
@Injectable()
export class AuditLog {
  /** The CLI says who runs it; anything else is the service itself. */
  actor = 'service';

  constructor(private readonly transactions: Transactions) {}

  async record(organizationId: number, action: AuditAction, details: Record<string, unknown>): Promise<void> {
    const entry = { organizationId, action, actor: this.actor, details };
    await this.transactions.manager.insert(AuditEntry, entry as QueryDeepPartialEntity<AuditEntry>);
  }

  /** Oldest first. */
  async list(organizationId: number): Promise<AuditEntry[]> {
    return this.transactions.manager.find(AuditEntry, { where: { organizationId }, order: { id: 'ASC' } });
  }
}
