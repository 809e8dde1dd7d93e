import type { AttemptError } from '../delivery-states.js';

export interface AttemptOutcome {
  /** The HTTP status of the response; null if none arrived. */
  status: number | null;
  /** The first 2 KiB of the response body. */
  body: string | null;
  /** Null if the receiver accepted the delivery. */
  error: AttemptError | null;
  message: string | null;
  durationMs: number;
  /** The wait that the receiver requested with `Retry-After`, in milliseconds. */
  retryAfterMs: number | null;
}

/** Ends an attempt that got no usable response. */
export class AttemptFailure extends Error {
  constructor(
    readonly error: AttemptError,
    message: string,
  ) {
    super(message);
  }
}
