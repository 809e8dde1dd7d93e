import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a file of the package, from the sources or the build; undefined if it does not exist. */
export function readProjectFile(path: string): string | undefined {
  for (const root of ['../../../..', '../../../../..']) {
    try {
      return readFileSync(join(import.meta.dirname, root, path), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}
