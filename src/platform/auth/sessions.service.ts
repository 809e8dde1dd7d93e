import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../database/transactions.js';
import { MODES, type Mode, type OwnedId } from '../tenancy/tenant.js';
import type { Caller } from './caller.js';
import { IdentityCache } from './identity-cache.js';
import { generateToken, hashToken } from './random-token.js';
import { listRoleScopes, type Role } from './roles.js';
import { ScopeRegistry } from './scope-registry.js';
import { SessionsRepository, type MemberSession } from './sessions.repository.js';

/** Sessions of one member; opening another one ends the oldest. */
const MAX_SESSIONS = 10;

/** Opens, resolves and ends the dashboard sessions of members. */
@Injectable()
export class SessionsService {
  private readonly cache = new IdentityCache<MemberSession>();

  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionsRepository,
    private readonly scopeRegistry: ScopeRegistry,
    private readonly config: Config,
  ) {}

  async open(member: OwnedId): Promise<string> {
    const token = generateToken();
    await this.transactions.run(async () => {
      await this.sessions.recordSignIn(member);
      await this.sessions.deleteBeyond(member, MAX_SESSIONS - 1);
      await this.sessions.insert(member, hashToken(token)!, this.config.sessions.lifetimeMs);
    });
    return token;
  }

  /** Returns true if the session was valid within the last ten minutes, so the request is no guess. */
  wasRecentlyValid(token: string): boolean {
    const hash = hashToken(token);
    return hash !== null && this.cache.wasRecentlyValid(hash.toString('base64'));
  }

  /** Returns null if the session is unknown or expired, or its member was removed. */
  async resolve(token: string): Promise<MemberSession | null> {
    const hash = hashToken(token);
    return hash && this.cache.get(hash.toString('base64'), () => this.sessions.findByHash(hash));
  }

  /** Returns the member as a caller in `mode`; null without a valid session, or if the member cannot see that mode. */
  async resolveCaller(token: string, mode: Mode): Promise<Caller | null> {
    const session = await this.resolve(token);
    if (!session || !listVisibleModes(session).includes(mode)) return null;
    const { organizationId, memberId, email, role, fingerprint } = session;
    const member = { id: memberId, mode: session.mode, email };
    const scopes = role === 'admin' ? null : this.listRoleScopes(role);
    const bounds = { scopes, allowedCidrs: null, ends: false };
    return { organizationId, mode, keyId: null, keyPrefix: null, member, fingerprint, ...bounds };
  }

  listRoleScopes(role: Role): string[] {
    return listRoleScopes(role, this.scopeRegistry.all);
  }

  async end(token: string): Promise<void> {
    await this.sessions.deleteByHash(hashToken(token));
    this.clearCacheAfterCommit();
  }

  async endAll(member: OwnedId): Promise<void> {
    await this.sessions.deleteAll(member);
    this.clearCacheAfterCommit();
  }

  /** Applies a change of members: here after the commit, in other processes within a second. */
  clearCacheAfterCommit(): void {
    this.transactions.afterCommit(() => this.cache.clear());
  }
}

/** Members of live mode see both modes, members of test mode only that one. */
export function listVisibleModes({ mode }: Pick<MemberSession, 'mode'>): readonly Mode[] {
  return mode === 'live' ? MODES : ['test'];
}
