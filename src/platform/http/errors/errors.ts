import { defineErrors, type ErrorSpec } from './error-spec.js';
import { FREIGHT_ERRORS } from './freight-errors.js';

/** The errors of the core by code, ordered by status. */
const CORE_ERRORS = {
  ...defineErrors(400, {
    invalid_json: [
      'The request body is not valid JSON.',
      'Send a JSON object in UTF-8. Check for trailing commas and unescaped characters.',
    ],
    malformed_request: [
      'The request is not valid HTTP/1.1.',
      'Send a valid HTTP request with one unambiguous length.',
    ],
    invalid_value: [
      'A parameter has an invalid value.',
      'Correct the type, format or range of the parameter named in `param`. The API reference lists its rules.',
    ],
    missing_parameter: ['A required parameter is missing.', 'Send the parameter named in `param`.'],
    conflicting_values: [
      'Two parameters conflict.',
      'The parameter named in `param` is well-formed, but conflicts with another parameter or with stored data, for example a ZIP code of another state. `message` says how. Change one of them.',
    ],
    date_out_of_range: [
      'The date is too early or too late.',
      'Choose a date in the range that `message` gives. It depends on today or on other dates of the shipment.',
    ],
    unknown_reference: [
      'The referenced object does not exist.',
      'The id in `param` is no address, product, customer or retained event of the organization in the mode of the API key. Check the id and the key.',
    ],
    unknown_parameter: [
      'A parameter is unknown.',
      'Remove the parameter named in `param`. Unknown query parameters are always rejected, and so are unknown fields of items, accessorials and markups, because they would change a price. Other unknown body fields are rejected only with `Prefer: handling=strict`.',
    ],
    invalid_file: [
      'The file is invalid.',
      'Correct the file and send it again: nothing of it was stored. For CSV files, `errors` names each fault by `row` (the header is row 1) and `column`.',
    ],
    sign_in_link_invalid: [
      'The sign-in link is invalid or has expired.',
      'A link works once and for a short time. Request a new one on the sign-in page, or ask for a new invitation.',
    ],
  }),
  ...defineErrors(
    401,
    {
      unauthorized: [
        'No valid API key was provided.',
        'Send `Authorization: Bearer <API key>` with a key that exists and is not expired or revoked.',
      ],
    },
    'authentication_error',
  ),
  ...defineErrors(403, {
    test_mode_required: [
      'This endpoint requires a test-mode key.',
      'Use a key that starts with `fk_test_`. Sandbox endpoints work on test data only.',
    ],
    cross_origin: [
      'The request comes from a page of another site.',
      'Sign in and out on the dashboard, at the address in PUBLIC_URL.',
    ],
    insufficient_scope: [
      'The API key lacks the scope this operation needs.',
      'Use a key with that scope, or one with full access.',
    ],
    address_not_allowed: [
      'The API key cannot be used from this address.',
      'The key is limited to the networks in `allowed_cidrs`. `message` names the client address that the service sees. If that is one of your proxies, set TRUST_PROXY.',
    ],
  }),
  ...defineErrors(404, {
    resource_missing: [
      'No such resource.',
      'The id does not exist in the organization and mode of the API key. Test and live data are separate.',
    ],
    route_missing: ['No such endpoint.', 'Check the path against the API reference.'],
  }),
  ...defineErrors(405, {
    method_not_allowed: [
      'The endpoint does not support this method.',
      'Use a method that the `Allow` header lists.',
    ],
  }),
  ...defineErrors(408, {
    request_timeout: [
      'The request did not arrive in time.',
      'Send it again on a new connection. By default, headers must arrive within 10 seconds and the whole request within 30.',
    ],
  }),
  ...defineErrors(
    409,
    {
      idempotency_key_reused: [
        'The Idempotency-Key was used for another request.',
        'Use a new key for each request. A key belongs to one method, path, query and body.',
      ],
      idempotency_in_progress: [
        'A request with this Idempotency-Key is still in progress.',
        'Wait for the seconds in `Retry-After`, then send the same request again.',
      ],
      idempotency_answer_unreadable: [
        'The request succeeded, but its stored response can no longer be decrypted.',
        'Look up the result. Do not repeat the request. The service no longer has the key that encrypted its stored responses.',
      ],
    },
    'idempotency_error',
  ),
  ...defineErrors(413, {
    payload_too_large: [
      'The request body is larger than 256 KiB.',
      'Send a smaller body. A quote takes at most 500 items.',
    ],
  }),
  ...defineErrors(414, {
    uri_too_long: ['The URL is longer than 8 KiB.', 'Send fewer or shorter query parameters.'],
  }),
  ...defineErrors(415, {
    unsupported_media_type: [
      'The request body must be application/json.',
      'Send `Content-Type: application/json` with a body in UTF-8.',
    ],
  }),
  ...FREIGHT_ERRORS,
  ...defineErrors(422, {
    quota_exceeded: [
      'Quota exceeded.',
      'Delete what you no longer need, or ask the operator to raise the quota. `GET /api/v1/limits` shows each quota and its use.',
    ],
    member_exists: [
      'A member with this email address exists already.',
      'Change the role of that member instead.',
    ],
    last_admin: ['An organization with members needs an admin.', 'Make another member an admin first.'],
    webhook_inactive: [
      'The webhook endpoint is not active.',
      'Set `active` to true with PATCH, then retry. `disabled_reason` says why the service disabled it.',
    ],
    webhook_secret_unreadable: [
      'The signing secret of the webhook endpoint can no longer be decrypted.',
      'Rotate the secret. The service then sends the held deliveries, signed with the new secret.',
    ],
  }),
  ...defineErrors(
    429,
    {
      rate_limited: [
        'Too many requests.',
        'Wait for the seconds in `Retry-After`. `RateLimit` shows what is left of the limit, and with this error which limit was exceeded.',
      ],
    },
    'rate_limit_error',
  ),
  ...defineErrors(431, {
    headers_too_large: ['The request headers are larger than 16 KiB.', 'Send fewer or shorter headers.'],
  }),
  ...defineErrors(
    500,
    {
      pdf_failed: [
        'The PDF could not be rendered.',
        'Retry in a moment. If the error persists, report the `request_id`.',
      ],
      internal_error: [
        'Something went wrong on our side.',
        'Retry with the same Idempotency-Key. If the error persists, report the `request_id`.',
      ],
    },
    'api_error',
  ),
  ...defineErrors(
    503,
    {
      service_unavailable: [
        'The service is temporarily unavailable.',
        'It is overloaded, shutting down, or waiting for its database. Retry after the seconds in `Retry-After`, a POST with the same `Idempotency-Key`.',
      ],
      search_timeout: ['The search took too long.', 'Send longer words in `q`, or add a filter, and retry.'],
      pdf_busy: [
        'The service is rendering too many PDFs.',
        'Retry after the seconds in `Retry-After`, or request fewer documents at once.',
      ],
      upload_busy: [
        'The service is processing too many large files.',
        'Send the file again after the seconds in `Retry-After`. Nothing of it was stored.',
      ],
    },
    'api_error',
  ),
};

/** A code that an extension defined with `defineError`. */
export type DefinedErrorCode = string & { readonly definedBy: 'defineError' };
export type ErrorCode = keyof typeof CORE_ERRORS | DefinedErrorCode;

/** Every error by code, those of extensions included. The OpenAPI document and the error page list them. */
export const ERRORS: Record<ErrorCode, ErrorSpec> = { ...CORE_ERRORS };

export function getErrorSpec(code: ErrorCode): ErrorSpec {
  return ERRORS[code]!;
}

/** Returns true if the error's body has `errors`, which lists every fault. */
export function hasFieldErrors(spec: ErrorSpec): boolean {
  return spec.hasFieldErrors ?? spec.status === 400;
}
