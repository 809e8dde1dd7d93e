import { Injectable, Logger } from '@nestjs/common';
import { buildSignatureHeaders } from '../signature.js';
import { SigningSecretsService } from '../signing-secrets.service.js';
import type { DeliveryLease } from './delivery-leases.repository.js';
import type { AttemptOutcome } from './attempt-outcome.js';
import { WebhookClient } from './webhook-client.js';

const USER_AGENT = 'Lading-Webhooks/1.0';

@Injectable()
export class AttemptRunner {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly secrets: SigningSecretsService,
    private readonly client: WebhookClient,
  ) {}

  /** Signs and posts the body. Returns null, and sends nothing, if the endpoint's secret cannot be decrypted. */
  async run(lease: DeliveryLease): Promise<AttemptOutcome | null> {
    const { organizationId, mode, endpointId: id, body } = lease;
    if (body === null) return this.buildLostBodyOutcome(lease);
    const endpoint = { organizationId, mode, id };
    const secret = this.secrets.open(lease.sealedSecret, endpoint);
    if (secret === null) return null;
    const former = lease.sealedFormerSecret && this.secrets.open(lease.sealedFormerSecret, endpoint);
    const now = computeDatabaseNow(lease);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'Accept-Encoding': 'identity',
      ...buildSignatureHeaders(
        former === null ? [secret] : [secret, former],
        lease.eventId,
        Math.floor(now / 1_000),
        body,
      ),
    };
    return this.client.post(lease.url, headers, body, now);
  }

  /** Fails like any other attempt: the body may be restored before the last one, and the delivery ends. */
  private buildLostBodyOutcome({ id, eventId, attempt }: DeliveryLease): AttemptOutcome {
    this.logger.error(
      `Delivery ${id} of ${eventId} has no body: attempt ${attempt} sent nothing. Restore its webhook_bodies row.`,
    );
    const message = 'The request body is lost';
    return { status: null, body: null, error: 'body_lost', message, durationMs: 0, retryAfterMs: null };
  }
}

/** Returns milliseconds since 1970 by the database's clock: receivers reject signatures of a worker with a wrong clock. */
export function computeDatabaseNow({ databaseMs, steadyMs }: DeliveryLease): number {
  return databaseMs + performance.now() - steadyMs;
}
