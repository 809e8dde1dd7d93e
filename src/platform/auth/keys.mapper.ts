import type { ApiKey } from './api-key.entity.js';
import type { KeyDto } from './keys.dto.js';

/** A key as the API shows it. */
export function toKeyDto(key: ApiKey): KeyDto {
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    mode: key.mode,
    prefix: key.prefix,
    scopes: key.scopes,
    allowed_cidrs: key.allowedCidrs,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}
