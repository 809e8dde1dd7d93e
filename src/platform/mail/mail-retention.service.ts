import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { deleteOld } from '../database/delete-old.js';
import { Transactions } from '../database/transactions.js';
import { inBatches } from '../jobs/batches.js';
import { ENDED } from './mail.entity.js';

const BATCH = 1_000;

/** Forgets mails that were sent, or given up, long ago. */
@Injectable()
export class MailRetention {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** In batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { mailsMs: ageMs } = this.config.retention;
    return inBatches(BATCH, (limit) =>
      deleteOld(this.transactions, { table: 'mails', ageMs, where: ENDED, limit }),
    );
  }
}
