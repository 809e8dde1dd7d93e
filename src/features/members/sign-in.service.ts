import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { hashToken } from '../../platform/auth/random-token.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { SignInTokens, type TokenPreview } from './sign-in-tokens.js';
import { MembersService } from './members.service.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: SignInTokens,
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLogService,
  ) {}

  /** Returns the cookie of the new session. @throws ApiError sign_in_link_invalid */
  async signIn(token: string): Promise<string> {
    const hash = hashToken(token);
    return this.transactions.run(async () => {
      const member = hash && (await this.tokens.redeem(hash));
      if (!member) throw new ApiError('sign_in_link_invalid', { param: 'token' });
      return this.openSession(member);
    });
  }

  /** Returns what the token is for. @throws ApiError sign_in_link_invalid */
  async preview(token: string): Promise<TokenPreview> {
    const hash = hashToken(token);
    const preview = hash && (await this.tokens.preview(hash));
    if (!preview) throw new ApiError('sign_in_link_invalid', { param: 'token' });
    return preview;
  }

  /** Returns the cookie of the new session, in the current transaction. */
  async openSession(member: OwnedId): Promise<string> {
    const { id, organizationId, mode, email } = await this.members.get(member, member.id);
    await this.audit.record({ organizationId, mode, member: { id, email } }, 'member.signed_in', {});
    return this.sessions.open({ id, organizationId, mode });
  }

  /** Ends the session of the cookie, or all sessions of its member. Does nothing without a session. */
  async signOut(cookie: string | undefined, everywhere: boolean): Promise<void> {
    const signedIn = cookie === undefined ? null : await this.sessions.resolve(cookie);
    if (!signedIn) return;
    if (!everywhere) return this.sessions.end(cookie!);
    const { organizationId, mode, memberId: id, email } = signedIn;
    await this.transactions.run(async () => {
      await this.sessions.endAll({ organizationId, mode, id });
      const by = { organizationId, mode, member: { id, email } };
      await this.audit.record(by, 'member.signed_out_everywhere', {});
    });
  }
}
