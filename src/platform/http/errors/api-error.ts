import { describeDatabaseFault } from '../../database/database-fault.js';
import { RowMissing, SearchTimeoutError } from '../../tenancy/errors.js';
import { MAX_FIELD_ERRORS, type ErrorSpec } from './error-spec.js';
import { getErrorSpec, hasFieldErrors, type ErrorCode } from './errors.js';

/** One thing that is wrong with what was sent. */
export interface FieldError {
  /** The path of the field in a body or a query. */
  param?: string;
  /** The row of a file, its header being row 1. */
  row?: number;
  /** The column of a file, by its header. */
  column?: string;
  /** The error's own when absent. */
  code?: ErrorCode;
  message: string;
}

export interface ErrorDetails {
  message?: string;
  param?: string;
  /** Every fault, in order, where `param` and the message are the first one's; else those alone. */
  errors?: FieldError[];
  /** Response headers that belong to the error, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** Further fields of the error body, e.g. `carrier_results`. */
  extra?: Record<string, unknown>;
  /** True when somebody outside failed us and a repetition may end differently: idempotency doesn't keep it. */
  transient?: boolean;
}

/** What an error says of the request that met it. */
export interface ErrorContext {
  requestId: string;
  publicUrl: string;
}

/** An error with its place in the catalogue: thrown anywhere, answered by the filter. */
export class ApiError extends Error {
  readonly spec: ErrorSpec;

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? getErrorSpec(code).message);
    this.spec = getErrorSpec(code);
  }

  /** The body that the interface promises: four fields, with `code` and `request_id` beside them. */
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

/** An error for all that is wrong at once: the first fault says what it is. @param faults at least one */
export function buildFieldErrorsError(
  faults: FieldError[],
  code = faults[0]!.code ?? 'invalid_value',
): ApiError {
  const { param, message } = faults[0]!;
  return new ApiError(code, { ...(param !== undefined && { param }), message, errors: faults });
}

/** An error as the catalogue has it: a missing row is a missing resource, a database that is away passes. Undefined for what nobody foresaw. */
export function toApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof SearchTimeoutError)
    return new ApiError('search_timeout', { headers: { 'Retry-After': '1' } });
  if (thrown instanceof RowMissing) return new ApiError('resource_missing');
  const reason = describeDatabaseFault(thrown);
  return reason === undefined ? undefined : unavailable(`The database: ${reason}.`);
}

const RETRY_AFTER_SECONDS = '2';

/** 503 for what will pass by itself. */
export function unavailable(message: string): ApiError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  return new ApiError('service_unavailable', { message, headers, transient: true });
}

/** 400 on a parameter that the operation doesn't have. */
export function unknownParam(param: string): ApiError {
  return new ApiError('unknown_parameter', { param, message: `${param} is not a known parameter.` });
}

/** 400 on one parameter, in the words of the interface. */
export function invalidParam(param: string, message: string, code: ErrorCode = 'invalid_value'): ApiError {
  return new ApiError(code, { param, message });
}

/** 400 on a parameter that only this case asks for. */
export function missingParam(param: string): ApiError {
  return invalidParam(param, `${param} is required.`, 'missing_parameter');
}

/** 400 on a parameter that is well-formed and yet doesn't go with another one, or with what is stored. */
export function conflictingParam(param: string, message: string): ApiError {
  return invalidParam(param, message, 'conflicting_values');
}
