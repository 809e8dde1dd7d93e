import { DEFAULT_LIMIT, MAX_LIMIT } from '../../platform/http/contract/list.js';

/** The description of the OpenAPI document, in Markdown. */
export const GUIDE = `Quote, book and track less-than-truckload (LTL) freight with many carriers through one API.

Amounts are integer cents, weights are pounds, and dimensions are inches. Times are ISO 8601 in UTC, and dates are
\`YYYY-MM-DD\`. Ids are integers. The field \`object\` contains the type of every object.

## Keys and modes

Send \`Authorization: Bearer <API key>\` with every request. The key selects the organization and the mode:

- \`fk_test_…\` works on test data. Five simulated carriers respond, and no freight moves.
- \`fk_live_…\` works with your carrier accounts. A booking ships real freight.

Both modes use the same URLs. Each sees only its own data: an object of another organization or mode returns 404, like an
unknown id.

A key can be limited to scopes such as \`quotes.write\` and \`freight.read\`. Any other operation returns 403. If your
customers pay a markup, only keys with \`costs.read\` see the carrier's price. A request that uses a saved address or product,
or subscribes an endpoint to events, also needs the scope to read them.

## From a quote to an invoice

1. \`POST /api/v1/quotes\` requests rates from all connected carriers at once. Choose the \`id\` of a quote.
2. \`POST /api/v1/freight\` creates a draft shipment from the quote. \`PATCH\` completes the draft.
3. \`POST /api/v1/freight/{id}/book\` books the shipment with the carrier. \`GET …/bol/pdf\` returns the bill of lading to give to the driver.
4. \`GET /api/v1/freight/{id}/tracking\` returns its location and events. In test mode, \`POST /api/v1/sandbox/simulate/shipment.delivered\` simulates the delivery.
5. The delivery opens an invoice. \`GET /api/v1/invoices\` returns it.

## Lists

A list contains \`data\`, newest first, and \`has_more\`. \`limit\` is 1 to ${MAX_LIMIT}, ${DEFAULT_LIMIT} by default. For the next page, send the id
of the last record: \`?starting_after=<id>\`. Some lists also accept \`ending_before\` for the previous page. \`has_more\` then refers to
newer records. A page ends early at about 1 MB, so check \`has_more\` rather than the number of records. Unknown query parameters
return 400.

**Filters** combine with AND. Separate multiple values with commas: \`status=booked,in_transit\`. Times and
dates accept bounds: \`created[gte]=2026-05-01&created[lt]=2026-06-01\`. For \`gte\` and \`lt\`,
a date means the start of that day in UTC; for \`gt\` and \`lte\`, it means the end.

**Search**: shipments, addresses, products and customers accept \`q\`, which finds words and parts of words and ignores case. A
search for shipments covers PRO, BOL and quote numbers, references, order numbers and parties. Send at most five words,
at least one of them with three or more characters. All words must match.
A search that takes too long returns 503 \`search_timeout\`: use longer words
or add a filter.

**CSV**: send \`Accept: text/csv\` to get a list as a file (RFC 4180, UTF-8, with a header row). The same filters apply. The file
contains up to 10,000 rows, or \`limit\` rows. Continue with \`starting_after\`. Each field is a column: nested fields have a dot
(\`ship_to.city\`), and lists are JSON. A cell that a spreadsheet would read as a formula starts with an apostrophe.

## Idempotent requests

Send an \`Idempotency-Key\` with a POST to make a retry safe. For 24 hours, the same request with the same key returns the stored
response with \`Idempotent-Replayed: true\` and does nothing else. Another request with the same key returns 409
\`idempotency_key_reused\`. While the first request is in progress, a retry returns 409 \`idempotency_in_progress\` with
\`Retry-After\`. If the response contains a one-time secret, only the API key or member that sent the first request can replay it.
Any other caller gets 409.

## Errors

An error has a \`type\`, a machine-readable \`code\` and a human-readable \`message\`. \`param\` contains the name of the invalid
parameter, if there is one. \`doc_url\` links to the fix. Include \`request_id\` when you report a problem.

| status | meaning | retry? |
|---|---|---|
| 400 | the request is invalid; nothing was stored | not without changes |
| 401, 403 | the key is invalid, or lacks a permission | not with this key |
| 404 | the object does not exist for this key | no |
| 409 | an earlier request has the same \`Idempotency-Key\` | see \`code\`: after \`Retry-After\`, with a new key, or not at all |
| 422 | the state of the object or a carrier does not allow the request | after the state has changed |
| 429 | too many requests | after \`Retry-After\` |
| 500, 503 | the service failed or is overloaded | yes, with the same \`Idempotency-Key\` |

## Events and webhooks

\`POST /api/v1/webhooks\` registers an endpoint and returns its \`secret\` once. The service posts each event as JSON and retries
until the endpoint responds with 2xx within ten seconds. It makes up to seven attempts in 38 hours. An event can arrive
more than once, with the same \`id\`.

Verify every delivery before you parse it. \`X-Service-Signature: t=<seconds>,v1=<hex>\` contains the HMAC-SHA256 of \`t\`, a
period and the raw body, keyed with the whole secret. During a rotation with an overlap the header has two \`v1\` values, and one
must match. Reject a delivery if \`t\` differs from the current time by more than five minutes. The service also sends the Standard Webhooks headers.

\`GET /api/v1/events\` lists the events of the last 90 days, newest first, whether they were delivered or not. Ids and cursors are
\`evt_…\`. Filter by \`type\`, \`created\` or resource (\`freight_id\`, \`quote_id\`, \`invoice_id\`, \`customer_id\`,
\`bill_id\`). After an outage of your receiver, read this list or request the missed events with
\`POST /api/v1/webhooks/{id}/recover\`.

## Response shapes and older names

Some resources have two shapes, and every response contains the fields of both. Only the values in this table differ. The default is
shape A, \`Accept: application/vnd.freight.shape-a+json\`. For shape B, send
\`Accept: application/vnd.freight.shape-b+json\`.

| value                        | shape A                             | shape B    |
| ---------------------------- | ----------------------------------- | ---------- |
| \`object\` of a shipment      | \`freight\`                         | \`shipment\` |
| \`object\` of a tracked number | \`tracked_shipment\`                | \`tracking\` |
| \`object\` of sandbox responses | \`sandbox.reset\`, \`sandbox.status\` | \`sandbox\`  |
| \`id\` of a carrier           | number                              | text       |

\`/api/v1/shipments\` is the older name of \`/api/v1/freight\`.

## Limits

The service limits requests per key and per organization, in windows of two seconds. \`RateLimit-Policy\` contains the limit and
\`RateLimit\` the remaining requests of the tighter policy: \`default\` (the key) or \`organization\`. It also limits the bytes that an
organization stores per hour and mode. Above the \`written-bytes\` limit in \`GET /limits\`, requests that store data return 429. Reading,
canceling, deleting and idempotent replays still work. A JSON body is at most 256 KiB, and a URL at most 8 KiB.

The service ignores unknown body fields unless they could change a price. The response header \`Ignored-Fields\` lists them, and
quotes have a warning \`ignored_field\` for each. With \`Prefer: handling=strict\` the service rejects them all. It rejects text with control characters or bidirectional formatting characters. Only instructions may contain line breaks.

## Changes

Within v1 the API only adds operations, fields and values. Ignore unknown fields and values. The \`Deprecation\` header marks a deprecated
operation. The \`Sunset\` header will contain the end date of v1.`;
