import { Injectable, Logger } from '@nestjs/common';
import { buildSignatureHeaders } from '../signature.js';
import { SigningSecretsService } from '../signing-secrets.service.js';
import type { DeliveryLease } from './delivery-leases.repository.js';
import type { AttemptOutcome } from './attempt-outcome.js';
import { WebhookClient } from './webhook-client.js';

const USER_AGENT = 'Lading-Webhooks/1.0';

/** Makes one attempt: signs the frozen body anew and posts it. */
@Injectable()
export class AttemptRunner {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly secrets: SigningSecretsService,
    private readonly client: WebhookClient,
  ) {}

  /** Null when the endpoint's secret can't be read, so that nothing was sent. */
  async run(claim: DeliveryLease): Promise<AttemptOutcome | null> {
    const { organizationId, mode, endpointId: id, body } = claim;
    if (body === null) return this.buildLostBodyOutcome(claim);
    const endpoint = { organizationId, mode, id };
    const secret = this.secrets.open(claim.sealedSecret, endpoint);
    if (secret === null) return null;
    const former = claim.sealedFormerSecret && this.secrets.open(claim.sealedFormerSecret, endpoint);
    const now = computeDatabaseNow(claim);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'Accept-Encoding': 'identity',
      ...buildSignatureHeaders(
        former === null ? [secret] : [secret, former],
        claim.eventId,
        Math.floor(now / 1_000),
        body,
      ),
    };
    return this.client.post(claim.url, headers, body, now);
  }

  /** A failure like any other, tried again in case it is restored: so that it ends. */
  private buildLostBodyOutcome({ id, eventId, attempt }: DeliveryLease): AttemptOutcome {
    this.logger.error(`What delivery ${id} of ${eventId} sends is lost: attempt ${attempt} sent nothing`);
    const message = 'What was to be sent is lost';
    return { status: null, body: null, error: 'body_lost', message, durationMs: 0, retryAfterMs: null };
  }
}

/** Milliseconds since 1970 by the database's clock: receivers refuse signatures of a worker whose clock is wrong. */
export function computeDatabaseNow({ databaseMs, steadyMs }: DeliveryLease): number {
  return databaseMs + performance.now() - steadyMs;
}
