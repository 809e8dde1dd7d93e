import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the package, from the sources as well as from their build; undefined where there is none. */
export function readProjectFile(path: string): string | undefined {
  for (const up of ['../../../..', '../../../../..']) {
    try {
      return readFileSync(join(import.meta.dirname, up, path), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}
