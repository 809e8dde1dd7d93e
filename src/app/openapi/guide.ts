import { DEFAULT_LIMIT, MAX_LIMIT } from '../../platform/http/contract/list.js';

/** What a reader wants to know before the first operation: the description of the document, in Markdown. */
export const GUIDE = `Quote, book and track less-than-truckload (LTL) freight with many carriers through one API.

Money is in integer cents, weights in pounds, dimensions in inches, times in ISO 8601 UTC, days as \`YYYY-MM-DD\`.
Ids are integers. Text is Unicode without control characters (line breaks may stand in instructions) and without the
bidirectional embeddings, overrides and isolates U+202A–U+202E and U+2066–U+2069: 400. Every object says what it is in its
field \`object\`.

## Keys and modes

Every request carries \`Authorization: Bearer <API key>\`. The key decides the organization and the mode: with
\`fk_test_…\` the data is test data and five simulated carriers answer; with \`fk_live_…\` real carriers are asked and
freight is shipped. Both modes have the same address and the same paths, and neither sees the other's data: what belongs
to somebody else, or to the other mode, is 404 like what doesn't exist. A key can be limited to scopes such as
\`quotes.write\` and \`freight.read\`; an operation beyond them is 403.
What carriers ask where customers pay more is shown to keys with \`costs.read\` only. A key reads nothing by another
door: a saved address or product is named, and an endpoint subscribed to events, by keys that may read those.

## From a quote to an invoice

1. \`POST /api/v1/quotes\` asks every connected carrier at once. Take a quote's \`id\`.
2. \`POST /api/v1/freight\` drafts a shipment of it; \`PATCH\` completes the draft.
3. \`POST /api/v1/freight/{id}/book\` hands it to the carrier. \`GET …/bol/pdf\` is the paper for the driver.
4. \`GET /api/v1/freight/{id}/tracking\` follows it. In test mode \`POST /api/v1/sandbox/simulate/shipment.delivered\` moves it.
5. Delivery opens an invoice: \`GET /api/v1/invoices\`.

## Lists

A list has \`data\`, newest first, and \`has_more\`. \`limit\` is 1 to ${MAX_LIMIT}, ${DEFAULT_LIMIT} by default. The next page
starts after the last record: \`?starting_after=<its id>\`. Where \`ending_before\` is listed it goes the other way, and
\`has_more\` then speaks of newer records. A page of heavy records ends
early, at about 1 MB, with \`has_more\`: go by that, not by the number of records. A query parameter that an operation
doesn't have is refused, not ignored.

**Filters** add up. Where several values are taken they are parted by commas: \`status=booked,in_transit\`. Times and days have
bounds: \`created[gte]=2026-05-01&created[lt]=2026-06-01\`, where a day without a time begins at midnight UTC.

**Search**: on shipments, addresses, products and customers \`q\` finds words and parts of words in what people know them by
(of a shipment its PRO, BOL and quote number, references, order numbers and parties), whatever their case: each of up to five
words must be there, and one has three characters at least. A search that takes too long is 503 \`search_timeout\`: give more of
the word, or a filter beside it.

**CSV**: with \`Accept: text/csv\` a list is a file (RFC 4180, UTF-8, a header) with the same filters and up to 10,000 rows, or
\`limit\` of them if that is given; \`starting_after\` the last id goes on. The columns are the fields, nested ones with a dot
(\`ship_to.city\`), lists in JSON. A cell that a spreadsheet would take for a formula begins with an apostrophe.

## Requests that may be sent twice

Send an \`Idempotency-Key\` with a POST, and the same request with the same key is done once: for 24 hours a repeat gets the
stored answer with \`Idempotent-Replayed: true\`. The same key with another request is 409 \`idempotency_key_reused\`; while
the first one still runs it is 409 \`idempotency_in_progress\` with \`Retry-After\`. An answer that holds a one-time secret
is repeated only to the key, or the member, that it was given to; for others the key is in use.

## Errors

An error has \`type\`, a machine word \`code\`, a \`message\` for people, the \`param\` it is about if there is one, a \`doc_url\`
that says what to do, and the \`request_id\` to quote when you report a problem.

| status | meaning | try again? |
|---|---|---|
| 400 | the request is malformed; nothing was stored | not as it is |
| 401, 403 | no valid key; or one that may not do this | not with this key |
| 404 | no such thing for this key | no |
| 409 | the idempotency key is in use | after \`Retry-After\`, or with another key |
| 422 | well-formed, but the state of things or a carrier forbids it | when the state has changed |
| 429 | too many requests | after \`Retry-After\` |
| 500, 503 | our fault, or too much at once | yes, with the same \`Idempotency-Key\` |

## Events and webhooks

\`POST /api/v1/webhooks\` registers an endpoint; its \`secret\` is shown once. Each event is posted as JSON until the endpoint
answers 2xx within ten seconds: seven attempts over 38 hours. Check every delivery before you read it:
\`X-Service-Signature: t=<seconds>,v1=<hex>\`, where the hex is the HMAC-SHA256 of \`t\`, a full stop and the raw body, with the
whole secret as the key; after a rotation with an overlap there are two \`v1\`, one of which must be right. Refuse a \`t\` more than five minutes away. The headers of Standard Webhooks stand beside it. An event
may come twice: its \`id\` is the same each time.

\`GET /api/v1/events\` lists what happened, newest first, for 90 days, whether or not an endpoint heard of it; ids and cursors are
\`evt_…\`, filters \`type\`, \`created\` and the resource (\`freight_id\`, \`quote_id\`, \`invoice_id\`, \`customer_id\`,
\`bill_id\`). A receiver that was away reads from there, or has \`POST /api/v1/webhooks/{id}/recover\` send again what it missed.

## Two shapes, older names

Some resources have two shapes. Every answer carries the fields of both; for the few values that can't hold both, send
\`Accept: application/vnd.freight.shape-b+json\` to get the second (\`object: shipment\` instead of \`freight\`, \`tracking\`
instead of \`tracked_shipment\`, \`sandbox\` instead of \`sandbox.reset\` and \`sandbox.status\`, and a carrier's \`id\` as text).
\`application/vnd.freight.shape-a+json\` names the default. \`/api/v1/shipments\` is the older name of \`/api/v1/freight\`.

## Limits

Requests are counted for each key in windows of two seconds. \`RateLimit-Policy\` says how many, \`RateLimit\` what is left. What
is stored for an organization is counted by the hour, in bytes and each mode by itself: past \`written-bytes\` in \`GET /limits\`,
what would store more is 429; reading, cancelling and deleting go on, and so do repeats of a request that was done. A body has at most 256 KiB, a URL 8 KiB. Unknown fields of a body are ignored, except where they would change a price; with
\`Prefer: handling=strict\` they are refused wherever they stand.

## Changes

Within v1 the API only grows: new operations, new fields, new values. Ignore what you don't know. What will go is announced
by \`Deprecation\`, and by \`Sunset\` once there is a date.`;
