import type { Logger } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { runInBackground } from '../database/connection-shares.js';
import { logRowsLost, type BufferedLog } from '../metrics.js';
import type { Tenant } from './tenant.js';

const FLUSH_DELAY_MS = 250;
/** The buffer exceeds this only while the database is unavailable. Then it drops the newest rows and counts them. */
export const MAX_BUFFERED_ROWS = 2_000;

interface TenantRows<Row> {
  tenant: Tenant;
  rows: Row[];
}

/** Writes log rows in the background, outside of any transaction. A failed write never fails the logged work. */
export class WriteBuffer<Row> {
  private buffered = new Map<string, TenantRows<Row>>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private closed = false;
  private readonly outage: OutageLogger;

  private readonly log: BufferedLog;

  /** @param what the rows in log lines, e.g. `requests` */
  constructor(
    { log, what, logger }: { log: BufferedLog; what: string; logger: Logger },
    private readonly insert: (tenant: Tenant, rows: Row[]) => Promise<unknown>,
  ) {
    this.log = log;
    this.outage = new OutageLogger(logger, `storing ${what}`);
  }

  countBuffered(tenant: Tenant): number {
    return this.buffered.get(toTenantKey(tenant))?.rows.length ?? 0;
  }

  add(tenant: Tenant, row: Row): void {
    if (this.closed) return this.recordLoss(new Error('the service is stopping'), 1);
    if (this.count >= MAX_BUFFERED_ROWS)
      return this.recordLoss(new Error(`${MAX_BUFFERED_ROWS} rows wait for the database`), 1);
    this.count++;
    const key = toTenantKey(tenant);
    const buffered = this.buffered.get(key);
    if (buffered) buffered.rows.push(row);
    else this.buffered.set(key, { tenant, rows: [row] });
    // The connections of jobs: the requests of a busy organization must not delay its log until the buffer is full.
    this.timer ??= runInBackground(() => setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref());
  }

  /** Writes the buffered rows. Drops the rows of a failed write, counts them and logs how many. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.flushBuffered());
    return this.flushing;
  }

  /** Writes the buffered rows and rejects further ones, before the database closes. */
  close(): Promise<void> {
    this.closed = true;
    return this.flush();
  }

  private async flushBuffered(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batches = [...this.buffered.values()];
    this.buffered.clear();
    this.count = 0;
    for (const { tenant, rows } of batches) {
      await this.insert(tenant, rows).then(
        () => this.outage.recordSuccess(),
        (error: unknown) => this.recordLoss(error, rows.length),
      );
    }
  }

  private recordLoss(error: unknown, rows: number): void {
    logRowsLost.inc({ log: this.log }, rows);
    this.outage.recordFailure(error, rows);
  }
}

function toTenantKey({ organizationId, mode }: Tenant): string {
  return `${organizationId} ${mode}`;
}
