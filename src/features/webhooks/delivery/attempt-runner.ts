import { Injectable, Logger } from '@nestjs/common';
import { signatureHeaders } from '../signature.js';
import { SigningSecrets } from '../signing-secrets.js';
import type { Claim } from './delivery-claims.js';
import type { Outcome } from './outcome.js';
import { WebhookClient } from './webhook-client.js';

const USER_AGENT = 'Lading-Webhooks/1.0';

/** Makes one attempt: signs the frozen body anew and posts it. */
@Injectable()
export class AttemptRunner {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly secrets: SigningSecrets,
    private readonly client: WebhookClient,
  ) {}

  /** Null when the endpoint's secret can't be read, so that nothing was sent. */
  async run(claim: Claim): Promise<Outcome | null> {
    const { organizationId, mode, endpointId: id, body } = claim;
    if (body === null) return this.lost(claim);
    const endpoint = { organizationId, mode, id };
    const secret = this.secrets.open(claim.sealedSecret, endpoint);
    if (secret === null) return null;
    const former = claim.sealedFormerSecret && this.secrets.open(claim.sealedFormerSecret, endpoint);
    const now = databaseNow(claim);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'Accept-Encoding': 'identity',
      ...signatureHeaders(
        former === null ? [secret] : [secret, former],
        claim.eventId,
        Math.floor(now / 1_000),
        body,
      ),
    };
    return this.client.post(claim.url, headers, body, now);
  }

  /** A failure like any other, tried again in case it is restored: so that it ends. */
  private lost({ id, eventId, attempt }: Claim): Outcome {
    this.logger.error(`What delivery ${id} of ${eventId} sends is lost: attempt ${attempt} sent nothing`);
    const message = 'What was to be sent is lost';
    return { status: null, body: null, error: 'body_lost', message, durationMs: 0, retryAfterMs: null };
  }
}

/** Milliseconds since 1970 by the database's clock: receivers refuse signatures of a worker whose clock is wrong. */
export function databaseNow({ databaseMs, steadyMs }: Claim): number {
  return databaseMs + performance.now() - steadyMs;
}
