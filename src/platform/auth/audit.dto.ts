import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../http/contract/response-fields.js';
import { AnyOf, TextFilter } from '../http/contract/filters.js';
import { TwoWayPageQuery } from '../http/contract/list.js';
import { AUDIT_ACTIONS, type AuditAction } from './audit-entry.entity.js';

@ApiSchema({ description: 'Something that was done to the organization or its credentials.' })
export class AuditEntryDto {
  /** Always `audit_entry`. */
  @Kind('audit_entry')
  object: 'audit_entry';
  /** The entry's id. */
  @Int()
  id: number;
  /** What was done. */
  @OneOf(AUDIT_ACTIONS)
  action: AuditAction;
  /** Who did it: `key:` and the id of an API key, `member:` and the id of a member, `cli:` and the name of the operator's user, or `service`. */
  actor: string;
  /** What people know the actor by: of a key its first characters, of a member the e-mail address. */
  actor_name: string | null;
  /** What it was done to and how: ids, names and settings, never a secret. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { id: 7 } })
  details: Record<string, unknown>;
  /** When it was done, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

export class AuditLogQuery extends TwoWayPageQuery {
  /** Only entries with one of these actions. */
  @AnyOf(AUDIT_ACTIONS)
  action?: AuditAction[];

  /** Only what this actor did, e.g. `key:7`. */
  @TextFilter()
  actor?: string;
}
