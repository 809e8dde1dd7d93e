import { AppPgClient } from './app-pg-client.js';

/** `disk_full`, by https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DISK_FULL = '53100';
/** A disk that refused one statement may have room for a smaller one: it counts as full for this long. */
const FULL_FOR_MS = 30_000;

/** What only a disk with room takes: a table of some pages, of which nothing stays. */
export const DISK_PROBE_SQL = `
  BEGIN;
  CREATE TABLE lading_tries_the_disk AS SELECT repeat('x', 1000) AS x FROM generate_series(1, 160);
  ROLLBACK`;

/** Whether the database has refused this process a statement for want of room: it goes on reading, and looks healthy. */
export class DiskFullDetector {
  private diskFullAt: number | undefined;

  recordError(error: unknown): void {
    if ((error as { code?: unknown } | null)?.code === DISK_FULL) this.diskFullAt = performance.now();
  }

  /** `unsure` is to be tried, and then `mended`, or noted again. */
  get state(): 'fine' | 'full' | 'unsure' {
    if (this.diskFullAt === undefined) return 'fine';
    return performance.now() - this.diskFullAt < FULL_FOR_MS ? 'full' : 'unsure';
  }

  clear(): void {
    this.diskFullAt = undefined;
  }
}

/** A process has one database. */
export const diskFullDetector = new DiskFullDetector();

/** A connection to the database that is written: a replica has a disk of its own. */
export class PrimaryClient extends AppPgClient {
  protected override onQueryError(error: unknown): void {
    diskFullDetector.recordError(error);
    super.onQueryError(error);
  }
}
