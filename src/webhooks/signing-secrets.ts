import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../identity/audit-entry.entity.js';
import { AuditLog } from '../identity/audit-log.js';
import type { Caller } from '../identity/caller.js';
import { Secrets, SecretUnreadable, type SealedRow } from '../secrets/secrets.js';
import type { OwnedId } from '../tenancy/tenant.js';
import { prefixOf } from './signature.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** The part of an endpoint that holds its secret. */
export type StoredSecret = Pick<WebhookEndpoint, 'sealedSecret' | 'secretPrefix'>;

/** Stores and opens the secrets that endpoints sign with. */
@Injectable()
export class SigningSecrets {
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
    try {
      return this.secrets.open(sealed, rowOf(endpoint));
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}

function rowOf({ organizationId, mode, id }: OwnedId): SealedRow {
  return { table: 'webhook_endpoints', organizationId, mode, id };
}
