import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../http/contract/response-fields.js';
import { AnyOf, TextFilter } from '../http/contract/filters.js';
import { TwoWayPageQuery } from '../http/contract/list.js';
import { AUDIT_ACTIONS, type AuditAction } from './audit-entry.entity.js';

@ApiSchema({ description: 'An action on the organization or its credentials.' })
export class AuditEntryDto {
  /** Always `audit_entry`. */
  @Kind('audit_entry') object: 'audit_entry';
  /** The id of the entry. */
  @Int() id: number;
  /** The action. */
  @OneOf(AUDIT_ACTIONS) action: AuditAction;
  /**
   * The actor: `key:<API key id>`, `member:<member id>`, `cli:<operating system user>` or `service`.
   */
  actor: string;
  /** The first characters of the key, or the email address of the member. */
  actor_name: string | null;
  /** The ids, names and settings that the action affected. They never include a secret. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { id: 7 } })
  details: Record<string, unknown>;
  /** When it happened, ISO 8601 in UTC. */
  @Time() created_at: string;
}

export class AuditLogQuery extends TwoWayPageQuery {
  /** Only entries with one of these actions. */
  @AnyOf(AUDIT_ACTIONS) action?: AuditAction[];
  /** Only entries of this actor, e.g. `key:7`. */
  @TextFilter() actor?: string;
}
