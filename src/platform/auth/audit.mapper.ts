import type { AuditEntry } from './audit-entry.entity.js';
import type { AuditEntryDto } from './audit.dto.js';

/** An entry of the audit log as the API shows it. */
export function toAuditEntryDto(entry: AuditEntry): AuditEntryDto {
  return {
    object: 'audit_entry',
    id: entry.id,
    action: entry.action,
    actor: entry.actor,
    actor_name: entry.actorName,
    details: entry.details,
    created_at: entry.createdAt.toISOString(),
  };
}
