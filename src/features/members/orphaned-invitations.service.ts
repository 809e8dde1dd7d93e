import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import { AuditLogService, type AuditSubject } from '../../platform/auth/audit-log.service.js';
import { InvitationsRepository } from './invitations.repository.js';
import { MembersService } from './members.service.js';

/** Revokes the open invitations of a revoked key or a removed member. */
@Injectable()
export class OrphanedInvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly audit: AuditLogService,
    keys: ApiKeysService,
    members: MembersService,
  ) {
    keys.onRevoke((subject, id) => this.revokeByInviter(subject, `key:${id}`));
    members.onRemove((subject, id) => this.revokeByInviter(subject, `member:${id}`));
  }

  private async revokeByInviter(subject: AuditSubject, inviter: string): Promise<void> {
    const revoked = await this.invitations.revokeOpenByInviter(subject.organizationId, inviter);
    for (const { id, email, mode } of revoked)
      await this.audit.record({ ...subject, mode }, 'invitation.revoked', { id, email, inviter });
  }
}
