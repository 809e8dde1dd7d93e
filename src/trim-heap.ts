import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Has V8 give back what the start took and nobody needs any more: by itself it would keep 60 MB of it until there is
 * work. Takes a moment in which nothing else happens, so it is for who serves nobody yet.
 */
export function trimHeap(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
