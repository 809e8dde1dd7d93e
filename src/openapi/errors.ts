import { ERRORS, type ErrorCode } from '../http/errors.js';
import { namesFor } from './headers.js';
import { ref, type Json, type Response, type Route } from './json.js';

const MEANINGS: Record<number, string> = {
  400: 'The request is invalid; `param` names the parameter.',
  401: 'No valid API key.',
  403: 'The key may not do this.',
  404: 'There is no such resource for this key.',
  409: 'The idempotency key is in use.',
  413: 'The request body is too large.',
  415: 'The request body is not JSON.',
  422: 'The state of the resource, or a carrier, does not allow it.',
  429: 'Too many requests.',
  500: 'Something went wrong on our side.',
};

/** The error body of the interface, the same for every error. */
export const ERROR_SCHEMA: Json = {
  type: 'object',
  description: 'What went wrong.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      required: ['type', 'code', 'message', 'doc_url', 'request_id'],
      properties: {
        type: {
          type: 'string',
          enum: [...new Set(Object.values(ERRORS).map(({ type }) => type))],
          description: 'The kind of error.',
        },
        code: { type: 'string', enum: Object.keys(ERRORS), description: 'The error as a machine word.' },
        message: { type: 'string', description: 'The error in words.' },
        param: { type: 'string', description: 'The offending parameter, when there is one.' },
        doc_url: { type: 'string', format: 'uri-reference', description: 'A page about the error.' },
        request_id: {
          type: ['string', 'null'],
          pattern: '^req_[0-9a-f]{32}$',
          description: 'Quote it when you report a problem.',
        },
      },
    },
  },
};

/** The error body of a rate request that no carrier could answer. */
export const RATES_ERROR_SCHEMA: Json = withField(ERROR_SCHEMA, 'carrier_results', {
  type: 'array',
  items: ref('schemas', 'CarrierResult'),
  description: 'With `no_rates`: what each carrier made of the request.',
});

function withField(schema: Json, name: string, field: Json): Json {
  const { error } = schema.properties as { error: { properties: Json } };
  const properties = { error: { ...error, properties: { ...error.properties, [name]: field } } };
  return { ...schema, description: 'What went wrong, with each carrier’s part in it.', properties };
}

/** Every error an operation can answer: its own, and those of its kind. */
export function errorsOf({ path, method, operation }: Route): ErrorCode[] {
  const errors = [...((operation['x-errors'] ?? []) as ErrorCode[])];
  errors.push('unauthorized', 'insufficient_scope', 'rate_limited', 'internal_error');
  if (path.includes('/sandbox/')) errors.push('test_mode_required');
  if (operation.requestBody) {
    errors.push('invalid_json', 'invalid_value', 'missing_parameter', 'unknown_parameter');
    errors.push('payload_too_large', 'unsupported_media_type');
  } else if (operation.parameters.some((parameter) => parameter.in === 'query')) errors.push('invalid_value');
  if (method === 'post') errors.push('invalid_value', 'idempotency_in_progress', 'idempotency_key_reused');
  return [...new Set(errors)].filter((code) => code in ERRORS);
}

/** Statuses whose errors are the same for every operation share one response; the others list their own. */
const SHARED = new Set([401, 403, 409, 413, 415, 429, 500]);

export function putErrors({ method, operation }: Route, codes: ErrorCode[]): void {
  for (const code of codes) {
    const { status } = ERRORS[code];
    if (isShared(code)) {
      operation.responses[status] ??= ref('responses', responseName(status)) as unknown as Response;
      continue;
    }
    const response = ((operation.responses as Record<number, Response>)[status] ??= errorResponse(method, status, []));
    const content = response.content!['application/json'] as { examples: Json; schema: Json };
    content.examples[code] = ref('examples', code);
    if (code === 'no_rates') content.schema = ref('schemas', 'RatesError');
  }
}

function isShared(code: ErrorCode): boolean {
  return SHARED.has(ERRORS[code].status);
}

function responseName(status: number): string {
  return `Error${status}`;
}

function errorResponse(method: string, status: number, codes: string[]): Response {
  return {
    description: MEANINGS[status]!,
    headers: namesFor(method, String(status)),
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        examples: Object.fromEntries(codes.map((code) => [code, ref('examples', code)])),
      },
    },
  };
}

/** The responses that operations share, with every error each can carry. */
export function sharedErrors(codes: ErrorCode[]): Record<string, Response> {
  const used = codes.filter(isShared);
  const statuses = [...new Set(used.map((code) => ERRORS[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      responseName(status),
      errorResponse('get', status, used.filter((code) => ERRORS[code].status === status)),
    ]),
  );
}

/** One example an error. */
export function errorExamples(codes: ErrorCode[]): Record<string, Json> {
  return Object.fromEntries(codes.map((code) => [code, exampleOf(code)]));
}

function exampleOf(code: ErrorCode): Json {
  const { type, message, status } = ERRORS[code];
  const error: Json = { type, code, message };
  if (status === 400 && code !== 'invalid_json') error.param = 'limit';
  error.doc_url = `/docs/errors#${code}`;
  error.request_id = 'req_7d3f6c0e9b1a4c5d8e2f0a1b2c3d4e5f';
  return { summary: message, value: { error } };
}
