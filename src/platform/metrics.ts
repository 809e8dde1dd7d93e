import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

/** The Prometheus metrics of a process. docs/reference/metrics.md is generated from them; deploy/alerts.yaml uses their names. */
export const metricsRegistry = register;

collectDefaultMetrics();

const counter = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
  new Counter<L>({ name, help, labelNames });

export const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
  new Gauge<L>({ name, help, labelNames });

const FAST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const processInfo = gauge('lading_process_info', 'Always 1. The label is PROCESS_ROLE.', ['role']);

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of HTTP requests. Status 499 means that the client disconnected first.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: FAST_BUCKETS,
});

export const requestsInFlight = gauge('lading_http_requests_in_flight', 'HTTP requests in progress.');

export const overloadRejections = counter(
  'lading_http_requests_shed_total',
  'Requests rejected with 503 because the event loop was overloaded.',
);

export const stalledWrites = counter(
  'lading_http_stalled_writes_total',
  'Connections closed because the client did not read its response within HTTP_WRITE_TIMEOUT.',
);

export const closedIdleConnections = counter(
  'lading_http_silent_connections_closed_total',
  'Idle connections closed to make room for new ones.',
);

export const deliveryAttempts = counter(
  'lading_delivery_attempts_total',
  'Webhook delivery attempts by outcome: `accepted`, `http_status`, `timeout`, `connect`, `dns`, `tls`, `reset`, `protocol` or another error.',
  ['outcome'],
);

export const disabledEndpoints = counter(
  'lading_webhook_endpoints_disabled_total',
  'Webhook endpoints disabled by the service, by reason: `exhaust` after ten failures, `gone` after a 410.',
  ['reason'],
);

export const mailAttempts = counter(
  'lading_mail_attempts_total',
  'Mail attempts by outcome: `sent`, `failed` (will be retried, for up to a day and a half), `refused` (permanent rejection by the mail server), or `dropped` (over MAIL_DAILY_LIMIT).',
  ['outcome'],
);

export const carrierSeconds = new Histogram({
  name: 'lading_carrier_call_duration_seconds',
  help: 'Duration of carrier calls by carrier (SCAC), operation and outcome: `answered` (response received), `declined`, `failed`, or `resting` (circuit breaker open).',
  labelNames: ['carrier', 'operation', 'outcome'] as const,
  buckets: SLOW_BUCKETS,
});

export const ediDocuments = counter(
  'lading_edi_documents_total',
  'EDI documents by direction, transaction set and the status that they reached. An outbound document is `pending`, then `accepted`, `rejected` or `unacknowledged`. An inbound one is `accepted`, `rejected` or `unmatched`.',
  ['direction', 'set', 'status'],
);

const PDF_OUTCOMES = ['printed', 'busy', 'failed', 'away', 'hung'] as const;
export type PdfOutcome = (typeof PDF_OUTCOMES)[number];

export const pdfSeconds = new Histogram({
  name: 'lading_pdf_duration_seconds',
  help: 'Duration of PDF rendering, including time in the queue, by outcome: `printed`, `busy`, `failed`, `hung` (Chromium does not respond), or `away` (render process unavailable).',
  labelNames: ['outcome'] as const,
  buckets: SLOW_BUCKETS,
});
// Prometheus needs the zeros: it ignores a series that starts with its first failure.
for (const outcome of PDF_OUTCOMES) pdfSeconds.zero({ outcome });

export const pdfCacheRequests = counter(
  'lading_pdf_cache_requests_total',
  'Requests for cached PDFs: `hit`, `miss`, or `joined` if the same PDF was being rendered.',
  ['result'],
);

export const renderUp = gauge('lading_render_up', '1 if the render process at RENDER_URL responds, else 0.', [
  'host',
]);

export const idempotencyConflicts = counter(
  'lading_idempotency_conflicts_total',
  'POST requests rejected because of their Idempotency-Key, by error code.',
  ['code'],
);

export const rateLimited = counter('lading_rate_limited_total', 'Requests rejected with 429, by policy.', [
  'policy',
]);

export const rateLimitStoreUp = gauge(
  'lading_rate_limit_store_up',
  '1 if the shared rate limit store responds, else 0.',
);

export const jobSuccess = gauge(
  'lading_job_last_success_timestamp_seconds',
  'When a periodic job or polling loop last succeeded.',
  ['job'],
);

export const jobFailures = counter(
  'lading_job_failures_total',
  'Failed runs of a periodic job or polling loop.',
  ['job'],
);

const BUFFERED_LOGS = ['requests', 'carrier_calls'] as const;
export type BufferedLog = (typeof BUFFERED_LOGS)[number];

export const logRowsLost = counter(
  'lading_log_rows_lost_total',
  'Rows of `GET /requests` and of the carrier call log that were not stored, because the write failed or more than 2,000 rows waited for the database.',
  ['log'],
);
for (const log of BUFFERED_LOGS) logRowsLost.inc({ log }, 0);

export const spansLost = counter('lading_trace_spans_lost_total', 'Trace spans that could not be exported.');

export const replicaReads = counter(
  'lading_database_read_total',
  'List and report queries with DATABASE_READ_URL set, by outcome. `replica`: the replica served the query. Otherwise the primary served it because the replica was `behind`, `busy` or `away`, or the query `failed` on the replica.',
  ['outcome'],
);

export const replicaUp = gauge(
  'lading_database_read_up',
  '1 if lists are read from the replica at DATABASE_READ_URL, 0 while it is away, behind or unusable.',
  ['host'],
);

export const replicaLagBytes = gauge(
  'lading_database_read_behind_bytes',
  'Bytes of write-ahead log that the replica at DATABASE_READ_URL has not replayed yet.',
  ['host'],
);
