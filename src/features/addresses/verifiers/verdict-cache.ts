import { LRUCache } from 'lru-cache';
import type { PostalAddress, Verdict } from './verifier.js';

const DAY_MS = 86_400_000;
/** An address that isn't there may be built or corrected sooner than one that is there goes. */
const TTL_MS = { valid: 30 * DAY_MS, invalid: DAY_MS };

/** The verdicts of this process, the least recently used given up first. */
export class VerdictCache {
  private readonly verdicts = new LRUCache<string, Verdict>({ max: 10_000 });

  get(address: PostalAddress): Verdict | undefined {
    return this.verdicts.get(buildCacheKey(address));
  }

  set(address: PostalAddress, verdict: Verdict): void {
    this.verdicts.set(buildCacheKey(address), verdict, {
      ttl: verdict.valid ? TTL_MS.valid : TTL_MS.invalid,
    });
  }
}

function buildCacheKey({ street, city, state, zip }: PostalAddress): string {
  return JSON.stringify([street, city, state, zip]);
}
