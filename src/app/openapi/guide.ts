import { DEFAULT_LIMIT, MAX_LIMIT } from '../../platform/http/contract/list.js';

/** The description of the OpenAPI document, in Markdown. */
export const GUIDE = `Quote, book and track less-than-truckload (LTL) freight with many carriers through one API.

Money is in integer cents, weight in pounds, dimensions in inches, times in ISO 8601 UTC, dates as \`YYYY-MM-DD\`.
Ids are integers. Every object names its type in the field \`object\`. Text is Unicode. Control characters and the
bidirectional embeddings, overrides and isolates U+202A–U+202E and U+2066–U+2069 are rejected with 400; instructions may
contain line breaks.

## Keys and modes

Send \`Authorization: Bearer <API key>\` with every request. The key selects the organization and the mode. With
\`fk_test_…\` all data is test data and five simulated carriers respond. With \`fk_live_…\` real carriers respond and
freight ships. Both modes use the same address and the same paths. Neither sees the data of the other: an object of another
organization or mode is 404, like an unknown id.

A key can be limited to scopes such as \`quotes.write\` and \`freight.read\`; an operation beyond them is 403. Only keys with
\`costs.read\` see what carriers charge where customers pay more. A key reads nothing indirectly: to use a saved address or
product in a request, or to subscribe an endpoint to events, it needs the scope to read those.

## From a quote to an invoice

1. \`POST /api/v1/quotes\` requests rates from every connected carrier at once. Choose the \`id\` of a quote.
2. \`POST /api/v1/freight\` drafts a shipment from the quote; \`PATCH\` completes the draft.
3. \`POST /api/v1/freight/{id}/book\` books it with the carrier. \`GET …/bol/pdf\` is the bill of lading for the driver.
4. \`GET /api/v1/freight/{id}/tracking\` tracks it. In test mode, \`POST /api/v1/sandbox/simulate/shipment.delivered\` moves it.
5. Delivery opens an invoice: \`GET /api/v1/invoices\`.

## Lists

A list contains \`data\`, newest first, and \`has_more\`. \`limit\` is 1 to ${MAX_LIMIT}; the default is ${DEFAULT_LIMIT}. The next page
starts after the last record: \`?starting_after=<its id>\`. \`ending_before\`, where it is listed, pages in the other direction,
and \`has_more\` then refers to newer records. A page of large records ends early, at about 1 MB, so use \`has_more\` and not
the number of records. Unknown query parameters are rejected.

**Filters** combine with AND. A filter with several values takes them separated by commas: \`status=booked,in_transit\`. Times
and dates take bounds: \`created[gte]=2026-05-01&created[lt]=2026-06-01\`. A date without a time starts at midnight UTC.

**Search**: on shipments, addresses, products and customers, \`q\` finds words and parts of words, in either case. On a shipment it
searches the PRO, BOL and quote number, references, order numbers and parties. Send up to five words, one of them with at least
three characters; all of them must match. A search that takes too long is 503 \`search_timeout\`: use longer words or add a filter.

**CSV**: with \`Accept: text/csv\` a list is a file (RFC 4180, UTF-8, with a header). It takes the same filters and contains up to
10,000 rows, or \`limit\` rows; continue with \`starting_after\`. The columns are the fields, nested ones with a dot
(\`ship_to.city\`), lists as JSON. A cell that a spreadsheet would take for a formula starts with an apostrophe.

## Idempotent requests

Send an \`Idempotency-Key\` with a POST to make a retry safe. For 24 hours, the same request with the same key returns the stored
response with \`Idempotent-Replayed: true\`, and nothing is done twice. The same key with another request is 409
\`idempotency_key_reused\`. While the first request is in progress, a repeat is 409 \`idempotency_in_progress\` with
\`Retry-After\`. A response with a one-time secret is repeated only to the key or member that received it first; for others the
key is in use.

## Errors

An error has a \`type\`, a machine-readable \`code\`, a \`message\` for people, the \`param\` it is about, if there is one, a
\`doc_url\` that says what to do, and a \`request_id\` to include when you report a problem.

| status | meaning | retry? |
|---|---|---|
| 400 | the request is malformed; nothing was stored | not without changes |
| 401, 403 | the key is invalid, or lacks a permission | not with this key |
| 404 | no such object for this key | no |
| 409 | the idempotency key is in use | after \`Retry-After\`, or with another key |
| 422 | well-formed, but the state of the object or a carrier does not allow it | after the state has changed |
| 429 | too many requests | after \`Retry-After\` |
| 500, 503 | a fault of the service, or overload | yes, with the same \`Idempotency-Key\` |

## Events and webhooks

\`POST /api/v1/webhooks\` registers an endpoint; its \`secret\` is shown once. The service posts each event as JSON until the
endpoint responds with 2xx within ten seconds: up to seven attempts in 38 hours. Verify every delivery before you parse it.
\`X-Service-Signature: t=<seconds>,v1=<hex>\` contains the HMAC-SHA256 of \`t\`, a period and the raw body, keyed with the whole
secret. During a rotation with an overlap there are two \`v1\` values, one of which must match. Reject a \`t\` more than five
minutes away. The headers of Standard Webhooks are sent as well. An event may arrive twice, with the same \`id\`.

\`GET /api/v1/events\` lists the events of the last 90 days, newest first, delivered or not. Its ids and cursors are \`evt_…\`. Its
filters are \`type\`, \`created\` and the resource (\`freight_id\`, \`quote_id\`, \`invoice_id\`, \`customer_id\`, \`bill_id\`).
After an outage, a receiver reads this list, or requests the missed events with \`POST /api/v1/webhooks/{id}/recover\`.

## Response shapes and older names

Some resources have two shapes. Every response contains the fields of both. For the few values that differ, send
\`Accept: application/vnd.freight.shape-b+json\` to get the second shape: \`object: shipment\` instead of \`freight\`, \`tracking\`
instead of \`tracked_shipment\`, \`sandbox\` instead of \`sandbox.reset\` and \`sandbox.status\`, and the \`id\` of a carrier as text.
\`application/vnd.freight.shape-a+json\` names the default. \`/api/v1/shipments\` is the older name of \`/api/v1/freight\`.

## Limits

Requests are counted per key in windows of two seconds. \`RateLimit-Policy\` contains the limit, \`RateLimit\` what is left of it.
Stored bytes are counted per organization, hour and mode. Above \`written-bytes\` of \`GET /limits\`, requests that store more are
429; reading, cancelling, deleting and idempotent replays still work. A body has at most 256 KiB, a URL 8 KiB. Unknown body
fields are ignored unless they would change a price. With \`Prefer: handling=strict\` they are always rejected.

## Changes

Within v1 the API only grows: new operations, fields and values. Ignore what you do not know. \`Deprecation\` announces a
removal, and \`Sunset\` its date.`;
