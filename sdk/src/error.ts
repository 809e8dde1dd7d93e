import type { components } from './api.js';

type Details = components['schemas']['ErrorDetails'];

/** A code of the API, or of the client: no response, an unreadable one, or an invalid webhook signature. */
export type LadingErrorCode =
  Details['code'] | 'timeout' | 'connection_failed' | 'unexpected_answer' | 'invalid_signature';

/** The error of every failed call, except a call that the caller's `AbortSignal` ends: that rejects with its reason. */
export class LadingError extends Error {
  override readonly name = 'LadingError';
  /** The HTTP status. Undefined without a response. */
  readonly status?: number;
  /** The parameter of the first entry in `errors`. */
  readonly param?: string;
  /** One entry per invalid parameter. */
  readonly errors: NonNullable<Details['errors']>;
  /** The request ID to include in a problem report. */
  readonly requestId?: string;
  /** Seconds to wait before a retry, if the service sent `Retry-After`. */
  readonly retryAfter?: number;
  /** The error object of the response. */
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

  /** Reads the error of a response whose status is not 2xx. */
  static async of(response: Response): Promise<LadingError> {
    const { status, headers } = response;
    const context = {
      status,
      retryAfter: parseRetryAfter(headers.get('Retry-After')),
      requestId: headers.get('Request-Id') ?? undefined,
    };
    const details = parseDetails(await response.text());
    return details
      ? new LadingError(details.code, details.message, { ...context, details })
      : new LadingError(
          'unexpected_answer',
          `HTTP ${status} without a Lading error. Check that baseUrl is a Lading service.`,
          context,
        );
  }

  /** Wraps the reason why no response arrived or why it could not be read. */
  static unanswered(cause: unknown): LadingError {
    const { name, message } = cause as Error;
    if (name === 'TimeoutError')
      return new LadingError('timeout', 'The service did not respond in time.', { cause });
    if (name === 'SyntaxError')
      return new LadingError('unexpected_answer', 'The response is not JSON.', { cause });
    return new LadingError('connection_failed', `Can't reach the service: ${message}`, { cause });
  }
}

function parseDetails(text: string): Details | undefined {
  try {
    return (JSON.parse(text) as { error?: Details }).error;
  } catch {
    return undefined;
  }
}

/** Returns the seconds of `Retry-After`, which proxies may send as a date. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1000 : Number(value);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
