import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes a data directory and its cluster, which is in another folder if root started it. */
export function removeDataDir(dataDir: string): void {
  const notes = join(dataDir, 'postgres.json');
  if (existsSync(notes)) {
    const { cluster } = JSON.parse(readFileSync(notes, 'utf8')) as { cluster: string };
    rmSync(cluster, { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}
