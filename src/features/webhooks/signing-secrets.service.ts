import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AuditAction } from '../../platform/auth/audit-entry.entity.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import {
  EncryptionService,
  SecretUnreadableError,
  type SealedRow,
} from '../../platform/encryption/encryption.service.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { toShownPrefix } from './signature.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

export type StoredSecret = Pick<WebhookEndpoint, 'sealedSecret' | 'secretPrefix'>;

/** Decrypting a secret takes as long as signing with it, so recently used secrets are cached. */
const MAX_CACHED_SECRETS = 1_000;

@Injectable()
export class SigningSecretsService {
  private readonly openedCache = new LRUCache<string, string>({ max: MAX_CACHED_SECRETS });

  constructor(
    private readonly encryption: EncryptionService,
    private readonly audit: AuditLogService,
  ) {}

  /** Encrypts a secret for storage with its endpoint. */
  seal(secret: string, endpoint: OwnedId): StoredSecret {
    return {
      sealedSecret: this.encryption.seal(secret, toEndpointRow(endpoint)),
      secretPrefix: toShownPrefix(secret),
    };
  }

  recordAudit(
    caller: Caller,
    action: AuditAction & `webhook.${string}`,
    { id, secretPrefix }: Pick<WebhookEndpoint, 'id' | 'secretPrefix'>,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(caller, action, { id, secret_prefix: secretPrefix, ...details });
  }

  /** Decrypts a secret. Returns null if no configured key can decrypt it: its owner must then rotate it. */
  open(sealed: Buffer, endpoint: OwnedId): string | null {
    const { organizationId, mode, id } = endpoint;
    const key = `${organizationId} ${mode} ${id} ${sealed.toString('latin1')}`;
    const known = this.openedCache.get(key);
    if (known !== undefined) return known;
    try {
      const secret = this.encryption.open(sealed, toEndpointRow(endpoint));
      this.openedCache.set(key, secret);
      return secret;
    } catch (error) {
      if (error instanceof SecretUnreadableError) return null;
      throw error;
    }
  }
}

function toEndpointRow({ organizationId, mode, id }: OwnedId): SealedRow {
  return { table: 'webhook_endpoints', organizationId, mode, id };
}
