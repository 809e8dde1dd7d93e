import { toDto } from '../http/contract/case-mapper.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryDto } from './audit.dto.js';

export function toAuditEntryDto(entry: AuditEntry): AuditEntryDto {
  return toDto(AuditEntryDto, entry, { object: 'audit_entry' });
}
