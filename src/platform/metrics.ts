import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

/**
 * What a process counts, in Prometheus' format. docs/operating.md explains each, deploy/alerts.yaml and the dashboard
 * read them by these names.
 */
export const metricsRegistry = register;

collectDefaultMetrics();

const FAST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const processInfo = new Gauge({
  name: 'lading_process_info',
  help: 'Always 1: what this process does, its `PROCESS_ROLE`.',
  labelNames: ['role'] as const,
});

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests, by their route and the status answered; 499 when the client left first.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: FAST_BUCKETS,
});

export const requestsInFlight = new Gauge({
  name: 'lading_http_requests_in_flight',
  help: 'Requests that are not answered yet.',
});

export const overloadRejections = new Counter({
  name: 'lading_http_requests_shed_total',
  help: 'Requests refused with 503 because the process had too much to do.',
});

export const stalledWrites = new Counter({
  name: 'lading_http_stalled_writes_total',
  help: 'Connections closed because their clients took nothing of an answer for HTTP_WRITE_TIMEOUT.',
});

export const closedIdleConnections = new Counter({
  name: 'lading_http_silent_connections_closed_total',
  help: 'Connections without a request under way, closed to make room for others.',
});

export const deliveryAttempts = new Counter({
  name: 'lading_delivery_attempts_total',
  help: 'Attempts to deliver an event to an endpoint, by their outcome: `accepted`, or the error.',
  labelNames: ['outcome'] as const,
});

export const mailAttempts = new Counter({
  name: 'lading_mail_attempts_total',
  help: 'Attempts to send a mail: `sent`, `failed` (it is tried again, for a day and a half), or `refused`, which the mail server means for good.',
  labelNames: ['outcome'] as const,
});

export const carrierSeconds = new Histogram({
  name: 'lading_carrier_call_duration_seconds',
  help: 'What carriers were asked, by carrier (SCAC), operation and outcome.',
  labelNames: ['carrier', 'operation', 'outcome'] as const,
  buckets: SLOW_BUCKETS,
});

const PDF_OUTCOMES = ['printed', 'busy', 'failed', 'away', 'hung'] as const;
export type PdfOutcome = (typeof PDF_OUTCOMES)[number];

export const pdfSeconds = new Histogram({
  name: 'lading_pdf_duration_seconds',
  help: 'PDFs from the request to the paper, waiting included: `printed`, `busy`, `failed`, `hung` where Chromium answers nothing, or `away` where nothing prints.',
  labelNames: ['outcome'] as const,
  buckets: SLOW_BUCKETS,
});
// Prometheus sees a rise from 0, not one from nothing: the first failures would be none.
for (const outcome of PDF_OUTCOMES) pdfSeconds.zero({ outcome });

export const pdfCacheRequests = new Counter({
  name: 'lading_pdf_cache_requests_total',
  help: 'PDFs of papers that are kept: `hit`, `joined` where the same one was being printed, or `miss`.',
  labelNames: ['result'] as const,
});

export const renderUp = new Gauge({
  name: 'lading_render_up',
  help: 'Whether the process that prints for this one answers: 1 or 0.',
  labelNames: ['host'] as const,
});

export const idempotencyConflicts = new Counter({
  name: 'lading_idempotency_conflicts_total',
  help: 'POSTs refused for their Idempotency-Key, by error code.',
  labelNames: ['code'] as const,
});

export const rateLimited = new Counter({
  name: 'lading_rate_limited_total',
  help: 'Requests refused with 429, by policy.',
  labelNames: ['policy'] as const,
});

export const rateLimitStoreUp = new Gauge({
  name: 'lading_rate_limit_store_up',
  help: 'Whether the store that processes count in together answers: 1 or 0.',
});

export const jobSuccess = new Gauge({
  name: 'lading_job_last_success_timestamp_seconds',
  help: 'When a periodic job, or a loop that looks for due work, last ended well.',
  labelNames: ['job'] as const,
});

export const jobFailures = new Counter({
  name: 'lading_job_failures_total',
  help: 'Rounds of a periodic job, or of a loop, that failed.',
  labelNames: ['job'] as const,
});

export const spansLost = new Counter({
  name: 'lading_trace_spans_lost_total',
  help: 'Spans of traces that their receiver did not take.',
});

export const replicaReads = new Counter({
  name: 'lading_database_read_total',
  help: 'What lists and reports asked with DATABASE_READ_URL set: answered by the `replica`, or by the primary because that one was `behind`, `busy`, `away`, or `failed` it.',
  labelNames: ['outcome'] as const,
});

export const replicaUp = new Gauge({
  name: 'lading_database_read_up',
  help: 'Whether lists are read from the server of DATABASE_READ_URL: 1, or 0 while it is away, behind or unfit.',
  labelNames: ['host'] as const,
});

export const replicaLagBytes = new Gauge({
  name: 'lading_database_read_behind_bytes',
  help: "How much of the primary's write-ahead log the server of DATABASE_READ_URL has yet to replay.",
  labelNames: ['host'] as const,
});
