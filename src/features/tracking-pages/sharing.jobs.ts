import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { inBatches } from '../../platform/jobs/batches.js';
import { Rounds } from '../../platform/jobs/rounds.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';

const BATCH = 1_000;
/** Until then the link in a mail stops further ones: longer than the page of any shipment can be on its way. */
const MAILS_MS = 500 * 86_400_000;

@Injectable()
export class SharingJobs {
  private readonly retention = new Rounds('old mails to consignees');

  constructor(private readonly mails: TrackingMailsRepository) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(() => inBatches(BATCH, (limit) => this.mails.deleteOld(MAILS_MS, limit)));
  }
}
