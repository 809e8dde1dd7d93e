import { MAX_FIELD_ERRORS } from '../../platform/http/errors/error-spec.js';
import { getErrorSpec, ERRORS, hasFieldErrors, type ErrorCode } from '../../platform/http/errors/errors.js';
import { buildHeaderRefs } from './headers.js';
import { ref, type JsonObject, type ResponseObject, type Route } from './document-types.js';

const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'The request is invalid; `param` names the parameter.',
  401: 'No valid API key.',
  403: 'The key may not do this.',
  404: 'There is no such resource for this key.',
  409: 'The idempotency key is in use.',
  413: 'The request body is too large.',
  415: 'The request body is of another content type.',
  422: 'The state of the resource, or a carrier, does not allow it.',
  429: 'Too many requests.',
  500: 'Something went wrong on our side.',
  503: 'Too much at once: retry after the seconds of `Retry-After`.',
};

/** What is wrong, in the words of the interface. */
const ERROR_DETAILS: JsonObject = {
  type: 'object',
  description: 'The error.',
  required: ['type', 'code', 'message', 'doc_url', 'request_id'],
  properties: {
    type: ref('schemas', 'ErrorType'),
    code: ref('schemas', 'ErrorCode'),
    message: { type: 'string', description: 'The error in words.' },
    param: { type: 'string', description: 'The offending parameter, when there is one.' },
    errors: {
      type: 'array',
      items: ref('schemas', 'ErrorFault'),
      minItems: 1,
      maxItems: MAX_FIELD_ERRORS,
      description:
        'With status 400 and `booking_incomplete`: everything that is wrong. `param` and `message` are the first one’s.',
    },
    doc_url: {
      type: 'string',
      format: 'uri',
      maxLength: 2_048,
      description: 'A page about the error.',
    },
    request_id: {
      type: ['string', 'null'],
      pattern: '^req_[0-9a-f]{32}$',
      description: 'Quote it when you report a problem.',
    },
  },
};

const ERROR_FAULT: JsonObject = {
  type: 'object',
  description: 'One thing that is wrong with what was sent.',
  required: ['code', 'message'],
  properties: {
    param: { type: 'string', description: 'The field it is about, by its path.' },
    row: { type: 'integer', minimum: 1, description: 'Of a file: the row, its header being row 1.' },
    column: { type: 'string', description: 'Of a file: the column, by its header.' },
    code: ref('schemas', 'ErrorCode'),
    message: { type: 'string', description: 'The fault in words.' },
  },
};

const RATES_ERROR_DETAILS: JsonObject = {
  ...ERROR_DETAILS,
  description: 'The error, with each carrier’s part in it.',
  properties: {
    ...(ERROR_DETAILS.properties as JsonObject),
    carrier_results: {
      type: 'array',
      items: ref('schemas', 'CarrierResult'),
      description: 'With `no_rates`: what each carrier made of the request.',
    },
  },
};

const buildErrorBody = (description: string, details: string): JsonObject => ({
  type: 'object',
  description,
  required: ['error'],
  properties: { error: ref('schemas', details) },
});

/** The error body of the interface, and that of a rate request no carrier could answer. Asked for late: an extension defines errors too. */
export function buildErrorSchemas(): Record<string, JsonObject> {
  const specs = Object.values(ERRORS);
  return {
    ErrorType: {
      type: 'string',
      enum: [...new Set(specs.map(({ type }) => type))],
      description: 'The kind of error.',
    },
    ErrorCode: { type: 'string', enum: Object.keys(ERRORS), description: 'The error as a machine word.' },
    ErrorFault: ERROR_FAULT,
    ErrorDetails: ERROR_DETAILS,
    ApiError: buildErrorBody('What went wrong.', 'ErrorDetails'),
    RatesErrorDetails: RATES_ERROR_DETAILS,
    RatesError: buildErrorBody('What went wrong, with each carrier’s part in it.', 'RatesErrorDetails'),
  };
}

/** Every error an operation can answer: its own, and those of its kind. */
export function listErrorCodes({ path, method, operation }: Route): ErrorCode[] {
  const errors = [...((operation['x-errors'] ?? []) as ErrorCode[])];
  errors.push('unauthorized', 'insufficient_scope', 'address_not_allowed', 'rate_limited');
  errors.push('internal_error', 'service_unavailable');
  if (path.includes('/sandbox/')) errors.push('test_mode_required');
  // A query parameter that an operation doesn't have is refused, so each of them knows a 400.
  errors.push('unknown_parameter');
  if (operation.parameters.some((parameter) => parameter.in === 'query')) errors.push('invalid_value');
  if (operation.parameters.some(({ name }) => name === 'ending_before')) errors.push('conflicting_values');
  if (operation.requestBody) {
    errors.push('invalid_value', 'payload_too_large', 'unsupported_media_type');
    const isJson = 'application/json' in operation.requestBody.content;
    if (isJson) errors.push('invalid_json', 'missing_parameter');
  }
  if (method === 'post') errors.push('invalid_value');
  // Of a POST that answers a file nothing is kept, so that no key is ever in use.
  const isFile = Object.values(operation.responses).some(({ content }) => content?.['application/pdf']);
  if (method === 'post' && !isFile) errors.push('idempotency_in_progress', 'idempotency_key_reused');
  return [...new Set(errors)].filter((code) => code in ERRORS);
}

/** Statuses whose errors are the same for every operation share one response; the others list their own. */
const SHARED_STATUSES = new Set([401, 403, 409, 413, 415, 429, 500, 503]);

export function addErrors({ method, operation }: Route, codes: ErrorCode[]): void {
  for (const code of codes) {
    const { status } = getErrorSpec(code);
    if (isSharedError(code)) {
      operation.responses[status] ??= ref('responses', toResponseName(status)) as unknown as ResponseObject;
      continue;
    }
    const response = ((operation.responses as Record<number, ResponseObject>)[status] ??= buildErrorResponse(
      method,
      status,
      [],
    ));
    const content = response.content!['application/json'] as { examples: JsonObject; schema: JsonObject };
    content.examples[code] = ref('examples', code);
    if (code === 'no_rates') content.schema = ref('schemas', 'RatesError');
  }
}

function isSharedError(code: ErrorCode): boolean {
  return SHARED_STATUSES.has(getErrorSpec(code).status);
}

function toResponseName(status: number): string {
  return `Error${status}`;
}

function buildErrorResponse(method: string, status: number, codes: string[]): ResponseObject {
  return {
    description: STATUS_DESCRIPTIONS[status]!,
    headers: buildHeaderRefs(method, String(status)),
    content: {
      'application/json': {
        schema: ref('schemas', 'ApiError'),
        examples: Object.fromEntries(codes.map((code) => [code, ref('examples', code)])),
      },
    },
  };
}

/** The responses that operations share, with every error each can carry. */
export function buildSharedResponses(codes: ErrorCode[]): Record<string, ResponseObject> {
  const used = codes.filter(isSharedError);
  const statuses = [...new Set(used.map((code) => getErrorSpec(code).status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      toResponseName(status),
      buildErrorResponse(
        'get',
        status,
        used.filter((code) => getErrorSpec(code).status === status),
      ),
    ]),
  );
}

/** One example an error. */
export function buildErrorExamples(codes: ErrorCode[]): Record<string, JsonObject> {
  return Object.fromEntries(codes.map((code) => [code, buildErrorExample(code)]));
}

/** What an error is about in its example, where `limit` could not be. */
const EXAMPLE_PARAMS: Partial<Record<ErrorCode, string>> = {
  conflicting_values: 'ending_before',
  date_out_of_range: 'ship_date',
  invalid_file: 'logo',
  unknown_reference: 'address_id',
};

function buildErrorExample(code: ErrorCode): JsonObject {
  const spec = getErrorSpec(code);
  const { type, message, status } = spec;
  const param = status === 400 && code !== 'invalid_json' ? { param: EXAMPLE_PARAMS[code] ?? 'limit' } : {};
  const error: JsonObject = { type, code, message, ...param };
  if (hasFieldErrors(spec)) error.errors = [{ ...param, code, message }];
  error.doc_url = `http://localhost:3000/docs/errors#${code}`;
  error.request_id = 'req_7d3f6c0e9b1a4c5d8e2f0a1b2c3d4e5f';
  return { summary: message, value: { error } };
}
