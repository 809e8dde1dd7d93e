import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { deleteOldRows } from '../database/delete-old-rows.js';
import { Transactions } from '../database/transactions.js';
import { runInBatches } from '../jobs/run-in-batches.js';
import { ENDED_MAIL_SQL } from './mail.entity.js';

const BATCH_SIZE = 1_000;

/** Forgets mails that were sent, or given up, long ago. */
@Injectable()
export class MailRetentionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** In batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { mailsMs: ageMs } = this.config.retention;
    return runInBatches(BATCH_SIZE, (limit) =>
      deleteOldRows(this.transactions, { table: 'mails', ageMs, where: ENDED_MAIL_SQL, limit }),
    );
  }
}
