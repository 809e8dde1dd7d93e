import type { Member } from '../../platform/auth/member.entity.js';
import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationDto, type InvitationStatus } from './invitations.dto.js';
import { MemberDto } from './members.dto.js';

export function toMemberDto(member: Member): MemberDto {
  return toDto(MemberDto, member, { object: 'member', identity_linked: member.oidcSubject !== null });
}

export function toInvitationDto(invitation: Invitation): InvitationDto {
  return toDto(InvitationDto, invitation, { object: 'invitation', status: resolveStatus(invitation) });
}

function resolveStatus({ acceptedAt, revokedAt, lapsed }: Invitation): InvitationStatus {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return lapsed ? 'expired' : 'pending';
}
