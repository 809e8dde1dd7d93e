import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { deleteOld } from '../../platform/database/delete-old.js';
import { Transactions } from '../../platform/database/transactions.js';
import { inBatches } from '../../platform/jobs/batches.js';
import { ENDED_ALONE } from './tracked-shipment.entity.js';

const BATCH = 1_000;

/** Forgets numbers that ended long ago, with their scans; a shipment's own stay with the shipment. */
@Injectable()
export class TrackingRetention {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** Of all tenants, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { trackingMs: ageMs } = this.config.retention;
    const old = { table: 'tracked_shipments', since: 'updated_at', ageMs, where: ENDED_ALONE };
    return inBatches(BATCH, (limit) => deleteOld(this.transactions, { ...old, limit }));
  }
}
