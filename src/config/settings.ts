import {
  ConfigError,
  developmentOnly,
  optional,
  parseValue,
  setting,
  type Env,
  type Setting,
} from './env.js';
import { redisUrl } from './redis-url.js';
import { TRACING_SETTINGS } from './tracing-settings.js';
import {
  anyDuration,
  baseUrl,
  choice,
  companyPrefix,
  encryptionKey,
  existingFile,
  flag,
  integer,
  ipAddress,
  list,
  network,
  origin,
  period,
  plainText,
  secretOfLength,
  serverUrl,
  duration,
  timeOfDay,
  timeout,
  trustedProxies,
  writableFolder,
} from './value-kinds.js';

const postgresUrl = serverUrl('postgres:', 'postgresql:');
const requestsPerSecond = integer(1, 1_000_000);
const storedRows = integer(1, 100_000_000);

/** Every setting by group and name. The settings page shows them in this order. */
export const SETTING_GROUPS = {
  Process: {
    NODE_ENV: optional(
      plainText,
      '`production` rejects development-only settings and requires `ENCRYPTION_KEY` or `ENCRYPTION_KEY_FILE`.',
    ),
    PROCESS_ROLE: setting(
      choice('all', 'api', 'worker', 'render'),
      'all',
      'Role of this process: `all` does everything, `api` serves requests, `worker` runs background jobs, and `render` only renders PDFs.',
    ),
    PORT: optional(
      integer(0, 65_535),
      'Port of the API, health checks and metrics.',
      '3000, or the next free port',
    ),
    LISTEN_ADDRESS: optional(
      ipAddress,
      'IP address that `PORT` and `METRICS_PORT` listen on. `127.0.0.1` accepts connections from this machine only.',
      'all addresses of the machine',
    ),
    METRICS_PORT: optional(integer(0, 65_535), 'Port for `/metrics`, instead of `PORT`.'),
    PUBLIC_URL: optional(
      baseUrl('https://freight.example.com'),
      'Base URL of absolute links. Required in production with `SMTP_URL` or `OIDC_ISSUER`.',
      '`http://localhost:PORT`',
    ),
    CORS_ORIGINS: optional(list(origin), 'Origins that browsers may call the API from.'),
    TRUST_PROXY: setting(
      trustedProxies,
      'false',
      'Proxies whose `X-Forwarded-For` is trusted. `false` trusts none.',
    ),
    SHUTDOWN_DELAY: setting(
      duration('0s', '5m'),
      '0s',
      'Keeps serving for this long after SIGTERM while readiness returns 503. Use 5 s or more behind a proxy.',
    ),
    LOG_LEVEL: setting(
      choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      'info',
      'Lowest level that is logged.',
    ),
    DATA_DIR: setting(
      writableFolder,
      '.data',
      'Directory for the embedded database, the generated encryption key and mail files.',
    ),
    DEMO_DATA: setting(
      flag,
      'true',
      '`false` creates the demo organization without sample data on the first start.',
    ),
    GUIDES: setting(
      flag,
      'true',
      'Builds the pages at `/guides` in the background after startup. `false` serves the pages of an earlier build.',
    ),
  },
  'Database and Redis': {
    DATABASE_URL: optional(
      postgresUrl,
      'External PostgreSQL, version 13 or newer. Each process except `render` migrates the database under a lock when it starts.',
      'embedded database',
    ),
    DATABASE_POOL_SIZE: setting(integer(1, 500), '20', 'Connections per process.'),
    DATABASE_READ_URL: optional(
      postgresUrl,
      'Streaming replica of `DATABASE_URL`. Lists, exports and reports use it once it has replayed the caller’s last write.',
    ),
    DATABASE_READ_POOL_SIZE: setting(integer(1, 500), '10', 'Connections per process to the replica.'),
    DATABASE_STATEMENT_TIMEOUT: setting(
      timeout,
      '30s',
      'Statement timeout. After it, the request returns 503 with `Retry-After`.',
    ),
    DATABASE_LIST_TIMEOUT: setting(
      timeout,
      '3s',
      'Statement timeout for GET requests, except CSV lists. After it, the request returns 503 `query_timeout`.',
    ),
    DATABASE_LOCK_TIMEOUT: setting(
      timeout,
      '5s',
      'Lock timeout. After it, the request returns 503 with `Retry-After`.',
    ),
    REDIS_URL: optional(redisUrl, 'Stores rate limits in Redis and adds BullMQ wake-ups for workers.'),
  },
  Encryption: {
    ENCRYPTION_KEY: optional(
      encryptionKey,
      'Encrypts stored secrets. Production requires it, or `ENCRYPTION_KEY_FILE`.',
      'generated once',
    ),
    ENCRYPTION_KEY_FILE: optional(
      plainText,
      'File with the key. The first start creates it.',
      '`DATA_DIR/encryption.key`',
    ),
    ENCRYPTION_KEY_PREVIOUS: optional(
      encryptionKey,
      'Previous key, until `secrets rotate` has re-encrypted everything.',
    ),
  },
  'Quotes, bookings and carriers': {
    QUOTE_DEADLINE: setting(timeout, '10s', 'Deadline for all carrier responses to one quote request.'),
    QUOTE_VALIDITY: setting(period, '7d', 'Validity of a quote, unless the carrier states a shorter one.'),
    BOOKING_DEADLINE: setting(
      timeout,
      '10s',
      'How long `book` waits for the carrier before the booking continues in the background. Tracking requests use the same deadline.',
    ),
    PICKUP_CUTOFF: setting(
      timeOfDay,
      '16:00',
      'Latest local time at the origin to request or change a same-day pickup.',
    ),
    TENDER_VALIDITY: setting(
      period,
      '24h',
      'Deadline for a carrier to respond to an email tender. A tender expires at the end of the pickup day at the latest.',
    ),
    CARRIER_CONCURRENCY: setting(integer(1, 1_000), '10', 'Concurrent calls per carrier account.'),
    CARRIER_CALL_RETENTION: setting(period, '30d', 'Retention of the carrier call log.'),
    CARRIER_ALLOWED_CIDRS: developmentOnly(
      optional(
        list(network),
        'Private networks that a carrier’s `base_url` may point to if it is set through the API.',
      ),
    ),
    OUTBOUND_REST: setting(
      anyDuration,
      '30s',
      'How long the circuit breaker of a carrier or address verifier stays open after five consecutive failures.',
    ),
  },
  'Tracking and addresses': {
    TRACKING_DEFAULT_CARRIER: setting(
      plainText,
      'XPO',
      'Carrier of a tracked number if the request does not specify one.',
    ),
    TRACKING_POLL_INTERVAL: setting(period, '30m', 'Interval between tracking checks with the carrier.'),
    USPS_CLIENT_ID: optional(plainText, 'USPS client ID for address verification in live mode.'),
    USPS_CLIENT_SECRET: optional(plainText, 'USPS client secret.'),
    USPS_BASE_URL: setting(
      baseUrl('https://apis.usps.com'),
      'https://apis.usps.com',
      'Base URL of the USPS API, for tests.',
    ),
    UPS_CLIENT_ID: optional(plainText, 'UPS client ID for address verification in live mode.'),
    UPS_CLIENT_SECRET: optional(plainText, 'UPS client secret.'),
    UPS_BASE_URL: setting(
      baseUrl('https://onlinetools.ups.com'),
      'https://onlinetools.ups.com',
      'Base URL of the UPS API, for tests.',
    ),
    VERIFIER_TIMEOUT: setting(timeout, '5s', 'Timeout for one address verifier.'),
  },
  'Billing and documents': {
    INVOICE_OPENS_ON: setting(
      choice('booked', 'picked_up', 'delivered'),
      'delivered',
      'Shipment status at which the invoice is created.',
    ),
    INVOICE_TERMS_DAYS: setting(integer(0, 365), '30', 'Days until an invoice is due.'),
    LATE_FEE_BASIS_POINTS: setting(
      integer(0, 10_000),
      '150',
      'Late fee of an overdue invoice, in basis points.',
    ),
    BILL_TOLERANCE_CENTS: setting(
      integer(0, 1_000_000),
      '0',
      'Maximum difference in cents, per line and in total, for a carrier bill to match its quote.',
    ),
    BILL_PASS_THROUGH: setting(
      flag,
      'false',
      '`true` bills an approved difference to the customer. If the invoice is already issued, Lading issues a supplement.',
    ),
    CUSTOMERS_STRICT: setting(flag, 'false', '`true` rejects a `customer_id` that does not exist.'),
    GS1_COMPANY_PREFIX: setting(
      companyPrefix,
      '0400000',
      'First digits of your BOL numbers. GS1 reserves 04 for numbers used within one company.',
    ),
    CHROMIUM_PATH: optional(
      existingFile,
      'Chromium that renders PDFs.',
      'an installed browser, otherwise the one from npm',
    ),
    PDF_DEADLINE: setting(
      timeout,
      '60s',
      'Deadline for a PDF, including the time in the queue. After it, the request returns 503.',
    ),
    PDF_CACHE_BYTES: setting(
      integer(0, 10_000_000_000),
      '32000000',
      'Memory per process for rendered PDFs. 0 disables the cache.',
    ),
    RENDER_URL: optional(
      serverUrl('http:', 'https:'),
      'URL of the process with `PROCESS_ROLE=render` that renders PDFs for this process.',
      'this process renders',
    ),
    RENDER_SECRET: optional(
      secretOfLength(24),
      'Secret shared with the render process. Set the same value in both processes.',
    ),
  },
  'Webhooks and mail': {
    WEBHOOK_RETRY_DELAYS: setting(
      list(anyDuration),
      '0s,1m,5m,30m,2h,12h,24h',
      'Delay before each delivery attempt.',
    ),
    WEBHOOK_TIMEOUT: setting(timeout, '10s', 'Timeout for the receiver’s response.'),
    WEBHOOK_ALLOW_HTTP: developmentOnly(setting(flag, 'false', '`true` allows `http://` receivers.')),
    WEBHOOK_ALLOWED_CIDRS: developmentOnly(
      optional(list(network), 'Private networks that webhook URLs may point to.'),
    ),
    SMTP_URL: optional(
      serverUrl('smtp:', 'smtps:'),
      'Mail server. Without it, live mode sends no email to carriers and consignees, and other mail goes to files.',
      'files in `DATA_DIR/mail`',
    ),
    MAIL_FROM: setting(plainText, 'Lading <lading@localhost>', 'Sender address.'),
    MAIL_DAILY_LIMIT: setting(
      integer(1, 1_000_000),
      '200',
      'Maximum tender emails per organization, mailbox and day. The same limit applies to emails to consignees.',
    ),
  },
  'Sign-in': {
    SESSION_LIFETIME: setting(duration('1m', '90d'), '7d', 'Lifetime of a dashboard session.'),
    OIDC_ISSUER: optional(
      plainText,
      'Issuer URL of the OpenID Connect provider for dashboard sign-in. Production requires HTTPS.',
    ),
    OIDC_CLIENT_ID: optional(plainText, 'Client ID at the provider.'),
    OIDC_CLIENT_SECRET: optional(plainText, 'Client secret at the provider.'),
    OIDC_CLIENT_SECRET_FILE: optional(
      plainText,
      'File with the client secret, instead of `OIDC_CLIENT_SECRET`.',
    ),
    REQUIRE_OIDC: setting(
      flag,
      'false',
      '`true` lets members sign in only through the OpenID Connect provider, not by emailed link.',
    ),
  },
  'Rate limits, quotas and connections': {
    RATE_LIMIT_ENABLED: setting(flag, 'true', '`false` disables every rate limit.'),
    RATE_LIMIT_TEST: setting(requestsPerSecond, '25', 'Requests per second for each test-mode API key.'),
    RATE_LIMIT_LIVE: setting(requestsPerSecond, '100', 'Requests per second for each live-mode API key.'),
    RATE_LIMIT_ORGANIZATION: optional(
      requestsPerSecond,
      'Requests per second for each organization and mode, across all API keys and sessions.',
      'four times the limit of a key',
    ),
    RATE_LIMIT_ADDRESS: setting(
      requestsPerSecond,
      '100',
      'Failed authentications per second for each client IP address.',
    ),
    RATE_LIMIT_PUBLIC: setting(
      requestsPerSecond,
      '25',
      'Requests per second for each client IP address, on pages that do not require an API key.',
    ),
    RATE_LIMIT_STORE: setting(
      choice('auto', 'memory', 'redis', 'postgres'),
      'auto',
      '`auto`: Redis if `REDIS_URL` is set, memory for one process, PostgreSQL for several.',
    ),
    QUOTA_KEYS: setting(integer(2, 100_000), '100', 'API keys per organization.'),
    QUOTA_MEMBERS: setting(integer(2, 100_000), '500', 'Members and invitations per organization.'),
    // At least 10, because a new organization starts with the simulated carriers.
    QUOTA_CONNECTIONS: setting(integer(10, 100_000), '100', 'Carrier connections per organization.'),
    QUOTA_ENDPOINTS: setting(integer(1, 100_000), '100', 'Webhook endpoints per organization.'),
    QUOTA_TARIFFS: setting(integer(1, 100_000), '400', 'Tariffs per organization.'),
    QUOTA_TRACKED: setting(storedRows, '100000', 'Tracked numbers per organization.'),
    QUOTA_ADDRESSES: setting(storedRows, '1000000', 'Saved addresses per organization.'),
    QUOTA_CUSTOMERS: setting(storedRows, '1000000', 'Customers per organization.'),
    QUOTA_PRODUCTS: setting(storedRows, '100000', 'Products per organization.'),
    QUOTA_TEST_SHIPMENTS: setting(storedRows, '100000', 'Test-mode shipments per organization.'),
    QUOTA_DOCUMENT_BYTES: setting(
      integer(1, Number.MAX_SAFE_INTEGER),
      '10000000000',
      'Bytes of stored documents per organization.',
    ),
    QUOTA_WRITTEN_BYTES: setting(
      integer(1_000, 1_000_000_000_000),
      '10000000000',
      'Bytes stored per organization, mode and hour. Above the quota, POST, PATCH and PUT return 429.',
    ),
    QUOTA_IN_FLIGHT: setting(integer(1, 100_000), '100', 'Concurrent requests per organization and process.'),
    HTTP_MAX_CONNECTIONS: setting(integer(1, 1_000_000), '5000', 'Client connections per process.'),
    HTTP_HEADERS_TIMEOUT: setting(timeout, '10s', 'Timeout for receiving all request headers.'),
    HTTP_REQUEST_TIMEOUT: setting(timeout, '30s', 'Timeout for receiving the whole request.'),
    HTTP_KEEP_ALIVE_TIMEOUT: setting(timeout, '65s', 'Timeout for idle keep-alive connections.'),
    HTTP_WRITE_TIMEOUT: setting(
      timeout,
      '20s',
      'Closes the connection when the client has not read from the response for this long.',
    ),
  },
  Retention: {
    EVENT_RETENTION: setting(period, '90d', 'Age at which events and their webhook deliveries are deleted.'),
    AUDIT_RETENTION: setting(period, '730d', 'Age at which audit log entries are deleted.'),
    REQUEST_RETENTION: setting(period, '30d', 'Age at which request log entries are deleted.'),
    QUOTE_RETENTION: setting(period, '365d', 'How long a quote without a shipment is kept after it expires.'),
    TRACKING_RETENTION: setting(
      period,
      '365d',
      'How long a tracked number without a shipment is kept after it is completed.',
    ),
    MAIL_RETENTION: setting(period, '90d', 'Age at which sent and failed mail is deleted.'),
  },
  Tracing: TRACING_SETTINGS,
};

type Groups = typeof SETTING_GROUPS;
type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Settings = Merge<Groups[keyof Groups]>;
export type SettingName = keyof Settings;
export type SettingValue<Name extends SettingName> =
  Settings[Name] extends Setting<infer T, infer Fallback>
    ? T | (Fallback extends string ? never : undefined)
    : never;
export type ProcessRole = SettingValue<'PROCESS_ROLE'>;

const SETTINGS = Object.assign({}, ...Object.values(SETTING_GROUPS)) as Record<SettingName, Setting>;

/** Returns the value of a setting, or its default if it is unset or empty. @throws ConfigError */
export function readSetting<Name extends SettingName>(env: Env, name: Name): SettingValue<Name> {
  const { kind, fallback, isDevelopmentOnly } = SETTINGS[name];
  const text = env[name] || fallback;
  if (isDevelopmentOnly && text !== fallback && env.NODE_ENV === 'production')
    throw new ConfigError(`${name} is not allowed in production. Unset it.`);
  return (text === undefined ? undefined : parseValue(kind, text, name)) as SettingValue<Name>;
}
