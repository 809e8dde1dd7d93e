import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Email } from '../../platform/http/contract/fields.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

@ApiSchema({ description: 'Whom to invite, and as what.' })
export class CreateInvitationDto {
  /** Where the link goes. */
  @Email({ example: 'sam@acme.example' })
  email: string;
  /** What they may do; with no more rights than who asks. */
  @Choice(ROLES, { example: 'operator' })
  role: Role;
}

@ApiSchema({ description: 'Somebody who may become a member, by a link that works once.' })
export class InvitationDto {
  /** Always `invitation`. */
  @Kind('invitation')
  object: 'invitation';
  /** The invitation's id. */
  @Int()
  id: number;
  /** Who is invited. */
  email: string;
  /** `admin` may do everything; `operator` all but administration; `viewer` reads, without what carriers ask. */
  @OneOf(ROLES)
  role: Role;
  /** `pending` until it is accepted, revoked, or its time is over. */
  @OneOf(INVITATION_STATUSES)
  status: InvitationStatus;
  /** Until when the link works, ISO 8601 in UTC. */
  @Time()
  expires_at: string;
  /** When it was accepted, ISO 8601 in UTC. */
  @Time()
  accepted_at: string | null;
  /** When it was revoked, or another took its place, ISO 8601 in UTC. */
  @Time()
  revoked_at: string | null;
  /** When it was made, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

export class InvitationListQuery extends TwoWayPageQuery {}
