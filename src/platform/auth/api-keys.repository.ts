import { Injectable } from '@nestjs/common';
import { ReservedConnectionPool } from '../database/reserved-connection-pool.js';
import { Transactions } from '../database/transactions.js';
import { QuotasService } from '../rate-limits/quotas.service.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { ApiKey } from './api-key.entity.js';
import type { Caller } from './caller.js';

const USABLE_SQL = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

type NewKeyRow = Tenant & Pick<ApiKey, 'name' | 'scopes' | 'allowedCidrs' | 'hash' | 'prefix'>;

/** API keys. The methods without a tenant serve authentication, the CLI and rolling, which know a key by id or hash. */
@Injectable()
export class ApiKeysRepository extends OwnedRepository<ApiKey> {
  constructor(
    transactions: Transactions,
    quotas: QuotasService,
    private readonly reserved: ReservedConnectionPool,
  ) {
    super(transactions, ApiKey);
    quotas.registerCounter('api_keys', (organizationId) => this.countUsable(organizationId));
  }

  listOfOrganization(organizationId: number): Promise<ApiKey[]> {
    return this.transactions.manager.find(ApiKey, { where: { organizationId }, order: { id: 'ASC' } });
  }

  /** Stores a key and returns its id. @param expiry a moment, milliseconds from now, or null for never */
  async create(row: NewKeyRow, expiry: Date | number | null): Promise<number> {
    const expiresAt = typeof expiry === 'number' ? () => `now() + interval '${expiry} milliseconds'` : expiry;
    const result = await this.transactions.manager
      .createQueryBuilder()
      .insert()
      .into(ApiKey)
      .values({ ...row, expiresAt })
      .returning('id')
      .execute();
    return (result.raw as { id: number }[])[0]!.id;
  }

  /** Locks a key until the transaction ends; null if it is unknown, expired or revoked. */
  lockUsable(id: number): Promise<ApiKey | null> {
    return this.transactions.manager
      .createQueryBuilder(ApiKey, 'key')
      .setLock('pessimistic_write')
      .where(`key.id = :id AND ${USABLE_SQL}`, { id })
      .getOne();
  }

  async expireWithin(id: number, ms: number): Promise<ApiKey> {
    const expiresAt = () => `LEAST(expires_at, now() + interval '${ms} milliseconds')`;
    await this.transactions.manager.update(ApiKey, id, { expiresAt });
    return this.transactions.manager.findOneByOrFail(ApiKey, { id });
  }

  /** Revokes a key and returns its tenant; null if it is unknown or revoked already. */
  async revoke(id: number): Promise<Tenant | null> {
    const result = await this.transactions.manager
      .createQueryBuilder()
      .update(ApiKey)
      .set({ revokedAt: () => 'now()' })
      .where('id = :id AND revoked_at IS NULL', { id })
      .returning('organization_id, mode')
      .execute();
    const [row] = result.raw as { organization_id: number; mode: Tenant['mode'] }[];
    return row ? { organizationId: row.organization_id, mode: row.mode } : null;
  }

  /** Returns the caller of a usable key, on a connection that busy requests cannot take. */
  async findCaller(hash: Buffer): Promise<Caller | null> {
    const [row] = await this.reserved.query<Omit<Caller, 'fingerprint'>>({
      name: 'api_key_by_hash',
      text: `SELECT id AS "keyId", prefix AS "keyPrefix", organization_id AS "organizationId", mode, scopes,
               allowed_cidrs AS "allowedCidrs", expires_at IS NOT NULL AS ends FROM api_keys
             WHERE hash = $1 AND ${USABLE_SQL}`,
      values: [hash],
    });
    return row ? { ...row, fingerprint: hash.toString('base64url', 0, 16) } : null;
  }

  /** Sets `lastUsedAt` of keys that were last used more than a minute ago. */
  async recordUse(ids: number[]): Promise<void> {
    await this.transactions.prepared({
      name: 'api_keys_used',
      text: `UPDATE api_keys SET last_used_at = now()
             WHERE id = ANY ($1) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      values: [ids],
    });
  }

  private async countUsable(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'keys_in_use',
      text: `SELECT count(*)::int AS count FROM api_keys WHERE organization_id = $1 AND ${USABLE_SQL}`,
      values: [organizationId],
    });
    return row!.count;
  }
}
