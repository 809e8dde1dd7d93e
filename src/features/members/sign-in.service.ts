import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { hashToken } from '../../platform/auth/random-token.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { SignInTokens } from './sign-in-tokens.js';
import { MembersService } from './members.service.js';

/** Longer than it takes to write a mail down: how long the answer takes tells nobody who is a member. */
const MIN_RESPONSE_MS = 250;

/** How members come in and go out. */
@Injectable()
export class SignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: SignInTokens,
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLogService,
  ) {}

  /** The same for everybody, member or not. */
  async requestLink(email: string, baseUrl: string): Promise<void> {
    await Promise.all([this.tokens.sendLinks(email.toLowerCase(), baseUrl), sleep(MIN_RESPONSE_MS)]);
  }

  /** What the cookie of the new session holds. @throws ApiError sign_in_link_invalid */
  async signIn(token: string): Promise<string> {
    const hash = hashToken(token);
    return this.transactions.run(async () => {
      const entered = hash && (await this.tokens.redeem(hash));
      if (!entered) throw new ApiError('sign_in_link_invalid', { param: 'token' });
      return this.openSession(entered);
    });
  }

  /** By an address that somebody has shown to be theirs: what the cookie of the new session holds; null for nobody's. */
  async signInByEmail(email: string): Promise<string | null> {
    return this.transactions.run(async () => {
      const entered = await this.tokens.redeemByEmail(email.toLowerCase());
      return entered && this.openSession(entered);
    });
  }

  /** @param entered who has shown that it is them */
  private async openSession(entered: OwnedId): Promise<string> {
    const { id, organizationId, mode, email } = await this.members.get(entered, entered.id);
    await this.audit.record({ organizationId, mode, member: { id, email } }, 'member.signed_in', {});
    return this.sessions.open({ id, organizationId, mode });
  }

  /** Ends this browser's session, or all of the member's; without one there is nothing to end. */
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
