import { readOidcSettings } from './oidc.js';
import { readRetentionSettings } from './retention.js';
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
} from './env.js';
import { parseRedisUrl } from './redis-url.js';
import { readTraceSettings } from './tracing.js';

const LOG_LEVELS = ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent'] as const;

export type InvoiceOpening = Config['invoices']['opensOn'];

/**
 * All settings, read once from the environment. The constructor infers their types. Durations are in milliseconds. The
 * README describes every variable.
 */
export class Config {
  readonly production;
  readonly role;
  readonly port;
  readonly metricsPort;
  readonly publicUrl;
  readonly logLevel;
  readonly traces;
  readonly demoData;
  readonly dataDir;
  readonly database;
  readonly redis;
  readonly encryption;
  readonly rateLimits;
  readonly quotas;
  readonly http;
  readonly shutdownDelayMs;
  readonly quotes;
  readonly booking;
  readonly tenders;
  readonly tracking;
  readonly gs1CompanyPrefix;
  readonly browser;
  readonly renderSecret;
  readonly render;
  readonly customers;
  readonly verifiers;
  readonly outbound;
  readonly invoices;
  readonly webhooks;
  readonly retention;
  readonly sessions;
  readonly oidc;
  readonly mail;
  readonly bills;

  constructor(env: Env = process.env) {
    this.production = env.NODE_ENV === 'production';
    this.role = readChoice(env, 'PROCESS_ROLE', ['all', 'api', 'worker', 'render']);
    // Undefined: 3000, or the next free port.
    this.port = env.PORT ? readInteger(env, 'PORT', 3000, 0, 65_535) : undefined;
    // Undefined: /metrics is served on `port`.
    this.metricsPort = env.METRICS_PORT ? readInteger(env, 'METRICS_PORT', 0, 0, 65_535) : undefined;
    // The base of absolute links. Undefined: `http://localhost` and the port.
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
      // A streaming replica that serves lists.
      replica: readReplicaSettings(env),
    };
    this.redis = env.REDIS_URL ? parseRedisUrl(env.REDIS_URL) : undefined;
    this.encryption = {
      key:
        readEncryptionKey(env, 'ENCRYPTION_KEY') ??
        (this.role === 'render' ? Buffer.alloc(0) : loadOrCreateKey(env, this.dataDir, this.production)),
      previous: readEncryptionKey(env, 'ENCRYPTION_KEY_PREVIOUS'),
    };
    // Requests per second: of a key by mode, failed authentications and public requests of an address.
    this.rateLimits = {
      enabled: readFlag(env, 'RATE_LIMIT_ENABLED', true),
      store: readRateLimitStore(env, this.role),
      test: readInteger(env, 'RATE_LIMIT_TEST', 25, 1, 1_000_000),
      live: readInteger(env, 'RATE_LIMIT_LIVE', 100, 1, 1_000_000),
      address: readInteger(env, 'RATE_LIMIT_ADDRESS', 100, 1, 1_000_000),
      public: readInteger(env, 'RATE_LIMIT_PUBLIC', 25, 1, 1_000_000),
    };
    // Per organization, both modes together. `written_bytes` counts per hour and mode, `requests_in_flight` per process.
    this.quotas = {
      api_keys: readInteger(env, 'QUOTA_KEYS', 100, 2, 100_000),
      members: readInteger(env, 'QUOTA_MEMBERS', 500, 2, 100_000),
      // At least 10, because a new organization starts with the simulated carriers.
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
    // How long the process keeps serving after SIGTERM, until proxies stop sending requests.
    this.shutdownDelayMs = readDuration(env, 'SHUTDOWN_DELAY', '0s', ['0s', '5m']);
    this.quotes = {
      deadlineMs: readDuration(env, 'QUOTE_DEADLINE', '10s', TIMEOUT_RANGE),
      validityMs: readDuration(env, 'QUOTE_VALIDITY', '7d', PERIOD_RANGE),
    };
    this.booking = {
      // How long a request waits for the carrier before a job takes over.
      deadlineMs: readDuration(env, 'BOOKING_DEADLINE', '10s', TIMEOUT_RANGE),
      // Until when carriers accept or change a pickup of the same day, HH:MM at the origin.
      pickupCutoff: readTimeOfDay(env, 'PICKUP_CUTOFF', '16:00'),
    };
    // How long a carrier may take to answer a tender by e-mail.
    this.tenders = { validityMs: readDuration(env, 'TENDER_VALIDITY', '24h', PERIOD_RANGE) };
    this.tracking = {
      defaultCarrier: env.TRACKING_DEFAULT_CARRIER || 'XPO',
      pollIntervalMs: readDuration(env, 'TRACKING_POLL_INTERVAL', '30m', PERIOD_RANGE),
    };
    // Starts every BOL number. 04 is GS1's range for numbers used within one company.
    this.gs1CompanyPrefix = readDigits(env, 'GS1_COMPANY_PREFIX', '0400000');
    this.browser = {
      chromiumPath: resolveExistingFile(env, 'CHROMIUM_PATH'),
      deadlineMs: readDuration(env, 'PDF_DEADLINE', '60s', TIMEOUT_RANGE),
      cacheBytes: readInteger(env, 'PDF_CACHE_BYTES', 32_000_000, 0, 10_000_000_000),
    };
    // Shared by the render process and the processes that use it.
    this.renderSecret = readRenderSecret(env, this.role);
    const url = readServerUrl(env, 'RENDER_URL', ['http:', 'https:']);
    // Undefined: this process renders PDFs itself.
    this.render = url && this.role !== 'render' ? { url, secret: this.renderSecret! } : undefined;
    // `strict`: a `customer_id` must be the id of a customer.
    this.customers = { strict: readFlag(env, 'CUSTOMERS_STRICT', false) };
    this.verifiers = {
      timeoutMs: readDuration(env, 'VERIFIER_TIMEOUT', '5s', TIMEOUT_RANGE),
      usps: readVerifierAccount(env, 'USPS', 'https://apis.usps.com'),
      ups: readVerifierAccount(env, 'UPS', 'https://onlinetools.ups.com'),
    };
    this.outbound = {
      // How long the circuit of a failing carrier or verifier API stays open.
      restMs: readDuration(env, 'OUTBOUND_REST', '30s'),
      // Calls in progress per carrier account.
      concurrency: readInteger(env, 'CARRIER_CONCURRENCY', 10, 1, 1_000),
      // Private networks in which a carrier's API may be.
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
    // Undefined: members sign in by mail only.
    this.oidc = readOidcSettings(env, this.production, this.publicUrl);
    // Undefined `smtpUrl`: mails are written to files in the data directory.
    this.mail = {
      smtpUrl: readServerUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
      from: env.MAIL_FROM || 'Lading <lading@localhost>',
    };
    requirePublicUrl(this.production, this.mail.smtpUrl, this.publicUrl);
    // `toleranceCents` applies to each line; `passThrough` bills an approved difference to the customer.
    this.bills = {
      toleranceCents: readInteger(env, 'BILL_TOLERANCE_CENTS', 0, 0, 1_000_000),
      passThrough: readFlag(env, 'BILL_PASS_THROUGH', false),
    };
  }

  /** Returns a copy with another role: CLI commands must not run a worker's jobs. */
  withRole(role: ProcessRole): Config {
    return Object.assign(Object.create(Config.prototype) as Config, this, { role });
  }

  withDatabase(url: string): Config {
    return Object.assign(Object.create(Config.prototype) as Config, this, {
      database: { ...this.database, url },
    });
  }
}
