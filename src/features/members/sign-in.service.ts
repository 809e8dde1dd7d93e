import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLog } from '../../platform/auth/audit-log.js';
import { tokenHash } from '../../platform/auth/random-token.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { Entries } from './entries.js';
import { MembersService } from './members.service.js';

/** Longer than it takes to write a mail down: how long the answer takes tells nobody who is a member. */
const ANSWER_MS = 250;

/** How members come in and go out. */
@Injectable()
export class SignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly entries: Entries,
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
  ) {}

  /** The same for everybody, member or not. */
  async ask(email: string, baseUrl: string): Promise<void> {
    await Promise.all([this.entries.mail(email.toLowerCase(), baseUrl), sleep(ANSWER_MS)]);
  }

  /** What the cookie of the new session holds. @throws ApiError sign_in_link_invalid */
  async signIn(token: string): Promise<string> {
    const hash = tokenHash(token);
    return this.transactions.run(async () => {
      const entered = hash && (await this.entries.take(hash));
      if (!entered) throw new ApiError('sign_in_link_invalid', { param: 'token' });
      return this.enter(entered);
    });
  }

  /** By an address that somebody has shown to be theirs: what the cookie of the new session holds; null for nobody's. */
  async signInAs(email: string): Promise<string | null> {
    return this.transactions.run(async () => {
      const entered = await this.entries.takeByEmail(email.toLowerCase());
      return entered && this.enter(entered);
    });
  }

  /** @param entered who has shown that it is them */
  private async enter(entered: OwnedId): Promise<string> {
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
