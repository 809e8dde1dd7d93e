import { AppPgClient } from './statements/app-pg-client.js';

/** SQLSTATE disk_full. */
const DISK_FULL = '53100';
/** A full disk may still take smaller writes, so it counts as full for this long after an error. */
const FULL_FOR_MS = 30_000;

/** Succeeds only on a disk with free space. Writes a table of some pages and rolls back. */
export const DISK_PROBE_SQL = `
  BEGIN;
  CREATE TABLE lading_disk_probe AS SELECT repeat('x', 1000) AS x FROM generate_series(1, 160);
  ROLLBACK`;

/** Remembers that a statement of this process failed for lack of disk space. The database still reads and looks healthy. */
export class DiskFullDetector {
  private diskFullAt: number | undefined;

  recordError(error: unknown): void {
    if ((error as { code?: unknown } | null)?.code === DISK_FULL) this.diskFullAt = performance.now();
  }

  /** `unsure`: the caller runs the probe, then calls `clear` or `recordError`. */
  get state(): 'fine' | 'full' | 'unsure' {
    if (this.diskFullAt === undefined) return 'fine';
    return performance.now() - this.diskFullAt < FULL_FOR_MS ? 'full' : 'unsure';
  }

  clear(): void {
    this.diskFullAt = undefined;
  }
}

export const diskFullDetector = new DiskFullDetector();

/** A connection to the primary. A replica has a disk of its own. */
export class PrimaryClient extends AppPgClient {
  protected override onQueryError(error: unknown): void {
    diskFullDetector.recordError(error);
    super.onQueryError(error);
  }
}
