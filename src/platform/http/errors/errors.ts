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
      'Send a valid request with one `Content-Length` or `Transfer-Encoding` header.',
    ],
    invalid_value: [
      'A parameter has an invalid value.',
      'Correct the type, format or range of the parameter in `param`. The API reference lists the rules of each parameter.',
    ],
    missing_parameter: ['A required parameter is missing.', 'Send the parameter named in `param`.'],
    conflicting_values: [
      'Two parameters conflict.',
      'The value of `param` is well-formed but conflicts with another parameter or with stored data, such as a ZIP code outside the state. `message` describes the conflict. Change one of the two values.',
    ],
    date_out_of_range: [
      'The date is too early or too late.',
      'Choose a date in the range that `message` gives. The range depends on the current date or on other dates of the shipment.',
    ],
    unknown_reference: [
      'The referenced object does not exist.',
      'The organization has no address, product, customer or stored event with this id in the mode of the API key. Check the key, and the id in the parameter named in `param`.',
    ],
    unknown_parameter: [
      'A parameter is unknown.',
      'Remove the parameter named in `param`. Unknown query parameters are always rejected, and so are unknown fields of items, accessorials and markups, because they would change a price. Other unknown body fields are ignored and listed in the response header `Ignored-Fields`. With `Prefer: handling=strict` they are rejected too.',
    ],
    invalid_file: [
      'The file is invalid.',
      'Nothing was stored. Correct the file and send it again. For CSV files, `errors` lists each error with its `row` (the header is row 1) and `column`.',
    ],
    sign_in_link_invalid: [
      'The sign-in link is invalid or has expired. Request a new one.',
      'A sign-in link works once and expires soon. Request a new one on the sign-in page, or ask an admin for a new invitation.',
    ],
  }),
  ...defineErrors(
    401,
    {
      unauthorized: [
        'No valid API key was provided. Send one in the Authorization header.',
        'Send `Authorization: Bearer <API key>` with a key that exists and is not expired or revoked.',
      ],
    },
    'authentication_error',
  ),
  ...defineErrors(403, {
    test_mode_required: [
      'This endpoint requires a test-mode key. Use a key that starts with fk_test_.',
      'Sandbox endpoints work on test data only. Use a key that starts with `fk_test_`.',
    ],
    cross_origin: [
      "The request comes from another site's page. Open the dashboard and sign in there.",
      'Sign in and out on the dashboard, at the URL in PUBLIC_URL.',
    ],
    oidc_required: [
      'Sign-in links are disabled. Sign in through your identity provider.',
      'Use "Sign in with SSO" on the sign-in page. REQUIRE_OIDC disables emailed sign-in links.',
    ],
    insufficient_scope: [
      'The API key lacks the scope this operation needs.',
      'Use a key with that scope, or one with full access. A member needs a role with that scope.',
    ],
    address_not_allowed: [
      'The API key cannot be used from this IP address.',
      'The key works only from the networks in `allowed_cidrs`. `message` contains the client address that the service sees. If that is one of your proxies, set TRUST_PROXY.',
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
      'The request timed out before it was complete.',
      'Send it again on a new connection. By default, headers must arrive within 10 seconds and the whole request within 30.',
    ],
  }),
  ...defineErrors(
    409,
    {
      idempotency_key_reused: [
        'The Idempotency-Key was used for another request. Use a new key.',
        'Use a new key for each request. A key is bound to one method, path, query and body.',
      ],
      idempotency_in_progress: [
        'A request with this Idempotency-Key is still in progress. Retry in a few seconds.',
        'Wait for the number of seconds in `Retry-After`, then send the same request again.',
      ],
      idempotency_answer_unreadable: [
        'The request succeeded, but its stored response can no longer be decrypted. Look up the result instead.',
        'Do not repeat the request. Look up the result with a GET request. The service no longer has the key that encrypted the stored response.',
      ],
    },
    'idempotency_error',
  ),
  ...defineErrors(413, {
    payload_too_large: [
      'The request body is larger than 256 KiB.',
      'Send a smaller body. A quote request accepts at most 500 items.',
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
      'Delete what you no longer need, or ask the operator to raise the quota. `GET /api/v1/limits` shows each quota and its use. With status 429, retry after the seconds in `Retry-After`.',
    ],
    member_exists: [
      'A member with this email address already exists. Change the role of that member instead.',
      'Change the role of the existing member, or remove the member before you send a new invitation.',
    ],
    last_admin: [
      'This is the last admin of the organization. Make another member an admin first.',
      'An organization with members must keep at least one admin.',
    ],
    webhook_inactive: [
      'The webhook endpoint is disabled. Enable it, then retry.',
      'Set `active` to true with PATCH, then retry. `disabled_reason` explains why the service disabled the endpoint.',
    ],
    webhook_secret_unreadable: [
      'The signing secret of the webhook endpoint can no longer be decrypted. Rotate the secret.',
      'After the rotation the service sends the held deliveries, signed with the new secret.',
    ],
  }),
  ...defineErrors(
    429,
    {
      rate_limited: [
        'Too many requests. Retry after the seconds in Retry-After.',
        'Wait for the number of seconds in `Retry-After`. The `RateLimit` header shows which limit was exceeded.',
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
        'The PDF could not be rendered. Retry in a moment.',
        'Retry in a moment. If the error persists, report the `request_id`.',
      ],
      internal_error: [
        'An unexpected error occurred. Retry in a moment.',
        'Retry with the same Idempotency-Key. If the error persists, report the `request_id`.',
      ],
    },
    'api_error',
  ),
  ...defineErrors(
    503,
    {
      service_unavailable: [
        'The service is temporarily unavailable. Retry in a few seconds.',
        'The service is overloaded, shutting down, or waiting for its database or PDF printer. Retry after the seconds in `Retry-After`. Send a POST again with the same `Idempotency-Key`.',
      ],
      search_timeout: [
        'The search took too long. Send longer words, or add a filter.',
        'Send longer words in `q`, or add a filter, and retry.',
      ],
      query_timeout: [
        'The query took too long. Add a filter or a shorter date range.',
        'Add a filter or a shorter date range, and retry after the number of seconds in `Retry-After`. CSV lists have a longer timeout.',
      ],
      pdf_busy: [
        'The service is rendering too many PDFs. Retry in a few seconds.',
        'Retry after the seconds in `Retry-After`, or request fewer documents at once.',
      ],
      upload_busy: [
        'The service is processing too many large files. Retry in a few seconds.',
        'Nothing was stored. Send the file again after the seconds in `Retry-After`.',
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

/** Returns true if the error's body has `errors`, which lists every error. */
export function hasFieldErrors(spec: ErrorSpec): boolean {
  return spec.hasFieldErrors ?? spec.status === 400;
}
