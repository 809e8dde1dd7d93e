import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import { AuditLog, type DoneTo } from '../../platform/auth/audit-log.js';
import { InvitationsRepository } from './invitations.repository.js';
import { MembersService } from './members.service.js';

/** Who may not come in any more lets nobody else in: their open invitations end with them. */
@Injectable()
export class OrphanedInvitations {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly audit: AuditLog,
    keys: ApiKeysService,
    members: MembersService,
  ) {
    keys.onRevoke((to, id) => this.revoke(to, `key:${id}`));
    members.onRemove((to, id) => this.revoke(to, `member:${id}`));
  }

  private async revoke(by: DoneTo, inviter: string): Promise<void> {
    for (const { id, email, mode } of await this.invitations.revokeOpenOf(by.organizationId, inviter))
      await this.audit.record({ ...by, mode }, 'invitation.revoked', { id, email, inviter });
  }
}
