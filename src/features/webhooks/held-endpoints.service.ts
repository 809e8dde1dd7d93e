import { Injectable } from '@nestjs/common';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { WakeUpNotifier } from '../../platform/jobs/wake-up-notifier.js';
import { DELIVERY_WAKE_UPS } from './delivery-outbox.js';
import { SigningSecretsService } from './signing-secrets.service.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';

const BATCH_SIZE = 500;

/** Resumes endpoints held for an unreadable secret once the secret can be decrypted again. */
@Injectable()
export class HeldEndpointsService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly secrets: SigningSecretsService,
    private readonly wakeUps: WakeUpNotifier,
  ) {}

  /** Runs at startup too: the restart may have added the missing encryption key. */
  @PeriodicJob('30s', 'held endpoints', { atStart: true })
  async resumeReadable(): Promise<void> {
    for (let after = 0; ;) {
      const held = await this.endpoints.listHeld(after, BATCH_SIZE);
      for (const endpoint of held) {
        if (this.secrets.open(endpoint.sealedSecret, endpoint) === null) continue;
        await this.endpoints.resume(endpoint);
        this.wakeUps.send(DELIVERY_WAKE_UPS);
      }
      if (held.length < BATCH_SIZE) return;
      after = held.at(-1)!.id;
    }
  }
}
