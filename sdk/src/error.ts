import type { components } from './api.js';

type Details = components['schemas']['ErrorDetails'];

/** Of the service, or of the way to it: no answer in time, none at all, one that isn't the service's, a signature. */
export type LadingErrorCode =
  Details['code'] | 'timeout' | 'connection_failed' | 'unexpected_answer' | 'invalid_signature';

/** Everything that a call can fail with, but the reason of a signal that the caller aborts. */
export class LadingError extends Error {
  override readonly name = 'LadingError';
  /** The HTTP status; undefined when no answer came. */
  readonly status?: number;
  /** The offending parameter, the first of `errors`. */
  readonly param?: string;
  /** Every fault of the request. */
  readonly errors: NonNullable<Details['errors']>;
  /** Quote it when you report a problem. */
  readonly requestId?: string;
  /** Seconds to wait before the next try, where the service said so. */
  readonly retryAfter?: number;
  /** The error as it was answered. */
  readonly details?: Details;

  constructor(
    readonly code: LadingErrorCode,
    message: string,
    rest: ErrorOptions & { status?: number; details?: Details; retryAfter?: number; requestId?: string } = {},
  ) {
    super(message, rest);
    const { status, details, retryAfter, requestId } = rest;
    this.status = status;
    this.param = details?.param;
    this.errors = details?.errors ?? [];
    this.requestId = details?.request_id ?? requestId;
    this.retryAfter = retryAfter;
    this.details = details;
  }

  /** Of an answer that is no success. */
  static async of(response: Response): Promise<LadingError> {
    const { status, headers } = response;
    const told = {
      status,
      retryAfter: parseRetryAfter(headers.get('Retry-After')),
      requestId: headers.get('Request-Id') ?? undefined,
    };
    const details = parseDetails(await response.text());
    return details
      ? new LadingError(details.code, details.message, { ...told, details })
      : new LadingError('unexpected_answer', `HTTP ${status} without an error of Lading.`, told);
  }

  /** Of what kept an answer from coming, or from being read. */
  static unanswered(cause: unknown): LadingError {
    const { name, message } = cause as Error;
    if (name === 'TimeoutError') return new LadingError('timeout', 'No answer in time.', { cause });
    if (name === 'SyntaxError')
      return new LadingError('unexpected_answer', 'The answer is not JSON.', { cause });
    return new LadingError('connection_failed', `No answer: ${message}`, { cause });
  }
}

function parseDetails(text: string): Details | undefined {
  try {
    return (JSON.parse(text) as { error?: Details }).error;
  } catch {
    return undefined;
  }
}

/** Of a `Retry-After`, which is a number of seconds or, from a proxy, a date. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1000 : Number(value);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
