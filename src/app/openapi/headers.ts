import { ref, type JsonObject, type Route } from './document-types.js';

const buildTextHeader = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
});

export const HEADERS: Record<string, JsonObject> = {
  'Request-Id': buildTextHeader(
    'The id of this request. Include it when you report a problem.',
    'req_7d3f6c0e9b1a4c5d8e2f0a1b2c3d4e5f',
  ),
  Location: buildTextHeader('The path of the new resource.', '/api/v1/freight/42'),
  RateLimit: buildTextHeader('The remaining quota in this window (IETF draft).', '"default";r=49;t=2'),
  'RateLimit-Policy': buildTextHeader('The limit and its window (IETF draft).', '"default";q=50;w=2'),
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'Idempotent-Replayed': buildTextHeader(
    '`true` if this is the stored response of an earlier request with the same key.',
    'true',
  ),
  'Original-Request-Id': buildTextHeader(
    'On a replay: the id of the original request.',
    'req_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
  ),
  'Ignored-Fields': buildTextHeader(
    'The unknown body fields that were ignored: up to 20 paths, separated by commas and percent-encoded. Absent if there are none.',
    'shipdate, origin.dock',
  ),
  Deprecation: buildTextHeader('When the operation was deprecated (RFC 9745).', '@1767225600'),
  Link: buildTextHeader(
    'The operation that replaces this one.',
    '</api/v1/freight>; rel="successor-version"',
  ),
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value that makes a retry safe. For 24 hours, the same key and body return the same response without repeating the operation.',
  // No example, because Swagger UI would send every request with the same key.
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!#-~]([ -~]*[!-~])?$' },
};

const PREFER: JsonObject = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`handling=strict` rejects unknown fields with 400 `unknown_parameter`. By default, fields that cannot change a ' +
    'price are ignored and listed in `Ignored-Fields` (RFC 7240).',
  schema: { type: 'string' },
  examples: { strict: { summary: 'Unknown fields are errors', value: 'handling=strict' } },
};

export function addHeaders({ method, operation }: Route): void {
  if (operation.requestBody) operation.parameters = [...operation.parameters, PREFER];
  if (method === 'post') operation.parameters = [...operation.parameters, IDEMPOTENCY_KEY];
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    response.headers = buildHeaderRefs(method, status, operation.deprecated === true);
    if (operation.requestBody && status.startsWith('2'))
      response.headers['Ignored-Fields'] = ref('headers', 'Ignored-Fields');
  }
}

export function buildHeaderRefs(method: string, status: string, deprecated = false): JsonObject {
  const names = ['Request-Id', 'RateLimit', 'RateLimit-Policy'];
  if (status === '201') names.push('Location');
  if (status === '429' || status === '409' || status === '503') names.push('Retry-After');
  if (method === 'post' && ['200', '201', '404', '422'].includes(status))
    names.push('Idempotent-Replayed', 'Original-Request-Id');
  if (deprecated) names.push('Deprecation', 'Link');
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}
