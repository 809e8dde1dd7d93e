import { MAX_CONSECUTIVE_FAILURES, type DisablingTrigger } from '../endpoint-states.js';
import type { AttemptOutcome } from './attempt-outcome.js';

const GONE = 410;

export interface FailureCount {
  consecutiveFailures: number;
  /** What disables the endpoint; null when nothing does. */
  disabledBy: DisablingTrigger | null;
}

/** What outcomes, in the order in which they ended, make of an endpoint's count of consecutive failures. */
export function countConsecutiveFailures(
  consecutiveFailures: number,
  outcomes: readonly AttemptOutcome[],
): FailureCount {
  let failures = consecutiveFailures;
  let disabledBy: DisablingTrigger | null = null;
  for (const { error, status } of outcomes) {
    if (error === 'body_lost') continue; // our fault
    failures = error === null ? 0 : failures + 1;
    if (status === GONE) disabledBy ??= 'gone';
    if (failures >= MAX_CONSECUTIVE_FAILURES) disabledBy ??= 'exhaust';
  }
  return { consecutiveFailures: failures, disabledBy };
}
