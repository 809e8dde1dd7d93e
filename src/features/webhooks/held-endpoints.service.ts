import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { ROTATION_REQUIRED } from './endpoint-states.js';
import { SigningSecretsService } from './signing-secrets.service.js';
import { WebhookWakeUpNotifier } from './webhook-wake-up-notifier.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';

const BATCH_SIZE = 500;

interface HeldEndpoint extends OwnedId {
  sealedSecret: Buffer;
}

/** Endpoints whose secret couldn't be read go on by themselves once it can be: the key is back, or all was sealed anew. */
@Injectable()
export class HeldEndpointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: SigningSecretsService,
    private readonly wakeUps: WebhookWakeUpNotifier,
  ) {}

  /** Safe in several processes at once. */
  @PeriodicJob('30s', 'held endpoints', { atStart: true })
  async release(): Promise<void> {
    for (let after = 0; ;) {
      const held = await this.listAfter(after);
      for (const endpoint of held) {
        if (this.secrets.open(endpoint.sealedSecret, endpoint) !== null) await this.releaseOne(endpoint);
      }
      if (held.length < BATCH_SIZE) return;
      after = held.at(-1)!.id;
    }
  }

  /** Secrets that sign nothing any more. */
  @PeriodicJob('10m', 'former signing secrets')
  async clearFormerSecrets(): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints SET sealed_former_secret = NULL, former_secret_until = NULL
       WHERE former_secret_until <= now()`,
    );
  }

  private async listAfter(id: number): Promise<HeldEndpoint[]> {
    return this.transactions.manager.query<HeldEndpoint[]>(
      `SELECT id, organization_id AS "organizationId", mode, sealed_secret AS "sealedSecret" FROM webhook_endpoints
       WHERE disabled_reason = $1 AND id > $2 ORDER BY id LIMIT ${BATCH_SIZE}`,
      [ROTATION_REQUIRED, id],
    );
  }

  /** Unless its secret was changed just now. Clears the reason and nothing else: whether it is active is its owner's say. */
  private async releaseOne({ id, sealedSecret }: HeldEndpoint): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints SET disabled_reason = NULL, updated_at = now()
       WHERE id = $1 AND sealed_secret = $2 AND disabled_reason = $3`,
      [id, sealedSecret, ROTATION_REQUIRED],
    );
    this.wakeUps.notifyResumed(id);
  }
}
