import { ERRORS, type ErrorCode, type ErrorSpec } from './errors.js';

export interface ErrorDetails {
  message?: string;
  param?: string;
  /** Response headers that belong to the error, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** Further fields of the error body, e.g. `carrier_results`. */
  extra?: Record<string, unknown>;
  /** True when somebody outside failed us and a repetition may end differently: idempotency doesn't keep it. */
  transient?: boolean;
}

/** An error with its place in the catalogue: thrown anywhere, answered by the filter. */
export class ApiError extends Error {
  readonly spec: ErrorSpec;

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? ERRORS[code].message);
    this.spec = ERRORS[code];
  }

  /** The body of spec section 7, with `code` and `request_id` beside its four fields. */
  toBody(requestId: string | undefined): { error: Record<string, unknown> } {
    return {
      error: {
        type: this.spec.type,
        code: this.code,
        message: this.message,
        ...(this.details.param !== undefined && { param: this.details.param }),
        doc_url: `/docs/errors#${this.code}`,
        request_id: requestId ?? null,
        ...this.details.extra,
      },
    };
  }
}

/** 400 on one parameter, in the words of the spec. */
export function invalidParam(param: string, message: string): ApiError {
  return new ApiError('invalid_value', { param, message });
}
