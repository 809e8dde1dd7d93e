import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Text } from '../../platform/http/contract/fields.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';

@ApiSchema({
  description:
    'A person who signs in to the dashboard: in both modes, or in test mode only if a test key invited them.',
})
export class MemberDto {
  /** Always `member`. */
  @Kind('member')
  object: 'member';
  /** The member's id. */
  @Int()
  id: number;
  /** E-mail address that receives sign-in links. */
  email: string;
  /** Display name. */
  name: string | null;
  /** `admin`: everything. `operator`: everything except administration. `viewer`: read access without carrier costs. */
  @OneOf(ROLES)
  role: Role;
  /** Time of the last sign-in, ISO 8601 in UTC. */
  @Time()
  last_signed_in_at: string | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'The id of a removed member.' })
export class DeletedMemberDto {
  /** Always `member`. */
  @Kind('member')
  object: 'member';
  /** The member's id. */
  @Int()
  id: number;
  /** Always true. */
  deleted: true;
}

@ApiSchema({ description: 'The fields to change.' })
export class UpdateMemberDto {
  /** New role. It must not exceed your own permissions. */
  @Choice(ROLES, { optional: true, example: 'operator' })
  role?: Role;
  /** Display name; null clears it. */
  @Text({ optional: true, nullable: true, max: 100, example: 'Sam Park' })
  name?: string | null;
}

export class MemberListQuery extends TwoWayPageQuery {}
