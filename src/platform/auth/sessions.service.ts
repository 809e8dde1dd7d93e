import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ReservedConnectionPool } from '../database/reserved-connection-pool.js';
import { Transactions } from '../database/transactions.js';
import { MODES, type Mode, type OwnedId } from '../tenancy/tenant.js';
import type { Caller } from './caller.js';
import { IdentityCache } from './identity-cache.js';
import { ScopeRegistry } from './scope-registry.js';
import { generateToken, hashToken } from './random-token.js';
import { listRoleScopes, type Role } from './roles.js';

/** Browsers that a member is signed in with at once; one more ends the oldest. */
const MAX_SESSIONS = 10;

/** Whom a session speaks for. */
export interface MemberSession {
  sessionId: number;
  organizationId: number;
  memberId: number;
  /** Where the member stands. */
  mode: Mode;
  email: string;
  role: Role;
  expiresAt: Date;
  createdAt: Date;
  fingerprint: string;
}

/** Opens, finds and ends the sessions of members. */
@Injectable()
export class SessionsService {
  private readonly cache = new IdentityCache<MemberSession>();

  constructor(
    private readonly transactions: Transactions,
    private readonly reserved: ReservedConnectionPool,
    private readonly scopeRegistry: ScopeRegistry,
    private readonly config: Config,
  ) {}

  /** A new session of the member; what its cookie holds is in the answer and nowhere else. */
  async open({ organizationId, mode, id }: OwnedId): Promise<string> {
    const token = generateToken();
    await this.transactions.run(async () => {
      const { manager } = this.transactions;
      // Locks the member: of two that sign in at once none counts without the other.
      await manager.query('UPDATE members SET last_signed_in_at = now() WHERE id = $1', [id]);
      await manager.query(
        `DELETE FROM sessions WHERE organization_id = $1 AND mode = $2 AND member_id = $3 AND id NOT IN (
           SELECT id FROM sessions WHERE organization_id = $1 AND mode = $2 AND member_id = $3 AND expires_at > now()
           ORDER BY id DESC LIMIT $4)`,
        [organizationId, mode, id, MAX_SESSIONS - 1],
      );
      await manager.query(
        `INSERT INTO sessions (organization_id, mode, member_id, hash, expires_at)
         VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')`,
        [organizationId, mode, id, hashToken(token), this.config.sessions.lifetimeMs],
      );
    });
    return token;
  }

  /** Whether the session was valid within the last ten minutes: no stranger's guess. */
  wasRecentlyValid(token: string): boolean {
    const hash = hashToken(token);
    return hash !== null && this.cache.wasRecentlyValid(hash.toString('base64'));
  }

  /** Who is signed in with it; null when it is unknown, over, or its member gone. */
  async resolve(token: string): Promise<MemberSession | null> {
    const hash = hashToken(token);
    return hash && this.cache.get(hash.toString('base64'), () => this.findSession(hash));
  }

  /** The session as a caller of the API, in the mode that its page shows; null where the member doesn't see that mode. */
  toCaller(signedIn: MemberSession, mode: Mode): Caller | null {
    if (!listVisibleModes(signedIn).includes(mode)) return null;
    const { organizationId, memberId, email, role, fingerprint } = signedIn;
    const member = { id: memberId, mode: signedIn.mode, email };
    const scopes = role === 'admin' ? null : this.listRoleScopes(role);
    const bounds = { scopes, allowedCidrs: null, ends: false };
    return { organizationId, mode, keyId: null, keyPrefix: null, member, fingerprint, ...bounds };
  }

  listRoleScopes(role: Role): string[] {
    return listRoleScopes(role, this.scopeRegistry.all);
  }

  /** Ends one session, whoever has it. */
  async end(token: string): Promise<void> {
    await this.transactions.manager.query('DELETE FROM sessions WHERE hash = $1', [hashToken(token)]);
    this.clearCacheAfterCommit();
  }

  /** Ends every session of the member. */
  async endAll({ organizationId, mode, id }: OwnedId): Promise<void> {
    await this.transactions.manager.query(
      'DELETE FROM sessions WHERE organization_id = $1 AND mode = $2 AND member_id = $3',
      [organizationId, mode, id],
    );
    this.clearCacheAfterCommit();
  }

  /** After a change of members: here at once, in other processes within a second. */
  clearCacheAfterCommit(): void {
    this.transactions.afterCommit(() => this.cache.clear());
  }

  private async findSession(hash: Buffer): Promise<MemberSession | null> {
    const [row] = await this.reserved.query<Omit<MemberSession, 'fingerprint'>>({
      name: 'session_by_hash',
      text: `SELECT s.id AS "sessionId", s.organization_id AS "organizationId", s.member_id AS "memberId", m.mode, m.email, m.role,
               s.expires_at AS "expiresAt", s.created_at AS "createdAt"
             FROM sessions s JOIN members m ON m.organization_id = s.organization_id AND m.mode = s.mode AND m.id = s.member_id
             WHERE s.hash = $1 AND s.expires_at > now()`,
      values: [hash],
    });
    return row ? { ...row, fingerprint: hash.toString('base64url', 0, 16) } : null;
  }
}

/** What a member sees: who stands in live mode both modes, another test mode alone. */
export function listVisibleModes({ mode }: Pick<MemberSession, 'mode'>): readonly Mode[] {
  return mode === 'live' ? MODES : ['test'];
}
