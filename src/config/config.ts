import { join, resolve } from 'node:path';
import { loadOrCreateKey } from './encryption-key.js';
import { ConfigError, type Env } from './env.js';
import { findMisspelledSettings } from './misspelled-settings.js';
import { readOidcSettings } from './oidc.js';
import { readSetting, type ProcessRole, type SettingName, type SettingValue } from './settings.js';
import { readTraceSettings } from './tracing.js';

export type InvoiceOpening = SettingValue<'INVOICE_OPENS_ON'>;

/** An account of an address verifier. */
export interface VerifierAccount {
  clientId: string;
  clientSecret: string;
  baseUrl: string;
}

/**
 * All settings, read once from the environment. The constructor infers their types. Durations are in milliseconds.
 * `settings.ts` describes every variable.
 */
export class Config {
  readonly production;
  readonly role;
  readonly port;
  readonly listenAddress;
  readonly metricsPort;
  readonly publicUrl;
  readonly logLevel;
  readonly traces;
  readonly demoData;
  readonly guides;
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

  /** A warning for each misspelled setting. */
  readonly misspelled;

  /** Reads the settings. An error also lists misspelled settings, which may be its cause. @throws ConfigError */
  static read(env: Env = process.env): Config {
    try {
      return new Config(env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new ConfigError([error.message, ...findMisspelledSettings(env)].join('\n'), { cause: error });
    }
  }

  constructor(env: Env = process.env) {
    this.misspelled = findMisspelledSettings(env);
    const read = <Name extends SettingName>(name: Name): SettingValue<Name> => readSetting(env, name);
    this.production = read('NODE_ENV') === 'production';
    this.role = read('PROCESS_ROLE');
    // Undefined: 3000, or the next free port.
    this.port = read('PORT');
    // Undefined: every address of the machine.
    this.listenAddress = read('LISTEN_ADDRESS');
    // Undefined: /metrics is served on `port`.
    this.metricsPort = read('METRICS_PORT');
    // The base of absolute links. Undefined: `http://localhost` and the port.
    this.publicUrl = read('PUBLIC_URL');
    this.logLevel = read('LOG_LEVEL');
    this.traces = readTraceSettings(env);
    this.demoData = read('DEMO_DATA');
    this.guides = read('GUIDES');
    this.dataDir = read('DATA_DIR');
    this.database = {
      url: read('DATABASE_URL'),
      poolSize: read('DATABASE_POOL_SIZE'),
      budget: {
        statementMs: read('DATABASE_STATEMENT_TIMEOUT'),
        lockMs: read('DATABASE_LOCK_TIMEOUT'),
      },
      listMs: Math.min(read('DATABASE_LIST_TIMEOUT'), read('DATABASE_STATEMENT_TIMEOUT')),
      // A streaming replica that serves lists.
      replica: readReplicaSettings(env),
    };
    this.redis = read('REDIS_URL');
    this.encryption = {
      key: readEncryptionKey(env, this.role, this.dataDir, this.production),
      previous: read('ENCRYPTION_KEY_PREVIOUS'),
    };
    // Requests per second: of a key by mode, failed authentications and public requests of an address.
    this.rateLimits = {
      enabled: read('RATE_LIMIT_ENABLED'),
      store: readRateLimitStore(env, this.role),
      test: read('RATE_LIMIT_TEST'),
      live: read('RATE_LIMIT_LIVE'),
      // All keys of an organization and mode. Null: a multiple of the key's limit.
      organization: read('RATE_LIMIT_ORGANIZATION') ?? null,
      address: read('RATE_LIMIT_ADDRESS'),
      public: read('RATE_LIMIT_PUBLIC'),
    };
    // Per organization, both modes together. `test_shipments` counts test mode only, `written_bytes` per hour and mode,
    // `requests_in_flight` per process.
    this.quotas = {
      api_keys: read('QUOTA_KEYS'),
      members: read('QUOTA_MEMBERS'),
      carrier_connections: read('QUOTA_CONNECTIONS'),
      webhook_endpoints: read('QUOTA_ENDPOINTS'),
      tracked_shipments: read('QUOTA_TRACKED'),
      tariffs: read('QUOTA_TARIFFS'),
      document_bytes: read('QUOTA_DOCUMENT_BYTES'),
      addresses: read('QUOTA_ADDRESSES'),
      customers: read('QUOTA_CUSTOMERS'),
      products: read('QUOTA_PRODUCTS'),
      test_shipments: read('QUOTA_TEST_SHIPMENTS'),
      written_bytes: read('QUOTA_WRITTEN_BYTES'),
      requests_in_flight: read('QUOTA_IN_FLIGHT'),
    };
    this.http = {
      maxConnections: read('HTTP_MAX_CONNECTIONS'),
      trustProxy: read('TRUST_PROXY'),
      corsOrigins: read('CORS_ORIGINS') ?? [],
      headersTimeoutMs: read('HTTP_HEADERS_TIMEOUT'),
      requestTimeoutMs: read('HTTP_REQUEST_TIMEOUT'),
      writeTimeoutMs: read('HTTP_WRITE_TIMEOUT'),
      keepAliveTimeoutMs: read('HTTP_KEEP_ALIVE_TIMEOUT'),
    };
    this.shutdownDelayMs = read('SHUTDOWN_DELAY');
    this.quotes = { deadlineMs: read('QUOTE_DEADLINE'), validityMs: read('QUOTE_VALIDITY') };
    // `pickupCutoff`: HH:MM at the origin.
    this.booking = { deadlineMs: read('BOOKING_DEADLINE'), pickupCutoff: read('PICKUP_CUTOFF') };
    this.tenders = { validityMs: read('TENDER_VALIDITY') };
    this.tracking = {
      defaultCarrier: read('TRACKING_DEFAULT_CARRIER'),
      pollIntervalMs: read('TRACKING_POLL_INTERVAL'),
    };
    this.gs1CompanyPrefix = read('GS1_COMPANY_PREFIX');
    this.browser = {
      chromiumPath: read('CHROMIUM_PATH'),
      deadlineMs: read('PDF_DEADLINE'),
      cacheBytes: read('PDF_CACHE_BYTES'),
    };
    // Shared by the render process and the processes that use it.
    this.renderSecret = readRenderSecret(env, this.role);
    const url = read('RENDER_URL');
    // Undefined: this process renders PDFs itself.
    this.render = url && this.role !== 'render' ? { url, secret: this.renderSecret! } : undefined;
    // `strict`: a `customer_id` must be the id of a customer.
    this.customers = { strict: read('CUSTOMERS_STRICT') };
    this.verifiers = {
      timeoutMs: read('VERIFIER_TIMEOUT'),
      usps: readVerifierAccount(env, 'USPS'),
      ups: readVerifierAccount(env, 'UPS'),
    };
    this.outbound = {
      restMs: read('OUTBOUND_REST'),
      concurrency: read('CARRIER_CONCURRENCY'),
      allowedCidrs: read('CARRIER_ALLOWED_CIDRS') ?? [],
    };
    this.invoices = {
      opensOn: read('INVOICE_OPENS_ON'),
      termsDays: read('INVOICE_TERMS_DAYS'),
      lateFeeBasisPoints: read('LATE_FEE_BASIS_POINTS'),
    };
    this.webhooks = {
      retryDelaysMs: read('WEBHOOK_RETRY_DELAYS'),
      timeoutMs: read('WEBHOOK_TIMEOUT'),
      allowHttp: read('WEBHOOK_ALLOW_HTTP'),
      allowedCidrs: read('WEBHOOK_ALLOWED_CIDRS') ?? [],
    };
    // `app/retention.service.ts` applies them by the database's clock.
    this.retention = {
      eventsMs: read('EVENT_RETENTION'),
      auditMs: read('AUDIT_RETENTION'),
      requestsMs: read('REQUEST_RETENTION'),
      carrierCallsMs: read('CARRIER_CALL_RETENTION'),
      quotesMs: read('QUOTE_RETENTION'),
      trackingMs: read('TRACKING_RETENTION'),
      mailsMs: read('MAIL_RETENTION'),
    };
    this.sessions = { lifetimeMs: read('SESSION_LIFETIME') };
    // Undefined: members sign in by mail only. `required`: never by mail.
    this.oidc = readOidcSettings(env, this.production, this.publicUrl);
    // Undefined `smtpUrl`: mails are written to files in the data directory.
    this.mail = {
      smtpUrl: read('SMTP_URL'),
      from: read('MAIL_FROM'),
      dailyLimit: read('MAIL_DAILY_LIMIT'),
    };
    if (this.production && this.mail.smtpUrl !== undefined && this.publicUrl === undefined)
      throw new ConfigError(
        'PUBLIC_URL is required in production with SMTP_URL, because emails contain links. Set it.',
      );
    // `toleranceCents` applies to each line; `passThrough` bills an approved difference to the customer.
    this.bills = { toleranceCents: read('BILL_TOLERANCE_CENTS'), passThrough: read('BILL_PASS_THROUGH') };
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

/** Returns undefined without a replica. @throws ConfigError */
function readReplicaSettings(env: Env): { url: string; poolSize: number } | undefined {
  const url = readSetting(env, 'DATABASE_READ_URL');
  const poolSize = readSetting(env, 'DATABASE_READ_POOL_SIZE');
  if (url && !readSetting(env, 'DATABASE_URL'))
    throw new ConfigError(
      'DATABASE_READ_URL requires DATABASE_URL, because it is a replica of that database. Set both.',
    );
  return url ? { url, poolSize } : undefined;
}

/** Returns the key of ENCRYPTION_KEY or of ENCRYPTION_KEY_FILE; an empty one for a render process. @throws ConfigError */
function readEncryptionKey(env: Env, role: ProcessRole, dataDir: string, production: boolean): Buffer {
  const key = readSetting(env, 'ENCRYPTION_KEY');
  const file = readSetting(env, 'ENCRYPTION_KEY_FILE');
  if (key) return key;
  if (role === 'render') return Buffer.alloc(0);
  if (production && !file)
    throw new ConfigError('ENCRYPTION_KEY is required in production. Set it to 32 bytes in base64.');
  return loadOrCreateKey(resolve(file ?? join(dataDir, 'encryption.key')));
}

/** Defaults to Redis if there is one, otherwise to memory for a single process and to the database for several. */
function readRateLimitStore(env: Env, role: ProcessRole): 'memory' | 'redis' | 'postgres' {
  const store = readSetting(env, 'RATE_LIMIT_STORE');
  const hasRedis = readSetting(env, 'REDIS_URL') !== undefined;
  if (store === 'redis' && !hasRedis)
    throw new ConfigError('RATE_LIMIT_STORE=redis requires REDIS_URL. Set it.');
  if (store !== 'auto') return store;
  if (hasRedis) return 'redis';
  return role === 'all' ? 'memory' : 'postgres';
}

/** Returns undefined unless this process renders PDFs for others, or has others render them. @throws ConfigError */
function readRenderSecret(env: Env, role: ProcessRole): string | undefined {
  const secret = readSetting(env, 'RENDER_SECRET');
  if (role !== 'render' && !readSetting(env, 'RENDER_URL')) return undefined;
  if (!secret)
    throw new ConfigError(
      'RENDER_SECRET is required. Set the same value for the render process and every process with RENDER_URL.',
    );
  return secret;
}

/** Returns undefined, which disables the verifier, if neither credential is set. @throws ConfigError */
function readVerifierAccount(env: Env, carrier: 'USPS' | 'UPS'): VerifierAccount | undefined {
  const clientId = readSetting(env, `${carrier}_CLIENT_ID`);
  const clientSecret = readSetting(env, `${carrier}_CLIENT_SECRET`);
  const baseUrl = readSetting(env, `${carrier}_BASE_URL`);
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new ConfigError(`Set both ${carrier}_CLIENT_ID and ${carrier}_CLIENT_SECRET, or neither.`);
  return { clientId, clientSecret, baseUrl };
}
