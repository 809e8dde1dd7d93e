import type { AttemptError } from '../delivery-states.js';

/** How an attempt ended. */
export interface AttemptOutcome {
  /** The receiver's status; null when none came. */
  status: number | null;
  /** The first 2 KiB of the answer, as text. */
  body: string | null;
  /** Null: the receiver accepted the delivery. */
  error: AttemptError | null;
  message: string | null;
  durationMs: number;
  /** What the receiver asked to wait, in milliseconds. */
  retryAfterMs: number | null;
}

/** Why an attempt got no usable answer. */
export class AttemptFailure extends Error {
  constructor(
    readonly error: AttemptError,
    message: string,
  ) {
    super(message);
  }
}
