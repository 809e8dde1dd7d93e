import { invalidRequest, type ErrorSpec } from './error-spec.js';
import { FREIGHT_ERRORS } from './freight-errors.js';

/** The core's errors, by their `code`. */
const CORE_ERRORS = {
  invalid_json: invalidRequest(
    400,
    'The request body is not valid JSON.',
    'Send a JSON object in UTF-8. Check for trailing commas and unescaped characters.',
  ),
  malformed_request: invalidRequest(
    400,
    'The request is not valid HTTP/1.1.',
    'The connection sent something that is no HTTP request, or one whose length can be read in two ways.',
  ),
  invalid_value: invalidRequest(
    400,
    'A parameter has an invalid value.',
    'The parameter named in `param` has the wrong type, format or range. Its rules are in the API reference.',
  ),
  missing_parameter: invalidRequest(
    400,
    'A required parameter is missing.',
    'Send the parameter named in `param`.',
  ),
  conflicting_values: invalidRequest(
    400,
    'Two values do not go together.',
    'Each is well-formed, but the one named in `param` does not fit another one of the request, or what is stored: a ZIP of another state, two names of one field that differ, both cursors of a list, a sum that is none, a close before the opening. `message` says which.',
  ),
  date_out_of_range: invalidRequest(
    400,
    'The date is too early or too late.',
    'The day named in `param` is held against today, or against the days of the shipment. `message` says from when to when it may be.',
  ),
  unknown_reference: invalidRequest(
    400,
    'What the parameter names does not exist.',
    'The id in `param` is of no saved address, product, customer or kept event of the organization in the mode of the API key.',
  ),
  unknown_parameter: invalidRequest(
    400,
    'A parameter is not known.',
    'No operation ignores a query parameter it does not have, nor a field of an item, an accessorial or a markup that would change a price. Other unknown fields of a body are refused with `Prefer: handling=strict` only. Remove the parameter named in `param`.',
  ),
  invalid_file: invalidRequest(
    400,
    'Something is wrong in the file.',
    'Nothing of it was taken. Of a CSV file `errors` names each fault by its `row`, the header being row 1, and its `column`, by the header’s name.',
  ),
  unauthorized: {
    status: 401,
    type: 'authentication_error',
    message: 'No valid API key was provided.',
    help: 'Send `Authorization: Bearer <API key>` with a key that exists and is not revoked.',
  },
  test_mode_required: invalidRequest(
    403,
    'This endpoint needs a test-mode key.',
    'Sandbox endpoints work with keys that start with `fk_test_` only.',
  ),
  cross_origin: invalidRequest(
    403,
    'The request comes from another site’s page.',
    'Members sign in and out on the pages of the service itself, by the address that `PUBLIC_URL` says.',
  ),
  sign_in_link_invalid: invalidRequest(
    400,
    'The link does not work any more.',
    'A link signs in once and for a short while. Ask for a new one on the sign-in page, or to be invited again.',
  ),
  insufficient_scope: invalidRequest(
    403,
    'The API key lacks the scope this operation needs.',
    'Use a key that carries the scope, or one with full access.',
  ),
  address_not_allowed: invalidRequest(
    403,
    'The API key does not work from this address.',
    'The key is bound to networks, `allowed_cidrs`. `message` names the address that the request came from, as the service sees it: behind proxies of your own that is the last one of them.',
  ),
  resource_missing: invalidRequest(
    404,
    'No such resource.',
    'The id does not exist in the organization and mode of the API key. Test and live data are separate.',
  ),
  route_missing: invalidRequest(404, 'No such endpoint.', 'Check the path against the API reference.'),
  method_not_allowed: invalidRequest(
    405,
    'The endpoint does not support this method.',
    'The `Allow` header lists the methods it supports.',
  ),
  request_timeout: invalidRequest(
    408,
    'The request did not arrive in time.',
    'By default the headers must be complete within 10 seconds and the whole request within 30. Send it again on a new connection.',
  ),
  payload_too_large: invalidRequest(
    413,
    'The request body is larger than 256 KiB.',
    'Send a smaller body; a quote takes at most 500 items.',
  ),
  uri_too_long: invalidRequest(
    414,
    'The URL is longer than 8 KiB.',
    'Send fewer or shorter query parameters.',
  ),
  headers_too_large: invalidRequest(
    431,
    'The request headers are larger than 16 KiB.',
    'Send fewer or shorter headers.',
  ),
  unsupported_media_type: invalidRequest(
    415,
    'The request body must be application/json.',
    'Send `Content-Type: application/json` with a body in UTF-8.',
  ),
  ...FREIGHT_ERRORS,
  idempotency_key_reused: {
    status: 409,
    type: 'idempotency_error',
    message: 'The Idempotency-Key was used for another request.',
    help: 'A key stands for one request: method, path, query and body. Use a new key for a new request.',
  },
  idempotency_in_progress: {
    status: 409,
    type: 'idempotency_error',
    message: 'The first request with this Idempotency-Key still runs.',
    help: 'Wait as long as `Retry-After` says and send the same request again.',
  },
  idempotency_answer_unreadable: {
    status: 409,
    type: 'idempotency_error',
    message: 'The request was done, but its answer can no longer be read.',
    help: 'The service lost the key that its stored answers are encrypted with. Look the result up; do not repeat the request.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests.',
    help: 'Wait as long as `Retry-After` says. `RateLimit` tells on every answer what is left of the quota, and on this one which quota it was.',
  },
  quota_exceeded: invalidRequest(
    422,
    'The organization has as many of these as it may.',
    'Remove what is no longer needed, or ask the operator for a larger quota. `GET /api/v1/limits` shows each quota and what is used of it.',
  ),
  member_exists: invalidRequest(
    422,
    'Somebody with this e-mail address is a member already.',
    'Change the role of the member instead.',
  ),
  last_admin: invalidRequest(
    422,
    'An organization with members keeps an admin.',
    'Make another member an admin first.',
  ),
  webhook_inactive: invalidRequest(
    422,
    'The webhook endpoint is not active.',
    'Set `active` to true with PATCH, then send again. `disabled_reason` says why the service disabled it.',
  ),
  webhook_secret_unreadable: invalidRequest(
    422,
    'The signing secret of the webhook endpoint can no longer be read.',
    'Rotate the secret; deliveries that were held meanwhile are then sent, signed with the new one.',
  ),
  search_timeout: {
    status: 503,
    type: 'api_error',
    message: 'The search took too long.',
    help: 'Give more of the word in `q`, or narrow the list by another filter beside it; then retry.',
  },
  pdf_busy: {
    status: 503,
    type: 'api_error',
    message: 'Too much is being printed right now.',
    help: 'Retry after as many seconds as `Retry-After` says, or ask for fewer documents at once.',
  },
  upload_busy: {
    status: 503,
    type: 'api_error',
    message: 'Too many large files are being taken in right now.',
    help: 'Send the file again after as many seconds as `Retry-After` says. Nothing of it was taken.',
  },
  too_many_labels: invalidRequest(
    422,
    'The shipment has more labels than one print holds.',
    'Ask for them in parts, with `first_label` and `last_label`; of several shipments, ask for fewer at once.',
  ),
  document_missing: invalidRequest(
    422,
    'The shipment does not have this document yet.',
    'An invoice is opened by what happens to the shipment. Leave the document out, or the shipment.',
  ),
  service_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The service cannot do this just now.',
    help: 'It is overloaded, stops, or waits for its database. Nothing was done that a repetition would do twice: retry after as many seconds as `Retry-After` says, a POST with the same `Idempotency-Key`.',
  },
  pdf_failed: {
    status: 500,
    type: 'api_error',
    message: 'The PDF could not be made.',
    help: 'Retry after a moment. If it persists, report the `request_id`.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Something went wrong on our side.',
    help: 'Retry with the same Idempotency-Key. If it persists, report the `request_id`.',
  },
} as const satisfies Record<string, ErrorSpec>;

/** A code of an extension's own: what `defineError` returned. */
export type DefinedErrorCode = string & { readonly definedBy: 'defineError' };
export type ErrorCode = keyof typeof CORE_ERRORS | DefinedErrorCode;

/** Every error the service can answer, by its `code`. The document and the error pages are made from it. */
export const ERRORS: Record<ErrorCode, ErrorSpec> = { ...CORE_ERRORS };

export function getErrorSpec(code: ErrorCode): ErrorSpec {
  return ERRORS[code]!;
}

/** Whether an error's body has `errors`: every fault, where what was sent is at fault. */
export function hasFieldErrors(spec: ErrorSpec): boolean {
  return spec.hasFieldErrors ?? spec.status === 400;
}
