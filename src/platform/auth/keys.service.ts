import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { containsNetwork } from '../rate-limits/networks.js';
import { QuotasService } from '../rate-limits/quotas.service.js';
import { parseStartMs } from '../tenancy/list-filters.js';
import type { Page } from '../tenancy/page.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';
import { describeCaller, type Caller } from './caller.js';
import { toKeyDto } from './keys.mapper.js';
import type { CreateKeyDto, KeyDto, KeyListQuery, CreatedKeyDto, RollKeyDto } from './keys.dto.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** The key endpoints: keys of the caller's tenant, never with more rights than the caller's own. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly quotas: QuotasService,
    private readonly transactions: Transactions,
  ) {}

  async list(caller: Caller, query: KeyListQuery): Promise<Page<KeyDto>> {
    return (await this.keys.page(caller, query)).map(toKeyDto);
  }

  async get(caller: Caller, id: number): Promise<KeyDto> {
    return toKeyDto(await this.keys.get(caller, id));
  }

  /** @throws ApiError insufficient_scope, invalid_value, quota_exceeded */
  async create(caller: Caller, body: CreateKeyDto): Promise<CreatedKeyDto> {
    const rights = await this.getRights(caller);
    const scopes = body.scopes ?? rights.scopes;
    const allowedCidrs = body.allowed_cidrs ?? rights.allowedCidrs;
    const expiresAt = body.expires_at == null ? rights.expiresAt : new Date(parseStartMs(body.expires_at));
    const params = { scopes: 'scopes', allowedCidrs: 'allowed_cidrs', expiresAt: 'expires_at' };
    assertWithinRights(rights, { scopes, allowedCidrs, expiresAt }, params);
    const { organizationId, mode } = caller;
    return this.transactions.run(async () => {
      await this.quotas.check('api_keys', caller);
      const created = await this.apiKeys.create(organizationId, mode, {
        scopes,
        allowedCidrs,
        expiresAt,
        name: body.name,
        by: caller,
      });
      const key = await this.keys.get(caller, created.id);
      // Compares with `createdAt`, so by the database's clock. Throwing rolls the key back.
      if (key.expiresAt && key.expiresAt <= key.createdAt)
        throw new ApiError('invalid_value', {
          param: 'expires_at',
          message: 'expires_at must be in the future.',
        });
      return { ...toKeyDto(key), key: created.key };
    });
  }

  /** @throws ApiError resource_missing if the key is expired or revoked, insufficient_scope, quota_exceeded */
  async roll(caller: Caller, id: number, body: RollKeyDto): Promise<CreatedKeyDto> {
    const found = await this.keys.get(caller, id);
    assertWithinRights(await this.getRights(caller), found);
    const overlapMs = (body.overlap_seconds ?? 0) * 1_000;
    return this.transactions.run(async () => {
      // Without an overlap the new key takes the place of the old one.
      if (overlapMs > 0) await this.quotas.check('api_keys', caller);
      const created = await this.apiKeys.roll(id, overlapMs, undefined, caller);
      return { ...(await this.get(caller, created.id)), key: created.key };
    });
  }

  /** @throws ApiError insufficient_scope if the key has a scope that the caller lacks */
  async revoke(caller: Caller, id: number): Promise<KeyDto> {
    const { scopes } = await this.keys.get(caller, id);
    const missing = findMissingScope(caller.scopes, scopes);
    if (missing !== undefined)
      throw new ApiError('insufficient_scope', {
        message: `${describeCaller(caller)} lacks ${missing}, which the key to revoke has. Use a key with that scope.`,
      });
    await this.apiKeys.revoke(id, caller);
    return this.get(caller, id);
  }

  /** Keys that a member creates belong to the organization, so only the member's scopes limit them. */
  private async getRights(caller: Caller): Promise<KeyRights> {
    return caller.keyId === null
      ? { scopes: caller.scopes && [...caller.scopes], allowedCidrs: null, expiresAt: null }
      : this.keys.get(caller, caller.keyId);
  }
}

type KeyRights = Pick<ApiKey, 'scopes' | 'allowedCidrs' | 'expiresAt'>;

/**
 * Rejects keys with more scopes, more networks or a later expiry than the caller's.
 * @param params the request parameter of each right, for the error
 * @throws ApiError insufficient_scope
 */
function assertWithinRights(
  callerRights: KeyRights,
  newRights: KeyRights,
  params: Partial<Record<keyof KeyRights, string>> = {},
): void {
  const createError = (message: string, param: string | undefined) =>
    new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
  const missing = findMissingScope(callerRights.scopes, newRights.scopes);
  if (missing !== undefined)
    throw createError(
      `The API key lacks ${missing}, so it cannot create a key with that permission.`,
      params.scopes,
    );
  const { allowedCidrs } = callerRights;
  if (
    allowedCidrs &&
    !newRights.allowedCidrs?.every((cidr) => allowedCidrs.some((allowed) => containsNetwork(allowed, cidr)))
  )
    throw createError(
      'The new key cannot allow more networks than your API key. Send only networks that your key allows.',
      params.allowedCidrs,
    );
  if (
    callerRights.expiresAt &&
    (newRights.expiresAt === null || newRights.expiresAt > callerRights.expiresAt)
  )
    throw createError(
      'The new key cannot expire later than your API key. Send an earlier date.',
      params.expiresAt,
    );
}

function findMissingScope(granted: Caller['scopes'], requested: KeyRights['scopes']): string | undefined {
  if (granted === null) return undefined;
  return requested === null ? 'full access' : requested.find((scope) => !granted.includes(scope));
}
