import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Email } from '../../platform/http/contract/fields.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

@ApiSchema({ description: 'The address and the role to invite.' })
export class CreateInvitationDto {
  /** Email address that receives the link. */
  @Email({ example: 'sam@acme.example' }) email: string;
  /** Role of the new member. It must not exceed your own permissions. */
  @Choice(ROLES, { example: 'operator' }) role: Role;
}

@ApiSchema({ description: 'An invitation to become a member. Its link works once.' })
export class InvitationDto {
  /** Always `invitation`. */
  @Kind('invitation') object: 'invitation';
  /** The invitation's id. */
  @Int() id: number;
  /** Invited email address. */
  email: string;
  /** `admin`: everything. `operator`: everything except administration. `viewer`: read access without carrier costs. */
  @OneOf(ROLES) role: Role;
  /** `pending` until the invitation is accepted, revoked or expired. */
  @OneOf(INVITATION_STATUSES) status: InvitationStatus;
  /** Expiry time of the link, ISO 8601 in UTC. */
  @Time() expires_at: string;
  /** Acceptance time, ISO 8601 in UTC. */
  @Time() accepted_at: string | null;
  /** Time when the invitation was revoked or replaced, ISO 8601 in UTC. */
  @Time() revoked_at: string | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
}

export class InvitationListQuery extends TwoWayPageQuery {}
