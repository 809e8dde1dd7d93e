import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { MembersRepository, type OidcMembership } from './members.repository.js';
import type { OidcIdentity } from './oidc-provider.js';
import { SignInService } from './sign-in.service.js';
import { SignInTokens } from './sign-in-tokens.js';

/** Memberships that one identity chooses from. */
const MAX_MEMBERSHIPS = 100;

/** The texts are in web/src/features/sign-in/routes/SignInPage.tsx. */
export type OidcErrorCode =
  | 'not_a_member'
  | 'identity_changed'
  | 'invitation_invalid'
  | 'invitation_for_another'
  | 'test_invitation'
  | 'sign_in_failed'
  | 'provider_away';

/** The provider has proved the identity, but nothing here lets it in. */
export class OidcRefusedError extends Error {
  constructor(readonly code: OidcErrorCode) {
    super(`OpenID Connect sign-in refused: ${code}`);
  }
}

/**
 * Signs in identities of the OpenID provider. The first sign-in links `iss` and `sub` to the membership, and from then on no
 * other identity opens it, even with the same address. Addresses are reassigned; subjects are not (OpenID Connect Core 1.0,
 * 5.7).
 */
@Injectable()
export class OidcMembershipsService {
  constructor(
    private readonly members: MembersRepository,
    private readonly tokens: SignInTokens,
    private readonly signIns: SignInService,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
  ) {}

  /** Returns at least one membership. @throws OidcRefusedError not_a_member, identity_changed */
  async list(identity: OidcIdentity): Promise<OidcMembership[]> {
    const found = await this.members.listByIdentity(identity, MAX_MEMBERSHIPS);
    const open = found.filter(({ matches }) => matches);
    if (open.length > 0) return open;
    throw new OidcRefusedError(found.length > 0 ? 'identity_changed' : 'not_a_member');
  }

  /** Returns the cookie of a new session of one of the memberships of `list`. @throws OidcRefusedError */
  async signIn(identity: OidcIdentity, memberId: number): Promise<string> {
    return this.transactions.run(async () => {
      const chosen = (await this.list(identity)).find(({ id }) => id === memberId);
      if (!chosen) throw new OidcRefusedError('not_a_member');
      return this.openSession(chosen, identity);
    });
  }

  /** Accepts a live invitation to the address of the identity. Returns the cookie of a new session. @throws OidcRefusedError */
  async acceptInvitation(identity: OidcIdentity, hash: Buffer): Promise<string> {
    return this.transactions.run(async () => {
      const member = await this.tokens.acceptInvitation(hash, ({ mode, email }) => {
        if (mode === 'test') throw new OidcRefusedError('test_invitation');
        if (email !== identity.email) throw new OidcRefusedError('invitation_for_another');
      });
      if (!member) throw new OidcRefusedError('invitation_invalid');
      return this.openSession(member, identity);
    });
  }

  private async openSession(member: OwnedId, identity: OidcIdentity): Promise<string> {
    const { id, organizationId, mode } = member;
    const linked = await this.members.linkIdentity(member, identity);
    if (!linked) throw new OidcRefusedError('identity_changed');
    const { issuer, subject } = identity;
    if (!linked.wasLinked)
      await this.audit.record({ organizationId, mode }, 'member.linked', { id, issuer, subject });
    return this.signIns.openSession(member);
  }
}
