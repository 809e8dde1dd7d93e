import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than anything takes on a machine that works: it only ends a test that would never end. */
const TIMEOUT_MS = 30_000;

/** What `check` gives once it is neither false nor missing. @throws when it never is */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (const end = performance.now() + TIMEOUT_MS; ; await sleep(20)) {
    const value = await check();
    if (value) return value;
    if (performance.now() > end) throw new Error(`It never came: ${check.toString()}`);
  }
}
