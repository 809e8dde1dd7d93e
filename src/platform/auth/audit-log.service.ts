import { Injectable } from '@nestjs/common';
import type { Page } from '../tenancy/page.js';
import { MODES, type Tenant } from '../tenancy/tenant.js';
import type { AuditAction, AuditEntry } from './audit-entry.entity.js';
import { toAuditEntryDto } from './audit.mapper.js';
import type { AuditEntryDto, AuditLogQuery } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';
import type { Caller } from './caller.js';

/** Whose organization and mode it was done to; a caller did it with its key, or is a member. */
export type AuditSubject = Tenant &
  Partial<Pick<Caller, 'keyId' | 'keyPrefix'>> & { member?: { id: number; email: string } | undefined };

/** Who did what to organizations and their credentials, written in the transaction that does it. */
@Injectable()
export class AuditLogService {
  /** Who does what no key does: the CLI says who runs it. */
  actor = 'service';

  constructor(private readonly entries: AuditRepository) {}

  /** @param details ids and settings, never a secret */
  async record(to: AuditSubject, action: AuditAction, details: Record<string, unknown>): Promise<void> {
    const { organizationId, mode } = to;
    await this.entries.insert({ organizationId, mode }, { action, ...this.describeActor(to), details });
  }

  private describeActor({ member, keyId, keyPrefix }: AuditSubject): Pick<AuditEntry, 'actor' | 'actorName'> {
    if (member) return { actor: `member:${member.id}`, actorName: member.email };
    if (keyId == null) return { actor: this.actor, actorName: null };
    return { actor: `key:${keyId}`, actorName: keyPrefix ?? null };
  }

  /** Of one mode, newest first. */
  async page(tenant: Tenant, query: AuditLogQuery): Promise<Page<AuditEntryDto>> {
    return (await this.entries.page(tenant, query)).map(toAuditEntryDto);
  }

  /** Of both modes, oldest first. */
  async list(organizationId: number): Promise<AuditEntry[]> {
    const lists = await Promise.all(MODES.map((mode) => this.entries.listBy({ organizationId, mode }, {})));
    return lists.flat().sort((a, b) => a.id - b.id);
  }
}
