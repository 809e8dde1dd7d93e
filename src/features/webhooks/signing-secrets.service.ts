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

/** The part of an endpoint that holds its secret. */
export type StoredSecret = Pick<WebhookEndpoint, 'sealedSecret' | 'secretPrefix'>;

/** Of as many endpoints the secrets are kept open: to open one takes as long as to sign with it. */
const MAX_CACHED_SECRETS = 1_000;

/** Stores and opens the secrets that endpoints sign with. */
@Injectable()
export class SigningSecretsService {
  private readonly openedCache = new LRUCache<string, string>({ max: MAX_CACHED_SECRETS });

  constructor(
    private readonly encryption: EncryptionService,
    private readonly audit: AuditLogService,
  ) {}

  /** A secret as its endpoint stores it. */
  seal(secret: string, endpoint: OwnedId): StoredSecret {
    return {
      sealedSecret: this.encryption.seal(secret, toEndpointRow(endpoint)),
      secretPrefix: toShownPrefix(secret),
    };
  }

  /** Says in the audit log what became of an endpoint's secret. */
  recordAudit(
    caller: Caller,
    action: AuditAction & `webhook.${string}`,
    { id, secretPrefix }: Pick<WebhookEndpoint, 'id' | 'secretPrefix'>,
  ): Promise<void> {
    return this.audit.record(caller, action, { id, secret_prefix: secretPrefix });
  }

  /** Null when none of the configured keys opens it: it must then be rotated. */
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
