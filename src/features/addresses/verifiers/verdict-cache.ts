import { LRUCache } from 'lru-cache';
import type { PostalAddress, Verdict } from './verifier.js';

const DAY_MS = 86_400_000;
/** An address that isn't there may be built or corrected sooner than one that is there goes. */
const KEEP_MS = { valid: 30 * DAY_MS, invalid: DAY_MS };

/** The verdicts of this process, the least recently used given up first. */
export class VerdictCache {
  private readonly verdicts = new LRUCache<string, Verdict>({ max: 10_000 });

  get(address: PostalAddress): Verdict | undefined {
    return this.verdicts.get(keyOf(address));
  }

  set(address: PostalAddress, verdict: Verdict): void {
    this.verdicts.set(keyOf(address), verdict, { ttl: verdict.valid ? KEEP_MS.valid : KEEP_MS.invalid });
  }
}

function keyOf({ street, city, state, zip }: PostalAddress): string {
  return JSON.stringify([street, city, state, zip]);
}
