import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AuditAction } from '../../platform/auth/audit-entry.entity.js';
import { AuditLog } from '../../platform/auth/audit-log.js';
import type { Caller } from '../../platform/auth/caller.js';
import { Secrets, SecretUnreadable, type SealedRow } from '../../platform/encryption/secrets.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { prefixOf } from './signature.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** The part of an endpoint that holds its secret. */
export type StoredSecret = Pick<WebhookEndpoint, 'sealedSecret' | 'secretPrefix'>;

/** Of as many endpoints the secrets are kept open: to open one takes as long as to sign with it. */
const KEEP_OPEN = 1_000;

/** Stores and opens the secrets that endpoints sign with. */
@Injectable()
export class SigningSecrets {
  private readonly opened = new LRUCache<string, string>({ max: KEEP_OPEN });

  constructor(
    private readonly secrets: Secrets,
    private readonly audit: AuditLog,
  ) {}

  /** A secret as its endpoint stores it. */
  store(secret: string, endpoint: OwnedId): StoredSecret {
    return { sealedSecret: this.secrets.seal(secret, rowOf(endpoint)), secretPrefix: prefixOf(secret) };
  }

  /** Says in the audit log what became of an endpoint's secret. */
  tell(
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
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    try {
      const secret = this.secrets.open(sealed, rowOf(endpoint));
      this.opened.set(key, secret);
      return secret;
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}

function rowOf({ organizationId, mode, id }: OwnedId): SealedRow {
  return { table: 'webhook_endpoints', organizationId, mode, id };
}
