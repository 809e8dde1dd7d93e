const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

export class RetrySchedule {
  /** @param delaysMs the wait before attempt 1, 2, … in milliseconds */
  constructor(private readonly delaysMs: readonly number[]) {}

  get maxAttempts(): number {
    return this.delaysMs.length;
  }

  get firstDelayMs(): number {
    return this.delaysMs[0]!;
  }

  /**
   * Returns the milliseconds to wait after a failed attempt, or null if it was the last one. `Retry-After` can lengthen the
   * wait, to at most 24 hours, but never shortens it.
   */
  delayAfter(attempt: number, retryAfterMs: number | null): number | null {
    const delay = this.delaysMs[attempt];
    if (delay === undefined) return null;
    return Math.max(delay, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  }
}

/**
 * Parses a `Retry-After` header, which holds seconds or a date. Returns milliseconds, or null if it holds neither.
 * @param now milliseconds since 1970 by the database's clock
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil(date - now));
}
