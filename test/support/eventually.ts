import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a test that would wait forever. */
const TIMEOUT_MS = 50_000;

/** Returns the result of `check` once it is truthy. @throws after the timeout */
export async function eventually<T>(
  check: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = performance.now() + timeoutMs; ; await sleep(20)) {
    const value = await check();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (performance.now() > end)
      throw new Error(`Timed out after ${timeoutMs / 1_000} s: ${check.toString()}`);
  }
}
