import { QuietClient } from './quiet-client.js';

/** `disk_full`, by https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DISK_FULL = '53100';
/** A disk that refused one statement may have room for a smaller one: it counts as full for this long. */
const HELD_MS = 30_000;

/** What only a disk with room takes: a table of some pages, of which nothing stays. */
export const TRY_TO_GROW = `
  BEGIN;
  CREATE TABLE lading_tries_the_disk AS SELECT repeat('x', 1000) AS x FROM generate_series(1, 160);
  ROLLBACK`;

/** Whether the database has refused this process a statement for want of room: it goes on reading, and looks healthy. */
export class FullDisk {
  private refusedAt: number | undefined;

  note(error: unknown): void {
    if ((error as { code?: unknown } | null)?.code === DISK_FULL) this.refusedAt = performance.now();
  }

  /** `unsure` is to be tried, and then `mended`, or noted again. */
  get state(): 'fine' | 'full' | 'unsure' {
    if (this.refusedAt === undefined) return 'fine';
    return performance.now() - this.refusedAt < HELD_MS ? 'full' : 'unsure';
  }

  mended(): void {
    this.refusedAt = undefined;
  }
}

/** A process has one database. */
export const fullDisk = new FullDisk();

/** A connection to the database that is written: a replica has a disk of its own. */
export class PrimaryClient extends QuietClient {
  protected override failed(error: unknown): void {
    fullDisk.note(error);
    super.failed(error);
  }
}
