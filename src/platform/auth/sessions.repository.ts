import { Injectable } from '@nestjs/common';
import { ReservedConnectionPool } from '../database/reserved-connection-pool.js';
import { Transactions } from '../database/transactions.js';
import type { Mode, OwnedId } from '../tenancy/tenant.js';
import type { Role } from './roles.js';

export interface MemberSession {
  sessionId: number;
  organizationId: number;
  memberId: number;
  mode: Mode;
  email: string;
  role: Role;
  expiresAt: Date;
  createdAt: Date;
  fingerprint: string;
}

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly transactions: Transactions,
    private readonly reserved: ReservedConnectionPool,
  ) {}

  /** Records a sign-in. Locks the member, so that concurrent sign-ins count each other's sessions. */
  async recordSignIn({ id }: OwnedId): Promise<void> {
    await this.transactions.manager.query('UPDATE members SET last_signed_in_at = now() WHERE id = $1', [id]);
  }

  async deleteBeyond({ organizationId, mode, id }: OwnedId, keep: number): Promise<void> {
    await this.transactions.manager.query(
      `DELETE FROM sessions WHERE organization_id = $1 AND mode = $2 AND member_id = $3 AND id NOT IN (
         SELECT id FROM sessions WHERE organization_id = $1 AND mode = $2 AND member_id = $3 AND expires_at > now()
         ORDER BY id DESC LIMIT $4)`,
      [organizationId, mode, id, keep],
    );
  }

  async insert({ organizationId, mode, id }: OwnedId, hash: Buffer, lifetimeMs: number): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO sessions (organization_id, mode, member_id, hash, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')`,
      [organizationId, mode, id, hash, lifetimeMs],
    );
  }

  /** Returns a valid session, on a connection that busy requests cannot take. */
  async findByHash(hash: Buffer): Promise<MemberSession | null> {
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

  async deleteByHash(hash: Buffer | null): Promise<void> {
    await this.transactions.manager.query('DELETE FROM sessions WHERE hash = $1', [hash]);
  }

  async deleteAll({ organizationId, mode, id }: OwnedId): Promise<void> {
    await this.transactions.manager.query(
      'DELETE FROM sessions WHERE organization_id = $1 AND mode = $2 AND member_id = $3',
      [organizationId, mode, id],
    );
  }
}
