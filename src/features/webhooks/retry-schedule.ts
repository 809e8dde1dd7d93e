const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** When a delivery is tried: one wait before each attempt. */
export class RetrySchedule {
  /** @param delaysMs milliseconds before attempt 1, 2, … */
  constructor(private readonly delaysMs: readonly number[]) {}

  get maxAttempts(): number {
    return this.delaysMs.length;
  }

  get firstDelayMs(): number {
    return this.delaysMs[0]!;
  }

  /**
   * Milliseconds to wait after a failed attempt; null when it was the last.
   * What the receiver asked for can lengthen the wait, to 24 hours at most, and never shorten it.
   */
  delayAfter(attempt: number, retryAfterMs: number | null): number | null {
    const delay = this.delaysMs[attempt];
    if (delay === undefined) return null;
    return Math.max(delay, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  }
}

/**
 * Whole milliseconds that a `Retry-After` header asks to wait: seconds or a date. Null when it says neither.
 * @param now milliseconds since 1970 by a clock that is right
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil(date - now));
}
