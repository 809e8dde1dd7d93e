/** The `type` of an error body. */
export type ErrorType =
  'invalid_request_error' | 'authentication_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error';

export interface ErrorSpec {
  status: number;
  type: ErrorType;
  /** The default message. */
  message: string;
  /** The text of the error page: the cause and what to do. */
  help: string;
  /** True if `error.errors` lists every error. Default: true for status 400. */
  hasFieldErrors?: boolean;
}

/** Maximum faults in one response. */
export const MAX_FIELD_ERRORS = 1_000;

/** Builds the specs of errors that share a status, from the message and the help of each. */
export function defineErrors<Code extends string>(
  status: number,
  texts: Record<Code, readonly [message: string, help: string]>,
  type: ErrorType = 'invalid_request_error',
): Record<Code, ErrorSpec> {
  const entries = Object.entries<readonly [string, string]>(texts);
  const specs = entries.map(([code, [message, help]]) => [code, { status, type, message, help }]);
  return Object.fromEntries(specs) as Record<Code, ErrorSpec>;
}
