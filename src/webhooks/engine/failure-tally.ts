import { DISABLED_BY_FAILURES, DISABLED_BY_GONE, MAX_CONSECUTIVE_FAILURES } from '../endpoint-states.js';
import type { Outcome } from './outcome.js';

const GONE = 410;

export interface Tally {
  consecutiveFailures: number;
  /** Why the endpoint is to be disabled; null when it isn't. */
  reason: string | null;
}

/** What outcomes, in the order in which they ended, make of an endpoint's count of consecutive failures. */
export function tally(consecutiveFailures: number, outcomes: readonly Outcome[]): Tally {
  let failures = consecutiveFailures;
  let reason: string | null = null;
  for (const { error, status } of outcomes) {
    failures = error === null ? 0 : failures + 1;
    if (status === GONE) reason ??= DISABLED_BY_GONE;
    if (failures >= MAX_CONSECUTIVE_FAILURES) reason ??= DISABLED_BY_FAILURES;
  }
  return { consecutiveFailures: failures, reason };
}
