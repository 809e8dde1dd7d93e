import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Text } from '../../platform/http/contract/fields.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';

@ApiSchema({
  description:
    'Somebody who signs in to the dashboard, in both modes, or in test mode alone where a test key let them in.',
})
export class MemberDto {
  /** Always `member`. */
  @Kind('member')
  object: 'member';
  /** The member's id. */
  @Int()
  id: number;
  /** Where their sign-in links go. */
  email: string;
  /** What people call them. */
  name: string | null;
  /** `admin` may do everything; `operator` all but administration; `viewer` reads, without what carriers ask. */
  @OneOf(ROLES)
  role: Role;
  /** When they last signed in, ISO 8601 in UTC. */
  @Time()
  last_signed_in_at: string | null;
  /** When they became a member, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'A member who is no more.' })
export class DeletedMemberDto {
  /** Always `member`. */
  @Kind('member')
  object: 'member';
  /** The id they had. */
  @Int()
  id: number;
  /** Always true. */
  deleted: true;
}

@ApiSchema({ description: 'What of a member changes.' })
export class UpdateMemberDto {
  /** What they may do from now on; with no more rights than who asks. */
  @Choice(ROLES, { optional: true, example: 'operator' })
  role?: Role;
  /** What people call them; null clears it. */
  @Text({ optional: true, nullable: true, max: 100, example: 'Sam Park' })
  name?: string | null;
}

export class MemberListQuery extends TwoWayPageQuery {}
