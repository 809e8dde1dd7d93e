import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import { AuditLogService, type AuditSubject } from '../../platform/auth/audit-log.service.js';
import { InvitationsRepository } from './invitations.repository.js';
import { MembersService } from './members.service.js';

/** Who may not come in any more lets nobody else in: their open invitations end with them. */
@Injectable()
export class OrphanedInvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly audit: AuditLogService,
    keys: ApiKeysService,
    members: MembersService,
  ) {
    keys.onRevoke((to, id) => this.revokeByInviter(to, `key:${id}`));
    members.onRemove((to, id) => this.revokeByInviter(to, `member:${id}`));
  }

  private async revokeByInviter(by: AuditSubject, inviter: string): Promise<void> {
    for (const { id, email, mode } of await this.invitations.revokeOpenByInviter(by.organizationId, inviter))
      await this.audit.record({ ...by, mode }, 'invitation.revoked', { id, email, inviter });
  }
}
