/** The `type` of an error body, by HTTP status. */
export type ErrorType =
  'invalid_request_error' | 'authentication_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error';

export interface ErrorSpec {
  status: number;
  type: ErrorType;
  /** What the client reads when the thrower says nothing more exact. */
  message: string;
  /** For the error page: why it happens and what to do. */
  help: string;
  /** Whether `error.errors` names every fault; each 400 does. */
  hasFieldErrors?: boolean;
}

/** The most faults that one answer names. */
export const MAX_FIELD_ERRORS = 1_000;

/** What the client did wrong. */
export const invalidRequest = (status: number, message: string, help: string): ErrorSpec => ({
  status,
  type: 'invalid_request_error',
  message,
  help,
});
