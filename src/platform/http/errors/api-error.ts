import { describeDatabaseFault, exceedsRequestTimeout } from '../../database/database-fault.js';
import { RowMissing, SearchTimeoutError } from '../../tenancy/errors.js';
import { MAX_FIELD_ERRORS, type ErrorSpec } from './error-spec.js';
import { getErrorSpec, hasFieldErrors, type ErrorCode } from './errors.js';

/** One error in a request. */
export interface FieldError {
  /** The path of the field in the body or query. */
  param?: string;
  /** The row of a file; the header is row 1. */
  row?: number;
  /** The column of a file, by its header. */
  column?: string;
  /** Defaults to the code of the error. */
  code?: ErrorCode;
  message: string;
}

export interface ErrorDetails {
  message?: string;
  param?: string;
  /** Every fault in order; `param` and the message repeat the first. Without it, the error is the only fault. */
  errors?: FieldError[];
  /** Response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** More fields of the error body, e.g. `carrier_results`. */
  extra?: Record<string, unknown>;
  /** Replaces the status of the catalog. 429: the same request succeeds after `Retry-After`. */
  status?: 429;
  /** True if an outside system failed and a retry may succeed: idempotency does not store the response. */
  transient?: boolean;
}

export interface ErrorContext {
  requestId: string;
  publicUrl: string;
}

/** An error of the catalog. `ErrorFilter` turns it into the response. */
export class ApiError extends Error {
  readonly spec: ErrorSpec;

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? getErrorSpec(code).message);
    const spec = getErrorSpec(code);
    this.spec = details.status ? { ...spec, status: details.status, type: 'rate_limit_error' } : spec;
  }

  toBody({ requestId, publicUrl }: ErrorContext): { error: Record<string, unknown> } {
    return {
      error: {
        type: this.spec.type,
        code: this.code,
        message: this.message,
        ...(this.details.param !== undefined && { param: this.details.param }),
        ...(hasFieldErrors(this.spec) && { errors: this.listFieldErrors() }),
        doc_url: `${publicUrl}/docs/errors#${this.code}`,
        request_id: requestId,
        ...this.details.extra,
      },
    };
  }

  private listFieldErrors(): FieldError[] {
    const { param, errors = [{ ...(param !== undefined && { param }), message: this.message }] } =
      this.details;
    return errors
      .slice(0, MAX_FIELD_ERRORS)
      .map(({ code = this.code, message, ...place }) => ({ ...place, code, message }));
  }
}

/** Builds one error for all faults of a request, with the message of the first. @param faults at least one */
export function buildFieldErrorsError(
  faults: FieldError[],
  code = faults[0]!.code ?? 'invalid_value',
): ApiError {
  const { param, message } = faults[0]!;
  return new ApiError(code, { ...(param !== undefined && { param }), message, errors: faults });
}

/** Maps errors of the layers below to the catalog; undefined for unexpected ones. */
export function toApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof SearchTimeoutError)
    return new ApiError('search_timeout', { headers: { 'Retry-After': '1' } });
  if (thrown instanceof RowMissing) return new ApiError('resource_missing');
  if (exceedsRequestTimeout(thrown))
    return new ApiError('query_timeout', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  const reason = describeDatabaseFault(thrown);
  return reason === undefined
    ? undefined
    : unavailable(`Database unavailable: ${reason}. Retry in a few seconds.`);
}

const RETRY_AFTER_SECONDS = '2';

/** Builds a 503 that a retry will resolve. */
export function unavailable(message: string): ApiError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  return new ApiError('service_unavailable', { message, headers, transient: true });
}

/** Builds a 400 for a parameter that the operation does not have. */
export function unknownParam(param: string): ApiError {
  return new ApiError('unknown_parameter', { param, message: `${param} is not a known parameter.` });
}

export function invalidParam(param: string, message: string, code: ErrorCode = 'invalid_value'): ApiError {
  return new ApiError(code, { param, message });
}

/** Builds a 400 for a parameter that is required in this case only. */
export function missingParam(param: string): ApiError {
  return invalidParam(param, `${param} is required.`, 'missing_parameter');
}

/** Builds a 400 for a well-formed parameter that conflicts with another one or with stored data. */
export function conflictingParam(param: string, message: string): ApiError {
  return invalidParam(param, message, 'conflicting_values');
}
