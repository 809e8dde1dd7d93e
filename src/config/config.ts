import { readOidcSettings, type OidcSettings } from './oidc.js';
import { readRetentionSettings, type RetentionSettings } from './retention.js';
import {
  readCidrs,
  readDigits,
  readDuration,
  readDurations,
  readEncryptionKey,
  resolveExistingFile,
  readFlag,
  readInteger,
  rejectInProduction,
  readChoice,
  readCorsOrigins,
  readPublicUrl,
  readReplicaSettings,
  readRenderSecret,
  requirePublicUrl,
  readRateLimitStore,
  readServerUrl,
  loadOrCreateKey,
  readTimeOfDay,
  readTrustProxy,
  readVerifierAccount,
  resolveWritableFolder,
  POSTGRES_PROTOCOLS,
  PERIOD_RANGE,
  TIMEOUT_RANGE,
  type Env,
  type ProcessRole,
  type RateLimitStore,
  type VerifierAccount,
} from './env.js';
import { parseRedisUrl, type RedisAddress } from './redis-url.js';
import { readTraceSettings, type TraceSettings } from './tracing.js';

const LOG_LEVELS = ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent'] as const;

/** The step of a shipment that opens its invoice. */
export type InvoiceOpening = 'booked' | 'picked_up' | 'delivered';

/** Everything the process may be told, read once. The only place that reads the environment. */
export class Config {
  readonly production: boolean;
  readonly role: ProcessRole;
  /** Where the metrics are served; undefined: on the service's own port. */
  readonly metricsPort: number | undefined;
  /** The port asked for; undefined: 3000 or the next free one. */
  readonly port: number | undefined;
  /** The base of every absolute link; undefined: `http://localhost` and the port. */
  readonly publicUrl: string | undefined;
  readonly logLevel: string;
  /** Undefined: no traces. */
  readonly traces: TraceSettings | undefined;
  /** Whether the demo organization of a first start has something to look at. */
  readonly demoData: boolean;
  readonly dataDir: string;
  readonly database: {
    url: string | undefined;
    poolSize: number;
    /** How long the database may take over a statement, and over a lock that a statement waits for. */
    budget: { statementMs: number; lockMs: number };
    /** A server that follows it by streaming replication: lists are read there. */
    replica: { url: string; poolSize: number } | undefined;
  };
  readonly redis: RedisAddress | undefined;
  /** One that only prints has no key: it meets nothing that is sealed. */
  readonly encryption: { key: Buffer; previous: Buffer | undefined };
  /** Requests of a key, failed authentications of an address, and its requests for public pages, per second. */
  readonly rateLimits: {
    enabled: boolean;
    store: RateLimitStore;
    test: number;
    live: number;
    address: number;
    public: number;
  };
  /** What an organization may have, in both modes together, and how many requests of it a process answers at once. */
  readonly quotas: {
    api_keys: number;
    members: number;
    carrier_connections: number;
    webhook_endpoints: number;
    tracked_shipments: number;
    tariffs: number;
    document_bytes: number;
    /** Within an hour, each mode by itself. */
    written_bytes: number;
    requests_in_flight: number;
  };
  readonly http: {
    /** Whose `X-Forwarded-For` counts, as Express takes it: false, a number of hops, or addresses. */
    trustProxy: false | number | string;
    /** Origins whose pages may call the API; empty: none. */
    corsOrigins: string[];
    /** Connections at once; those beyond are closed. */
    maxConnections: number;
    /** How long a client may take to send its headers, and its whole request. */
    headersTimeoutMs: number;
    requestTimeoutMs: number;
    /** How long a client may take nothing of an answer. */
    writeTimeoutMs: number;
    /** How long an idle connection is kept: longer than a proxy in front keeps it. */
    keepAliveTimeoutMs: number;
  };
  /** How long the process serves on after it was told to end, so that a proxy learns of it. */
  readonly shutdownDelayMs: number;
  readonly quotes: { deadlineMs: number; validityMs: number };
  /** How long a booking or cancelling request waits for its carrier before a job takes over. */
  readonly booking: {
    deadlineMs: number;
    /** Until when carriers take or change a pickup of the same day, HH:MM at the origin. */
    pickupCutoff: string;
  };
  /** How long a carrier may think about a tender by e-mail. */
  readonly tenders: { validityMs: number };
  readonly tracking: { defaultCarrier: string; pollIntervalMs: number };
  /** Seven digits that begin every bill of lading number. 04 is GS1's range for numbers used within one company. */
  readonly gs1CompanyPrefix: string;
  readonly browser: {
    chromiumPath: string | undefined;
    deadlineMs: number;
    /** Of papers that a process keeps to be opened again. */
    cacheBytes: number;
  };
  /** What a process that prints, and those that it prints for, know. */
  readonly renderSecret: string | undefined;
  /** The process that prints for this one; undefined: it prints itself. */
  readonly render: { url: string; secret: string } | undefined;
  /** Whether a `customer_id` must be the id of a customer. */
  readonly customers: { strict: boolean };
  readonly verifiers: {
    timeoutMs: number;
    usps: VerifierAccount | undefined;
    ups: VerifierAccount | undefined;
  };
  readonly outbound: {
    /** How long a carrier's or a verifier's API that failed five times in a row is left alone. */
    restMs: number;
    /** Calls that a carrier account has under way at once. */
    concurrency: number;
    /** Networks that an address of a carrier's API, when a key sets it, may be in although they are not public. */
    allowedCidrs: string[];
  };
  readonly invoices: { opensOn: InvoiceOpening; termsDays: number; lateFeeBasisPoints: number };
  /** How far a line of a carrier's bill may be from the quote. */
  readonly bills: {
    toleranceCents: number;
    /** Whether an approved difference is billed on to the customer. */
    passThrough: boolean;
  };
  readonly webhooks: {
    /** The wait before each attempt; their number is the number of attempts. */
    retryDelaysMs: number[];
    timeoutMs: number;
    allowHttp: boolean;
    /** Networks that receivers may be in although they are not public. */
    allowedCidrs: string[];
  };
  readonly retention: RetentionSettings;
  /** The provider that members may sign in with; undefined: by mail alone. */
  readonly oidc: OidcSettings | undefined;
  /** How long a member stays signed in. */
  readonly sessions: { lifetimeMs: number };
  /** Without an SMTP server each mail becomes a file in the data directory. */
  readonly mail: { smtpUrl: string | undefined; from: string };

  constructor(env: Env = process.env) {
    this.production = env.NODE_ENV === 'production';
    this.role = readChoice(env, 'PROCESS_ROLE', ['all', 'api', 'worker', 'render']);
    this.port = env.PORT ? readInteger(env, 'PORT', 3000, 0, 65_535) : undefined;
    this.metricsPort = env.METRICS_PORT ? readInteger(env, 'METRICS_PORT', 0, 0, 65_535) : undefined;
    this.publicUrl = readPublicUrl(env);
    this.logLevel = readChoice(env, 'LOG_LEVEL', LOG_LEVELS);
    this.traces = readTraceSettings(env);
    this.demoData = readFlag(env, 'DEMO_DATA', true);
    this.dataDir = resolveWritableFolder(env, 'DATA_DIR', '.data');
    this.database = {
      url: readServerUrl(env, 'DATABASE_URL', POSTGRES_PROTOCOLS),
      poolSize: readInteger(env, 'DATABASE_POOL_SIZE', 20, 1, 500),
      budget: {
        statementMs: readDuration(env, 'DATABASE_STATEMENT_TIMEOUT', '30s', TIMEOUT_RANGE),
        lockMs: readDuration(env, 'DATABASE_LOCK_TIMEOUT', '5s', TIMEOUT_RANGE),
      },
      replica: readReplicaSettings(env),
    };
    this.redis = env.REDIS_URL ? parseRedisUrl(env.REDIS_URL) : undefined;
    this.encryption = {
      key:
        readEncryptionKey(env, 'ENCRYPTION_KEY') ??
        (this.role === 'render' ? Buffer.alloc(0) : loadOrCreateKey(env, this.dataDir, this.production)),
      previous: readEncryptionKey(env, 'ENCRYPTION_KEY_PREVIOUS'),
    };
    this.rateLimits = {
      enabled: readFlag(env, 'RATE_LIMIT_ENABLED', true),
      store: readRateLimitStore(env, this.role),
      test: readInteger(env, 'RATE_LIMIT_TEST', 25, 1, 1_000_000),
      live: readInteger(env, 'RATE_LIMIT_LIVE', 100, 1, 1_000_000),
      address: readInteger(env, 'RATE_LIMIT_ADDRESS', 100, 1, 1_000_000),
      public: readInteger(env, 'RATE_LIMIT_PUBLIC', 25, 1, 1_000_000),
    };
    this.quotas = {
      api_keys: readInteger(env, 'QUOTA_KEYS', 100, 2, 100_000),
      members: readInteger(env, 'QUOTA_MEMBERS', 500, 2, 100_000),
      // A new organization has those of its test mode.
      carrier_connections: readInteger(env, 'QUOTA_CONNECTIONS', 100, 10, 100_000),
      webhook_endpoints: readInteger(env, 'QUOTA_ENDPOINTS', 100, 1, 100_000),
      tracked_shipments: readInteger(env, 'QUOTA_TRACKED', 100_000, 1, 100_000_000),
      tariffs: readInteger(env, 'QUOTA_TARIFFS', 400, 1, 100_000),
      document_bytes: readInteger(env, 'QUOTA_DOCUMENT_BYTES', 10_000_000_000, 1, Number.MAX_SAFE_INTEGER),
      written_bytes: readInteger(env, 'QUOTA_WRITTEN_BYTES', 10_000_000_000, 1_000, 1_000_000_000_000),
      requests_in_flight: readInteger(env, 'QUOTA_IN_FLIGHT', 100, 1, 100_000),
    };
    this.http = {
      maxConnections: readInteger(env, 'HTTP_MAX_CONNECTIONS', 5_000, 1, 1_000_000),
      trustProxy: readTrustProxy(env),
      corsOrigins: readCorsOrigins(env),
      headersTimeoutMs: readDuration(env, 'HTTP_HEADERS_TIMEOUT', '10s', TIMEOUT_RANGE),
      requestTimeoutMs: readDuration(env, 'HTTP_REQUEST_TIMEOUT', '30s', TIMEOUT_RANGE),
      writeTimeoutMs: readDuration(env, 'HTTP_WRITE_TIMEOUT', '20s', TIMEOUT_RANGE),
      keepAliveTimeoutMs: readDuration(env, 'HTTP_KEEP_ALIVE_TIMEOUT', '65s', TIMEOUT_RANGE),
    };
    this.shutdownDelayMs = readDuration(env, 'SHUTDOWN_DELAY', '0s', ['0s', '5m']);
    this.quotes = {
      deadlineMs: readDuration(env, 'QUOTE_DEADLINE', '10s', TIMEOUT_RANGE),
      validityMs: readDuration(env, 'QUOTE_VALIDITY', '7d', PERIOD_RANGE),
    };
    this.booking = {
      deadlineMs: readDuration(env, 'BOOKING_DEADLINE', '10s', TIMEOUT_RANGE),
      pickupCutoff: readTimeOfDay(env, 'PICKUP_CUTOFF', '16:00'),
    };
    this.tenders = { validityMs: readDuration(env, 'TENDER_VALIDITY', '24h', PERIOD_RANGE) };
    this.tracking = {
      defaultCarrier: env.TRACKING_DEFAULT_CARRIER || 'XPO',
      pollIntervalMs: readDuration(env, 'TRACKING_POLL_INTERVAL', '30m', PERIOD_RANGE),
    };
    this.gs1CompanyPrefix = readDigits(env, 'GS1_COMPANY_PREFIX', '0400000');
    this.browser = {
      chromiumPath: resolveExistingFile(env, 'CHROMIUM_PATH'),
      deadlineMs: readDuration(env, 'PDF_DEADLINE', '60s', TIMEOUT_RANGE),
      cacheBytes: readInteger(env, 'PDF_CACHE_BYTES', 32_000_000, 0, 10_000_000_000),
    };
    this.renderSecret = readRenderSecret(env, this.role);
    const url = readServerUrl(env, 'RENDER_URL', ['http:', 'https:']);
    this.render = url && this.role !== 'render' ? { url, secret: this.renderSecret! } : undefined;
    this.customers = { strict: readFlag(env, 'CUSTOMERS_STRICT', false) };
    this.verifiers = {
      timeoutMs: readDuration(env, 'VERIFIER_TIMEOUT', '5s', TIMEOUT_RANGE),
      usps: readVerifierAccount(env, 'USPS', 'https://apis.usps.com'),
      ups: readVerifierAccount(env, 'UPS', 'https://onlinetools.ups.com'),
    };
    this.outbound = {
      restMs: readDuration(env, 'OUTBOUND_REST', '30s'),
      concurrency: readInteger(env, 'CARRIER_CONCURRENCY', 10, 1, 1_000),
      allowedCidrs: rejectInProduction(env, 'CARRIER_ALLOWED_CIDRS', readCidrs(env, 'CARRIER_ALLOWED_CIDRS')),
    };
    this.invoices = {
      opensOn: readChoice(env, 'INVOICE_OPENS_ON', ['delivered', 'picked_up', 'booked']),
      termsDays: readInteger(env, 'INVOICE_TERMS_DAYS', 30, 0, 365),
      lateFeeBasisPoints: readInteger(env, 'LATE_FEE_BASIS_POINTS', 150, 0, 10_000),
    };
    this.webhooks = {
      retryDelaysMs: readDurations(env, 'WEBHOOK_RETRY_DELAYS', '0s,1m,5m,30m,2h,12h,24h'),
      timeoutMs: readDuration(env, 'WEBHOOK_TIMEOUT', '10s', TIMEOUT_RANGE),
      allowHttp: rejectInProduction(env, 'WEBHOOK_ALLOW_HTTP', readFlag(env, 'WEBHOOK_ALLOW_HTTP', false)),
      allowedCidrs: rejectInProduction(env, 'WEBHOOK_ALLOWED_CIDRS', readCidrs(env, 'WEBHOOK_ALLOWED_CIDRS')),
    };
    this.retention = readRetentionSettings(env);
    this.sessions = { lifetimeMs: readDuration(env, 'SESSION_LIFETIME', '7d', ['1m', '90d']) };
    this.oidc = readOidcSettings(env, this.production, this.publicUrl);
    this.mail = {
      smtpUrl: readServerUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
      from: env.MAIL_FROM || 'Lading <lading@localhost>',
    };
    requirePublicUrl(this.production, this.mail.smtpUrl, this.publicUrl);
    this.bills = {
      toleranceCents: readInteger(env, 'BILL_TOLERANCE_CENTS', 0, 0, 1_000_000),
      passThrough: readFlag(env, 'BILL_PASS_THROUGH', false),
    };
  }

  /** The same settings in another role: a command line's process does no worker's work. */
  withRole(role: ProcessRole): Config {
    return Object.assign(Object.create(Config.prototype) as Config, this, { role });
  }

  /** The same settings on another database: an embedded one once it runs, or a test's own copy. */
  withDatabase(url: string): Config {
    return Object.assign(Object.create(Config.prototype) as Config, this, {
      database: { ...this.database, url },
    });
  }
}
