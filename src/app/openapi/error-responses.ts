import { MAX_FIELD_ERRORS } from '../../platform/http/errors/error-spec.js';
import { getErrorSpec, ERRORS, hasFieldErrors, type ErrorCode } from '../../platform/http/errors/errors.js';
import { buildHeaderRefs } from './headers.js';
import { ref, type JsonObject, type ResponseObject, type Route } from './document-types.js';

const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'The request is invalid. `param` contains the invalid parameter.',
  401: 'No valid API key.',
  403: 'The key lacks a permission.',
  404: 'No such resource for this key.',
  409: 'An earlier request has the same Idempotency-Key.',
  413: 'The request body is too large.',
  415: 'The content type of the request body is not supported.',
  422: 'The state of the resource does not allow the request, or the carrier refused it.',
  429: 'Too many requests.',
  500: 'An unexpected error occurred.',
  503: 'Temporarily unavailable. Retry after the seconds in `Retry-After`.',
};

const ERROR_DETAILS: JsonObject = {
  type: 'object',
  description: 'The error.',
  required: ['type', 'code', 'message', 'doc_url', 'request_id'],
  properties: {
    type: ref('schemas', 'ErrorType'),
    code: ref('schemas', 'ErrorCode'),
    message: { type: 'string', description: 'Human-readable error message.' },
    param: { type: 'string', description: 'The invalid parameter, if there is one.' },
    errors: {
      type: 'array',
      items: ref('schemas', 'ErrorFault'),
      minItems: 1,
      maxItems: MAX_FIELD_ERRORS,
      description:
        `Present with status 400 and with \`booking_incomplete\`: the first ${MAX_FIELD_ERRORS.toLocaleString('en-US')} errors. ` +
        '`param` and `message` repeat the first one.',
    },
    doc_url: {
      type: 'string',
      format: 'uri',
      maxLength: 2_048,
      description: 'A page that explains the error.',
    },
    request_id: {
      type: ['string', 'null'],
      pattern: '^req_[0-9a-f]{32}$',
      description: 'Include it when you report a problem.',
    },
  },
};

const ERROR_FAULT: JsonObject = {
  type: 'object',
  description: 'One error in a request.',
  required: ['code', 'message'],
  properties: {
    param: { type: 'string', description: 'The path of the field.' },
    row: { type: 'integer', minimum: 1, description: 'The row of a file. The header is row 1.' },
    column: { type: 'string', description: 'The column of a file, by its header.' },
    code: ref('schemas', 'ErrorCode'),
    message: { type: 'string', description: 'Human-readable description of the error.' },
  },
};

const RATES_ERROR_DETAILS: JsonObject = {
  ...ERROR_DETAILS,
  description: 'The error, with the result of each carrier.',
  properties: {
    ...(ERROR_DETAILS.properties as JsonObject),
    carrier_results: {
      type: 'array',
      items: ref('schemas', 'CarrierResult'),
      description: 'With `no_rates`: the result of each carrier.',
    },
  },
};

const buildErrorBody = (description: string, details: string): JsonObject => ({
  type: 'object',
  description,
  required: ['error'],
  properties: { error: ref('schemas', details) },
});

/** Builds the schemas of error bodies. A function, because extensions define errors too. */
export function buildErrorSchemas(): Record<string, JsonObject> {
  const specs = Object.values(ERRORS);
  return {
    ErrorType: {
      type: 'string',
      enum: [...new Set(specs.map(({ type }) => type))],
      description: 'The kind of error.',
    },
    ErrorCode: { type: 'string', enum: Object.keys(ERRORS), description: 'The error code.' },
    ErrorFault: ERROR_FAULT,
    ErrorDetails: ERROR_DETAILS,
    ApiError: buildErrorBody('An error.', 'ErrorDetails'),
    RatesErrorDetails: RATES_ERROR_DETAILS,
    RatesError: buildErrorBody('An error, with the result of each carrier.', 'RatesErrorDetails'),
  };
}

const COMMON_ERRORS: ErrorCode[] = [
  'unauthorized',
  'insufficient_scope',
  'address_not_allowed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'unknown_parameter',
];

export function listErrorCodes({ path, method, operation }: Route): ErrorCode[] {
  const errors = [...((operation['x-errors'] ?? []) as ErrorCode[]), ...COMMON_ERRORS];
  if (method === 'get') errors.push('query_timeout');
  if (path.includes('/sandbox/')) errors.push('test_mode_required');

  if (operation.parameters.some((parameter) => parameter.in === 'query')) errors.push('invalid_value');
  if (operation.parameters.some(({ name }) => name === 'ending_before')) errors.push('conflicting_values');
  if (operation.requestBody) {
    errors.push('invalid_value', 'payload_too_large', 'unsupported_media_type');
    const isJson = 'application/json' in operation.requestBody.content;
    if (isJson) errors.push('invalid_json', 'missing_parameter');
  }
  if (method === 'post') errors.push('invalid_value');
  // Idempotency stores no response of a POST that returns a file.
  const isFile = Object.values(operation.responses).some(({ content }) => content?.['application/pdf']);
  if (method === 'post' && !isFile) errors.push('idempotency_in_progress', 'idempotency_key_reused');
  return [...new Set(errors)].filter((code) => code in ERRORS);
}

/** One shared response per status. Operations list the errors of the other statuses themselves. */
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

export function buildErrorExamples(codes: ErrorCode[]): Record<string, JsonObject> {
  return Object.fromEntries(codes.map((code) => [code, buildErrorExample(code)]));
}

/** The parameter of an error in its example, if it cannot be `limit`. */
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
