/** The `type` of an error body, by HTTP status. Source: spec section 7. */
export type ErrorType =
  'invalid_request_error' | 'authentication_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error';

export interface ErrorSpec {
  status: number;
  type: ErrorType;
  /** What the client reads when the thrower says nothing more exact. */
  message: string;
  /** For the error page: why it happens and what to do. */
  help: string;
}

const invalid = (status: number, message: string, help: string): ErrorSpec => ({
  status,
  type: 'invalid_request_error',
  message,
  help,
});

/** Every error the service can answer, by its `code`. The document and the error pages are made from it. */
export const ERRORS = {
  invalid_json: invalid(
    400,
    'The request body is not valid JSON.',
    'Send a JSON object in UTF-8. Check for trailing commas and unescaped characters.',
  ),
  malformed_request: invalid(
    400,
    'The request is not valid HTTP/1.1.',
    'The connection sent something that is no HTTP request, or one whose length can be read in two ways.',
  ),
  invalid_value: invalid(
    400,
    'A parameter has an invalid value.',
    'The parameter named in `param` has the wrong type, format or range. Its rules are in the API reference.',
  ),
  missing_parameter: invalid(400, 'A required parameter is missing.', 'Send the parameter named in `param`.'),
  unknown_parameter: invalid(
    400,
    'A parameter is not known.',
    'Sent with `Prefer: handling=strict`. Remove the parameter named in `param`, or the header to have it ignored.',
  ),
  unauthorized: {
    status: 401,
    type: 'authentication_error',
    message: 'No valid API key was provided.',
    help: 'Send `Authorization: Bearer <API key>` with a key that exists and is not revoked.',
  },
  test_mode_required: invalid(
    403,
    'This endpoint needs a test-mode key.',
    'Sandbox endpoints work with keys that start with `fk_test_` only.',
  ),
  insufficient_scope: invalid(
    403,
    'The API key lacks the scope this operation needs.',
    'Use a key that carries the scope, or one with full access.',
  ),
  resource_missing: invalid(
    404,
    'No such resource.',
    'The id does not exist in the organization and mode of the API key. Test and live data are separate.',
  ),
  route_missing: invalid(404, 'No such endpoint.', 'Check the path against the API reference.'),
  method_not_allowed: invalid(
    405,
    'The endpoint does not support this method.',
    'The `Allow` header lists the methods it supports.',
  ),
  request_timeout: invalid(
    408,
    'The request did not arrive in time.',
    'By default the headers must be complete within 10 seconds and the whole request within 30. Send it again on a new connection.',
  ),
  payload_too_large: invalid(
    413,
    'The request body is larger than 256 KiB.',
    'Send a smaller body; a quote takes at most 500 items.',
  ),
  uri_too_long: invalid(414, 'The URL is longer than 8 KiB.', 'Send fewer or shorter query parameters.'),
  headers_too_large: invalid(
    431,
    'The request headers are larger than 16 KiB.',
    'Send fewer or shorter headers.',
  ),
  unsupported_media_type: invalid(
    415,
    'The request body must be application/json.',
    'Send `Content-Type: application/json` with a body in UTF-8.',
  ),
  freight_not_draft: invalid(
    422,
    'Only a draft can be changed or booked.',
    'The shipment is booked, under way or voided. Cancel it while it can be cancelled and draft a new one.',
  ),
  freight_not_confirmable: invalid(
    422,
    'Only a shipment that waits for its PRO number can be confirmed.',
    'Confirming is for carriers without a booking API: the shipment must have the status `created`.',
  ),
  freight_not_cancellable: invalid(
    422,
    'The shipment can no longer be cancelled.',
    'A shipment can be cancelled until the carrier has picked it up, and only once.',
  ),
  quote_expired: invalid(
    422,
    'The quote has expired.',
    'Request new rates and draft a shipment from one of the new quotes.',
  ),
  quote_already_booked: invalid(
    422,
    'Another shipment was booked with this quote.',
    'A quote is for one shipment. Request new rates, or cancel the shipment that holds the quote.',
  ),
  booking_incomplete: invalid(
    422,
    'The shipment lacks something that booking needs.',
    'Set the field named in `param` with PATCH and book again.',
  ),
  address_differs_from_quote: invalid(
    422,
    'The address differs from the quote.',
    'City, state and ZIP must be those that were rated. Set the field named in `param` back, or request new rates.',
  ),
  carrier_declined: invalid(
    422,
    'The carrier declined the shipment.',
    'The shipment is a draft again and its quote is free. `message` has the carrier’s reason.',
  ),
  carrier_not_connected: invalid(
    422,
    'The carrier is not connected any more.',
    'Connect the carrier again, or ship with the quote of another one.',
  ),
  carrier_refused_cancel: invalid(
    422,
    'The carrier refused to cancel the pickup.',
    'The shipment is unchanged. `message` has the carrier’s reason.',
  ),
  tracking_carrier_conflict: invalid(
    422,
    'The number is already tracked with another carrier.',
    'Stop tracking the number and start again with the right carrier.',
  ),
  invoice_not_payable: invalid(
    422,
    'The invoice cannot be paid.',
    'Only open and overdue invoices can be paid. A paid or void invoice never changes.',
  ),
  invoice_not_voidable: invalid(
    422,
    'The invoice cannot be voided.',
    'Only open and overdue invoices can be voided. A paid or void invoice never changes.',
  ),
  bill_already_exists: invalid(
    422,
    'This bill of the carrier has been received before.',
    'A carrier’s bill number is taken once. List the bills to find the one that has it.',
  ),
  no_rates: invalid(
    422,
    'No enabled carrier can rate this shipment.',
    '`carrier_results` says why, carrier by carrier. Enable further carriers or change the shipment.',
  ),
  simulation_impossible: invalid(
    422,
    'The shipment cannot get there from where it is.',
    'No legal transitions lead to what was to be simulated, so nothing was sent. Take another shipment, or `apply=false` to only send the event.',
  ),
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
    help: 'Wait as long as `Retry-After` says. `RateLimit` tells on every answer what is left of the quota.',
  },
  webhook_inactive: invalid(
    422,
    'The webhook endpoint is not active.',
    'Set `active` to true with PATCH, then send again. `disabled_reason` says why the service disabled it.',
  ),
  webhook_secret_unreadable: invalid(
    422,
    'The signing secret of the webhook endpoint can no longer be read.',
    'Rotate the secret; deliveries that were held meanwhile are then sent, signed with the new one.',
  ),
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

export type ErrorCode = keyof typeof ERRORS;
