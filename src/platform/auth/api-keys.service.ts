import { Injectable } from '@nestjs/common';
import { ReservedConnectionPool } from '../database/reserved-connection-pool.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { ApiKey } from './api-key.entity.js';
import { AuditLogService, type AuditSubject } from './audit-log.service.js';
import type { Caller } from './caller.js';
import { NO_CREDENTIAL, type Credential } from './credential.js';
import { IdentityCache } from './identity-cache.js';
import { hashKey, isWellFormed, generateKey } from './key-format.js';
import { ScopeRegistry } from './scope-registry.js';
import { normalizeNetwork } from '../rate-limits/networks.js';
import type { Mode } from '../tenancy/tenant.js';

export interface KeyOptions {
  /** Dotted scopes; null is full access. */
  scopes?: string[] | null;
  /** Networks and addresses that it works from; null is everywhere. */
  allowedCidrs?: string[] | null | undefined;
  /** Milliseconds from now; null: until it is revoked. */
  lifeMs?: number | null;
  /** The end as a moment, where it isn't counted from now. */
  expiresAt?: Date | null;
  name?: string | null | undefined;
  /** Whose key asked for it. */
  by?: Caller | undefined;
}

/** What ends with a key, in the transaction that revokes it. */
export type RevokeHook = (to: AuditSubject, keyId: number) => Promise<void>;

/** A key as it is shown once. */
export interface NewKey {
  id: number;
  key: string;
}

/** Makes, finds and ends API keys. */
@Injectable()
export class ApiKeysService {
  private readonly cache = new IdentityCache<Caller>();
  private readonly revokeHooks: RevokeHook[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
    private readonly scopeRegistry: ScopeRegistry,
    private readonly reserved: ReservedConnectionPool,
  ) {}

  /** Rooms that hold what a key has begun register here at boot. */
  onRevoke(step: RevokeHook): void {
    this.revokeHooks.push(step);
  }

  /** The key itself is in the answer and nowhere else. @throws ApiError invalid_value for an unknown scope or network */
  async create(organizationId: number, mode: Mode, options: KeyOptions = {}): Promise<NewKey> {
    return this.transactions.run(async () => {
      const made = await this.insert(organizationId, mode, options);
      const { scopes = null, allowedCidrs, lifeMs = null, expiresAt, by } = options;
      const details = {
        id: made.id,
        scopes,
        ...(allowedCidrs && { allowed_cidrs: allowedCidrs }),
        life_ms: lifeMs,
        ...(expiresAt && { expires_at: expiresAt }),
      };
      await this.audit.record({ ...by, organizationId, mode }, 'key.created', details);
      return made;
    });
  }

  async list(organizationId: number): Promise<ApiKey[]> {
    return this.transactions.manager.find(ApiKey, { where: { organizationId }, order: { id: 'ASC' } });
  }

  /**
   * A new key with the rights of an old one, which goes on working for the overlap and no longer.
   * @throws ApiError resource_missing when the old key doesn't work any more
   */
  async roll(
    id: number,
    overlapMs: number,
    lifeMs?: number,
    by?: Caller,
  ): Promise<NewKey & { previous: ApiKey }> {
    return this.transactions.run(async () => {
      const found = await this.transactions.manager
        .createQueryBuilder(ApiKey, 'key')
        .setLock('pessimistic_write')
        .where('key.id = :id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())', { id })
        .getOne();
      if (!found) throw new ApiError('resource_missing', { message: `No key ${id} in use.` });
      const { organizationId, mode, scopes, allowedCidrs, name, expiresAt } = found;
      const end = lifeMs === undefined ? { expiresAt } : { lifeMs };
      const made = await this.insert(organizationId, mode, { scopes, allowedCidrs, name, ...end });
      const last = `LEAST(expires_at, now() + interval '${overlapMs} milliseconds')`;
      await this.transactions.manager.update(ApiKey, id, { expiresAt: () => last });
      const details = { id, to: made.id, overlap_ms: overlapMs };
      await this.audit.record({ ...by, organizationId, mode }, 'key.rolled', details);
      this.cache.clear();
      return { ...made, previous: await this.transactions.manager.findOneByOrFail(ApiKey, { id }) };
    });
  }

  /** False when there is no such key, or it is revoked already. */
  async revoke(id: number, by?: Caller): Promise<boolean> {
    return this.transactions.run(async () => {
      const result = await this.transactions.manager
        .createQueryBuilder()
        .update(ApiKey)
        .set({ revokedAt: () => 'now()' })
        .where('id = :id AND revoked_at IS NULL', { id })
        .returning('organization_id, mode')
        .execute();
      const [row] = result.raw as { organization_id: number; mode: Mode }[];
      if (row) {
        const to = { ...by, organizationId: row.organization_id, mode: row.mode };
        await this.audit.record(to, 'key.revoked', { id });
        for (const step of this.revokeHooks) await step(to, id);
      }
      this.cache.clear();
      return row !== undefined;
    });
  }

  /** What a key shows: nothing when it is malformed, unknown, expired or revoked. */
  toCredential(key: string): Credential {
    if (!isWellFormed(key)) return NO_CREDENTIAL;
    const hash = hashKey(key);
    const name = hash.toString('base64');
    return {
      wasRecentlyValid: () => this.cache.wasRecentlyValid(name),
      resolve: () => this.cache.get(name, () => this.findCaller(hash)),
    };
  }

  private async insert(organizationId: number, mode: Mode, options: KeyOptions): Promise<NewKey> {
    const { scopes = null, allowedCidrs = null, lifeMs = null, expiresAt = null, name = null } = options;
    const unknown = scopes?.find((scope) => !this.scopeRegistry.all.includes(scope));
    if (unknown !== undefined || scopes?.length === 0) {
      const message = `"${unknown ?? ''}" is not a scope. Scopes: ${this.scopeRegistry.all.join(', ')}.`;
      throw new ApiError('invalid_value', { param: 'scopes', message });
    }
    const key = generateKey(mode);
    const result = await this.transactions.manager
      .createQueryBuilder()
      .insert()
      .into(ApiKey)
      .values({
        organizationId,
        mode,
        name,
        scopes,
        allowedCidrs: allowedCidrs && parseNetworks(allowedCidrs),
        hash: hashKey(key),
        prefix: key.slice(0, 12),
        expiresAt: lifeMs === null ? expiresAt : () => `now() + interval '${lifeMs} milliseconds'`,
      })
      .returning('id')
      .execute();
    return { id: (result.raw as { id: number }[])[0]!.id, key };
  }

  private async findCaller(hash: Buffer): Promise<Caller | null> {
    const [row] = await this.reserved.query<Omit<Caller, 'fingerprint'>>({
      name: 'api_key_by_hash',
      text: `SELECT id AS "keyId", prefix AS "keyPrefix", organization_id AS "organizationId", mode, scopes,
               allowed_cidrs AS "allowedCidrs", expires_at IS NOT NULL AS ends FROM api_keys
             WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      values: [hash],
    });
    return row ? { ...row, fingerprint: hash.toString('base64url', 0, 16) } : null;
  }
}

/** @throws ApiError invalid_value */
function parseNetworks(texts: string[]): string[] {
  const networks = texts.map((text) => {
    const network = normalizeNetwork(text);
    if (network !== null) return network;
    const message = `"${text}" is not a network such as 203.0.113.0/24, nor an address.`;
    throw new ApiError('invalid_value', { param: 'allowed_cidrs', message });
  });
  return [...new Set(networks)];
}
