import type { PostalAddress, Verdict } from './verifier.js';

const DAY_MS = 86_400_000;
/** An address that isn't there may be built or corrected sooner than one that is there goes. */
const KEEP_MS = { valid: 30 * DAY_MS, invalid: DAY_MS };
const MAX_ENTRIES = 10_000;

/** The verdicts of this process, the least recently used given up first. */
export class VerdictCache {
  private readonly entries = new Map<string, { verdict: Verdict; until: number }>();

  get(address: PostalAddress): Verdict | undefined {
    const key = keyOf(address);
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (performance.now() >= entry.until) return undefined;
    this.entries.set(key, entry);
    return entry.verdict;
  }

  set(address: PostalAddress, verdict: Verdict): void {
    const until = performance.now() + (verdict.valid ? KEEP_MS.valid : KEEP_MS.invalid);
    this.entries.set(keyOf(address), { verdict, until });
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
  }
}

function keyOf({ street, city, state, zip }: PostalAddress): string {
  return JSON.stringify([street, city, state, zip]);
}
