import type { Invitation } from './invitation.entity.js';
import type { InvitationDto, InvitationStatus } from './invitations.dto.js';

/** An invitation as the API shows it. */
export function toInvitationDto(invitation: Invitation): InvitationDto {
  return {
    object: 'invitation',
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    status: resolveStatus(invitation),
    expires_at: invitation.expiresAt.toISOString(),
    accepted_at: invitation.acceptedAt?.toISOString() ?? null,
    revoked_at: invitation.revokedAt?.toISOString() ?? null,
    created_at: invitation.createdAt.toISOString(),
  };
}

function resolveStatus({ acceptedAt, revokedAt, lapsed }: Invitation): InvitationStatus {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return lapsed ? 'expired' : 'pending';
}
