import type { Member } from '../../platform/auth/member.entity.js';
import type { MemberDto } from './members.dto.js';

/** A member as the API shows it. */
export function toMemberDto(member: Member): MemberDto {
  return {
    object: 'member',
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    last_signed_in_at: member.lastSignedInAt?.toISOString() ?? null,
    created_at: member.createdAt.toISOString(),
  };
}
