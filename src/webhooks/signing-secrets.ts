import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../identity/audit-entry.entity.js';
import { AuditLog } from '../identity/audit-log.js';
import type { Caller } from '../identity/caller.js';
import { Secrets, SecretUnreadable } from '../secrets/secrets.js';
import { newSecret, prefixOf } from './signature.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** The part of an endpoint that holds its secret. */
export type StoredSecret = Pick<WebhookEndpoint, 'sealedSecret' | 'secretPrefix'>;

/** Makes, stores and opens the secrets that endpoints sign with. */
@Injectable()
export class SigningSecrets {
  constructor(
    private readonly secrets: Secrets,
    private readonly audit: AuditLog,
  ) {}

  /** A new secret, in clear for this one answer, and as it is stored. */
  create(): { secret: string; stored: StoredSecret } {
    const secret = newSecret();
    return { secret, stored: { sealedSecret: this.secrets.seal(secret), secretPrefix: prefixOf(secret) } };
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
  open(sealed: Buffer): string | null {
    try {
      return this.secrets.open(sealed);
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}
