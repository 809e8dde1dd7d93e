import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { normalizeNetwork } from '../rate-limits/networks.js';
import type { Mode } from '../tenancy/tenant.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AuditLogService, type AuditSubject } from './audit-log.service.js';
import { NO_CREDENTIAL, type Caller, type Credential } from './caller.js';
import { IdentityCache } from './identity-cache.js';
import { hashKey, isWellFormed, generateKey } from './key-format.js';
import { ScopeRegistry } from './scope-registry.js';

export interface KeyOptions {
  scopes?: string[] | null;
  allowedCidrs?: string[] | null | undefined;
  /** Lifetime in milliseconds; null is unlimited. */
  lifeMs?: number | null;
  expiresAt?: Date | null;
  name?: string | null | undefined;
  by?: Caller | undefined;
}

export type RevokeHook = (subject: AuditSubject, keyId: number) => Promise<void>;

/** A new key with its secret, which is shown once. */
export interface NewKey {
  id: number;
  key: string;
}

/** Creates, resolves, rolls and revokes API keys, without checks of the caller's rights (see `KeysService`). */
@Injectable()
export class ApiKeysService {
  private readonly cache = new IdentityCache<Caller>();
  private readonly revokeHooks: RevokeHook[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysRepository,
    private readonly audit: AuditLogService,
    private readonly scopeRegistry: ScopeRegistry,
  ) {}

  /** Registers a hook at startup, for features that own what a key has created. */
  onRevoke(hook: RevokeHook): void {
    this.revokeHooks.push(hook);
  }

  /** @throws ApiError invalid_value for an unknown scope or network */
  async create(organizationId: number, mode: Mode, options: KeyOptions = {}): Promise<NewKey> {
    return this.transactions.run(async () => {
      const created = await this.insert(organizationId, mode, options);
      const { scopes = null, allowedCidrs, lifeMs = null, expiresAt, by } = options;
      const details = {
        id: created.id,
        scopes,
        ...(allowedCidrs && { allowed_cidrs: allowedCidrs }),
        life_ms: lifeMs,
        ...(expiresAt && { expires_at: expiresAt }),
      };
      await this.audit.record({ ...by, organizationId, mode }, 'key.created', details);
      return created;
    });
  }

  async list(organizationId: number): Promise<ApiKey[]> {
    return this.keys.listOfOrganization(organizationId);
  }

  /**
   * Creates a key with the rights of an old one, which works on for `overlapMs` at most.
   * @throws ApiError resource_missing if the old key is unknown, expired or revoked
   */
  async roll(
    id: number,
    overlapMs: number,
    lifeMs?: number,
    by?: Caller,
  ): Promise<NewKey & { previous: ApiKey }> {
    return this.transactions.run(async () => {
      const found = await this.keys.lockUsable(id);
      if (!found) throw new ApiError('resource_missing', { message: `No active key with id ${id}.` });
      const { organizationId, mode, scopes, allowedCidrs, name, expiresAt } = found;
      const expiry = lifeMs === undefined ? { expiresAt } : { lifeMs };
      const created = await this.insert(organizationId, mode, { scopes, allowedCidrs, name, ...expiry });
      const previous = await this.keys.expireWithin(id, overlapMs);
      const details = { id, to: created.id, overlap_ms: overlapMs };
      await this.audit.record({ ...by, organizationId, mode }, 'key.rolled', details);
      this.cache.clear();
      return { ...created, previous };
    });
  }

  /** Returns false if the key is unknown or revoked already. */
  async revoke(id: number, by?: Caller): Promise<boolean> {
    return this.transactions.run(async () => {
      const tenant = await this.keys.revoke(id);
      if (tenant) {
        const subject = { ...by, ...tenant };
        await this.audit.record(subject, 'key.revoked', { id });
        for (const hook of this.revokeHooks) await hook(subject, id);
      }
      this.cache.clear();
      return tenant !== null;
    });
  }

  /** Returns the credential of a key. It resolves to null if the key is malformed, unknown, expired or revoked. */
  toCredential(key: string): Credential {
    if (!isWellFormed(key)) return NO_CREDENTIAL;
    const hash = hashKey(key);
    const name = hash.toString('base64');
    return {
      wasRecentlyValid: () => this.cache.wasRecentlyValid(name),
      resolve: () => this.cache.get(name, () => this.keys.findCaller(hash)),
    };
  }

  private async insert(organizationId: number, mode: Mode, options: KeyOptions): Promise<NewKey> {
    const { scopes = null, allowedCidrs = null, lifeMs = null, expiresAt = null, name = null } = options;
    const unknown = scopes?.find((scope) => !this.scopeRegistry.all.includes(scope));
    if (unknown !== undefined || scopes?.length === 0) {
      const message = `"${unknown ?? ''}" is not a scope. Use one of: ${this.scopeRegistry.all.join(', ')}.`;
      throw new ApiError('invalid_value', { param: 'scopes', message });
    }
    const key = generateKey(mode);
    const networks = allowedCidrs && parseNetworks(allowedCidrs);
    const secret = { hash: hashKey(key), prefix: key.slice(0, 12) };
    const row = { organizationId, mode, name, scopes, allowedCidrs: networks, ...secret };
    return { id: await this.keys.create(row, lifeMs ?? expiresAt), key };
  }
}

function parseNetworks(texts: string[]): string[] {
  const networks = texts.map((text) => {
    const network = normalizeNetwork(text);
    if (network !== null) return network;
    const message = `"${text}" is not an IP address or a network such as 203.0.113.0/24.`;
    throw new ApiError('invalid_value', { param: 'allowed_cidrs', message });
  });
  return [...new Set(networks)];
}
