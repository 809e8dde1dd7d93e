import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Text } from '../../platform/http/contract/fields.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';

@ApiSchema({
  description:
    'A person who can sign in to the dashboard. Members invited by a test key can use only test mode; other members can use both modes.',
})
export class MemberDto {
  /** Always `member`. */
  @Kind('member') object: 'member';
  /** The member's id. */
  @Int() id: number;
  /** Email address that receives sign-in links. */
  email: string;
  /** Display name. */
  name: string | null;
  /** `admin`: everything. `operator`: everything except administration. `viewer`: read access without carrier costs. */
  @OneOf(ROLES) role: Role;
  /** Time of the last sign-in, ISO 8601 in UTC. */
  @Time() last_signed_in_at: string | null;
  /** True after the member signs in through OpenID Connect. From then on, the service rejects any other identity with the same email address. */
  identity_linked: boolean;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
}

@ApiSchema({ description: 'A removed member.' })
export class DeletedMemberDto {
  /** Always `member`. */
  @Kind('member') object: 'member';
  /** The member's id. */
  @Int() id: number;
  /** Always true. */
  deleted: true;
}

@ApiSchema({ description: 'The fields to change.' })
export class UpdateMemberDto {
  /** New role. It must not exceed your own permissions. */
  @Choice(ROLES, { optional: true, example: 'operator' }) role?: Role;
  /** Display name; null clears it. */
  @Text({ optional: true, nullable: true, max: 100, example: 'Sam Park' }) name?: string | null;
}

export class MemberListQuery extends TwoWayPageQuery {}
