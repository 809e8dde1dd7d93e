import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { containsNetwork } from '../rate-limits/networks.js';
import { QuotasService } from '../rate-limits/quotas.service.js';
import { parseStartMs } from '../tenancy/list-filters.js';
import type { Page } from '../tenancy/page.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';
import type { Caller } from './caller.js';
import { toKeyDto } from './keys.mapper.js';
import type { CreateKeyDto, KeyDto, KeyListQuery, CreatedKeyDto, RollKeyDto } from './keys.dto.js';
import { KeysRepository } from './keys.repository.js';

/** Keys by keys: of the caller's organization and mode, and never with more rights than the caller has. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly quotas: QuotasService,
    private readonly transactions: Transactions,
  ) {}

  async list(caller: Caller, query: KeyListQuery): Promise<Page<KeyDto>> {
    return (await this.keys.page(caller, query)).map(toKeyDto);
  }

  /** @throws RowMissing */
  async get(caller: Caller, id: number): Promise<KeyDto> {
    return toKeyDto(await this.keys.get(caller, id));
  }

  /** @throws ApiError insufficient_scope, invalid_value, quota_exceeded */
  async create(caller: Caller, body: CreateKeyDto): Promise<CreatedKeyDto> {
    const own = await this.findRights(caller);
    const scopes = body.scopes ?? own.scopes;
    const allowedCidrs = body.allowed_cidrs ?? own.allowedCidrs;
    const expiresAt = body.expires_at == null ? own.expiresAt : new Date(parseStartMs(body.expires_at));
    const params = { scopes: 'scopes', allowedCidrs: 'allowed_cidrs', expiresAt: 'expires_at' };
    assertWithinRights(own, { scopes, allowedCidrs, expiresAt }, params);
    const { organizationId, mode } = caller;
    return this.transactions.run(async () => {
      await this.quotas.check('api_keys', caller);
      const made = await this.apiKeys.create(organizationId, mode, {
        scopes,
        allowedCidrs,
        expiresAt,
        name: body.name,
        by: caller,
      });
      const key = await this.keys.get(caller, made.id);
      // By the database's clock, which made `createdAt`; what is thrown takes the key back.
      if (key.expiresAt && key.expiresAt <= key.createdAt)
        throw new ApiError('invalid_value', {
          param: 'expires_at',
          message: 'expires_at must be in the future.',
        });
      return { ...toKeyDto(key), key: made.key };
    });
  }

  /** @throws ApiError resource_missing when there is none in use, insufficient_scope */
  async roll(caller: Caller, id: number, body: RollKeyDto): Promise<CreatedKeyDto> {
    const found = await this.keys.get(caller, id);
    assertWithinRights(await this.findRights(caller), found);
    return this.transactions.run(async () => {
      const made = await this.apiKeys.roll(id, (body.overlap_seconds ?? 0) * 1_000, undefined, caller);
      return { ...(await this.get(caller, made.id)), key: made.key };
    });
  }

  /** One that is revoked already stays so. @throws RowMissing */
  async revoke(caller: Caller, id: number): Promise<KeyDto> {
    await this.keys.get(caller, id);
    await this.apiKeys.revoke(id, caller);
    return this.get(caller, id);
  }

  /** A member's rights end with no key: what they make is the organization's. */
  private async findRights(caller: Caller): Promise<KeyRights> {
    return caller.keyId === null
      ? { scopes: caller.scopes && [...caller.scopes], allowedCidrs: null, expiresAt: null }
      : this.keys.get(caller, caller.keyId);
  }
}

type KeyRights = Pick<ApiKey, 'scopes' | 'allowedCidrs' | 'expiresAt'>;

/**
 * Who holds a key can't make or take one that opens more, works from elsewhere, or works longer.
 * @param params what the request calls each of the rights @throws ApiError insufficient_scope
 */
function assertWithinRights(
  own: KeyRights,
  wanted: KeyRights,
  params: Partial<Record<keyof KeyRights, string>> = {},
): void {
  const refusal = (message: string, param: string | undefined) =>
    new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
  const lacking = findMissingScope(own.scopes, wanted.scopes);
  if (lacking !== undefined)
    throw refusal(`The API key lacks ${lacking}, which the other key would have.`, params.scopes);
  const { allowedCidrs } = own;
  if (
    allowedCidrs &&
    !wanted.allowedCidrs?.every((one) => allowedCidrs.some((its) => containsNetwork(its, one)))
  )
    throw refusal(
      'The other key would work from more networks than the API key that asks.',
      params.allowedCidrs,
    );
  if (own.expiresAt && (wanted.expiresAt === null || wanted.expiresAt > own.expiresAt))
    throw refusal('The other key would work longer than the API key that asks.', params.expiresAt);
}

function findMissingScope(own: KeyRights['scopes'], wanted: KeyRights['scopes']): string | undefined {
  if (own === null) return undefined;
  return wanted === null ? 'full access' : wanted.find((scope) => !own.includes(scope));
}
