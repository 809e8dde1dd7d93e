import { Injectable } from '@nestjs/common';
import type { Page } from '../tenancy/page.js';
import { MODES, type Tenant } from '../tenancy/tenant.js';
import type { AuditAction, AuditEntry } from './audit-entry.entity.js';
import { toAuditEntryDto } from './audit.mapper.js';
import type { AuditEntryDto, AuditLogQuery } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';
import type { Caller } from './caller.js';

/** The tenant that an action concerns, with the key or member that acted, if any. */
export type AuditSubject = Tenant &
  Partial<Pick<Caller, 'keyId' | 'keyPrefix'>> & { member?: { id: number; email: string } | undefined };

/** Records who changed organizations and their credentials, in the transaction of the change. */
@Injectable()
export class AuditLogService {
  /** The actor of changes without a caller; the CLI sets its user. */
  actor = 'service';

  constructor(private readonly entries: AuditRepository) {}

  /** @param details ids and settings, never a secret */
  async record(subject: AuditSubject, action: AuditAction, details: Record<string, unknown>): Promise<void> {
    const { organizationId, mode } = subject;
    await this.entries.insert({ organizationId, mode }, { action, ...this.describeActor(subject), details });
  }

  private describeActor({ member, keyId, keyPrefix }: AuditSubject): Pick<AuditEntry, 'actor' | 'actorName'> {
    if (member) return { actor: `member:${member.id}`, actorName: member.email };
    if (keyId == null) return { actor: this.actor, actorName: null };
    return { actor: `key:${keyId}`, actorName: keyPrefix ?? null };
  }

  async page(tenant: Tenant, query: AuditLogQuery): Promise<Page<AuditEntryDto>> {
    return (await this.entries.page(tenant, query)).map(toAuditEntryDto);
  }

  async list(organizationId: number): Promise<AuditEntry[]> {
    const lists = await Promise.all(MODES.map((mode) => this.entries.listBy({ organizationId, mode }, {})));
    return lists.flat().sort((a, b) => a.id - b.id);
  }
}
