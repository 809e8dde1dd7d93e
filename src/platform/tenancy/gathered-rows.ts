import type { Logger } from '@nestjs/common';
import { Outage } from '../async/outage.js';
import type { Tenant } from './tenant.js';

/** How long rows gather before they are written together. */
const GATHER_MS = 250;
/** More than these wait only while the database doesn't answer: then the newest are not kept. */
const MOST_WAITING = 2_000;

interface Gathered<Row> {
  tenant: Tenant;
  rows: Row[];
}

/**
 * Rows that tell of what happened and that nothing depends on: written later, outside of any transaction, and never at the
 * cost of what they tell of.
 */
export class GatheredRows<Row> {
  private waiting = new Map<string, Gathered<Row>>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private closed = false;
  private readonly outage: Outage;

  constructor(
    { what, logger }: { what: string; logger: Logger },
    private readonly insert: (tenant: Tenant, rows: Row[]) => Promise<unknown>,
  ) {
    this.outage = new Outage(logger, `keeping ${what}`);
  }

  /** How many of the tenant's rows wait. */
  waitingOf(tenant: Tenant): number {
    return this.waiting.get(keyOf(tenant))?.rows.length ?? 0;
  }

  keep(tenant: Tenant, row: Row): void {
    if (this.closed || this.count >= MOST_WAITING) return;
    this.count++;
    const gathered = this.waiting.get(keyOf(tenant));
    if (gathered) gathered.rows.push(row);
    else this.waiting.set(keyOf(tenant), { tenant, rows: [row] });
    this.timer ??= setTimeout(() => void this.write(), GATHER_MS).unref();
  }

  /** Writes what waits; what can't be written is lost, and the log says how many rows. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  /** Writes what waits, for the last time: the database closes next. */
  close(): Promise<void> {
    this.closed = true;
    return this.write();
  }

  private async writeWaiting(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = [...this.waiting.values()];
    this.waiting.clear();
    this.count = 0;
    for (const { tenant, rows } of written) {
      await this.insert(tenant, rows).then(
        () => this.outage.works(),
        (error: unknown) => this.outage.failed(error, rows.length),
      );
    }
  }
}

function keyOf({ organizationId, mode }: Tenant): string {
  return `${organizationId} ${mode}`;
}
