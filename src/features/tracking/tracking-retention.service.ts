import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { deleteOldRows } from '../../platform/database/delete-old-rows.js';
import { Transactions } from '../../platform/database/transactions.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { FINISHED_STANDALONE_CONDITION } from './tracked-shipment.entity.js';

const BATCH = 1_000;

/** Forgets numbers that ended long ago, with their scans; a shipment's own stay with the shipment. */
@Injectable()
export class TrackingRetentionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** Of all tenants, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { trackingMs: ageMs } = this.config.retention;
    const old = {
      table: 'tracked_shipments',
      ageColumn: 'updated_at',
      ageMs,
      where: FINISHED_STANDALONE_CONDITION,
    };
    return runInBatches(BATCH, (limit) => deleteOldRows(this.transactions, { ...old, limit }));
  }
}
