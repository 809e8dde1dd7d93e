import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import { EdiEventsService } from './edi-events.service.js';
import { ediUnacknowledged } from './edi.events.js';

const BATCH = 20;

/** Reports documents that their partner did not acknowledge in time. */
@Injectable()
export class AcknowledgmentDeadlinesService {
  constructor(
    private readonly documents: EdiDocumentsRepository,
    private readonly events: EdiEventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Publishes one event for each document. Returns their number. Safe to run in several processes. */
  @PeriodicJob('1m', 'EDI acknowledgments')
  async reportDue(): Promise<number> {
    return runInBatches(BATCH, (limit) =>
      this.transactions.run(async () => {
        const due = await this.documents.lockUnacknowledged(limit);
        for (const { id, ...tenant } of due) {
          const { interchangeId } = await this.documents.markUnacknowledged(tenant, id);
          await this.events.publish(tenant, ediUnacknowledged, interchangeId);
        }
        return due.length;
      }),
    );
  }
}
