import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { Rounds } from '../../platform/jobs/rounds.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';

const BATCH = 1_000;
/** Until then the link in a mail stops further ones: longer than the page of any shipment can be on its way. */
const MAIL_RETENTION_MS = 500 * 86_400_000;

@Injectable()
export class TrackingPagesJobs {
  private readonly retentionRounds = new Rounds('old mails to consignees');

  constructor(private readonly mails: TrackingMailsRepository) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retentionRounds.run(() =>
      runInBatches(BATCH, (limit) => this.mails.deleteOld(MAIL_RETENTION_MS, limit)),
    );
  }
}
