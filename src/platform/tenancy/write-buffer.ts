import type { Logger } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import type { Tenant } from './tenant.js';

/** How long rows gather before they are written together. */
const FLUSH_DELAY_MS = 250;
/** More than these wait only while the database doesn't answer: then the newest are not kept. */
const MAX_BUFFERED_ROWS = 2_000;

interface TenantRows<Row> {
  tenant: Tenant;
  rows: Row[];
}

/**
 * Rows that tell of what happened and that nothing depends on: written later, outside of any transaction, and never at the
 * cost of what they tell of.
 */
export class WriteBuffer<Row> {
  private buffered = new Map<string, TenantRows<Row>>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private closed = false;
  private readonly outage: OutageLogger;

  constructor(
    { what, logger }: { what: string; logger: Logger },
    private readonly insert: (tenant: Tenant, rows: Row[]) => Promise<unknown>,
  ) {
    this.outage = new OutageLogger(logger, `keeping ${what}`);
  }

  /** How many of the tenant's rows wait. */
  countBuffered(tenant: Tenant): number {
    return this.buffered.get(toTenantKey(tenant))?.rows.length ?? 0;
  }

  add(tenant: Tenant, row: Row): void {
    if (this.closed || this.count >= MAX_BUFFERED_ROWS) return;
    this.count++;
    const gathered = this.buffered.get(toTenantKey(tenant));
    if (gathered) gathered.rows.push(row);
    else this.buffered.set(toTenantKey(tenant), { tenant, rows: [row] });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Writes what waits; what can't be written is lost, and the log says how many rows. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.flushBuffered());
    return this.flushing;
  }

  /** Writes what waits, for the last time: the database closes next. */
  close(): Promise<void> {
    this.closed = true;
    return this.flush();
  }

  private async flushBuffered(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = [...this.buffered.values()];
    this.buffered.clear();
    this.count = 0;
    for (const { tenant, rows } of written) {
      await this.insert(tenant, rows).then(
        () => this.outage.recordSuccess(),
        (error: unknown) => this.outage.recordFailure(error, rows.length),
      );
    }
  }
}

function toTenantKey({ organizationId, mode }: Tenant): string {
  return `${organizationId} ${mode}`;
}
