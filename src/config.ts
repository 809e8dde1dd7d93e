import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';

export type ProcessRole = 'all' | 'api' | 'worker';
/** Where requests are counted: in the process, or in a store that several processes share. */
export type RateLimitStore = 'memory' | 'redis' | 'postgres';
/** The step of a shipment that opens its invoice. */
export type InvoiceOpening = 'booked' | 'picked_up' | 'delivered';

/** How an address verifier knows us, and where it is. */
export interface VerifierAccount {
  clientId: string;
  clientSecret: string;
  baseUrl: string;
}

/** A setting that can't be used; the process says so and doesn't start. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration such as `250ms`, `10s`, `5m`, `2h` or `1d`. */
export function parseDuration(text: string, name: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) throw new ConfigError(`${name}: "${text}" is not a duration such as 10s, 5m or 2h`);
  return Math.round(Number(match[1]) * UNITS[match[2] as keyof typeof UNITS]);
}

/** Everything the process may be told, read once. The only place that reads the environment. */
export class Config {
  readonly production: boolean;
  readonly role: ProcessRole;
  /** The port asked for; undefined: 3000 or the next free one. */
  readonly port: number | undefined;
  readonly logLevel: string;
  readonly dataDir: string;
  readonly database: { url: string | undefined; poolSize: number };
  readonly redisUrl: string | undefined;
  readonly encryption: { key: Buffer; previous: Buffer | undefined };
  /** Requests of a key, and failed authentications of an address, per second. */
  readonly rateLimits: {
    enabled: boolean;
    store: RateLimitStore;
    test: number;
    live: number;
    address: number;
  };
  readonly http: {
    /** Whose `X-Forwarded-For` counts, as Express takes it: false, a number of hops, or addresses. */
    trustProxy: boolean | number | string;
    /** Origins whose pages may call the API; empty: none. */
    corsOrigins: string[];
    /** How long a client may take to send its headers, and its whole request. */
    headersTimeoutMs: number;
    requestTimeoutMs: number;
    /** How long an idle connection is kept: longer than a proxy in front keeps it. */
    keepAliveTimeoutMs: number;
  };
  readonly quotes: { deadlineMs: number; validityMs: number };
  /** How long a booking or cancelling request waits for its carrier before a job takes over. */
  readonly booking: { deadlineMs: number };
  readonly tracking: { defaultCarrier: string; pollIntervalMs: number };
  /** Seven digits that begin every bill of lading number. 04 is GS1's range for numbers used within one company. */
  readonly gs1CompanyPrefix: string;
  readonly browser: { chromiumPath: string | undefined };
  /** Whether a `customer_id` must be the id of a customer. */
  readonly customers: { strict: boolean };
  readonly verifiers: {
    timeoutMs: number;
    usps: VerifierAccount | undefined;
    ups: VerifierAccount | undefined;
  };
  readonly invoices: { opensOn: InvoiceOpening; termsDays: number; lateFeeBasisPoints: number };
  /** How far a line type of a carrier's bill may be from the quote. */
  readonly bills: { toleranceCents: number };
  readonly webhooks: {
    /** The wait before each attempt; their number is the number of attempts. */
    retryDelaysMs: number[];
    timeoutMs: number;
    allowHttp: boolean;
    /** Networks that receivers may be in although they are not public. */
    allowedCidrs: string[];
  };
  /** How long events, and deliveries that have ended, are kept. */
  readonly events: { retentionMs: number };
  /** Without an SMTP server each mail becomes a file in the data directory. */
  readonly mail: { smtpUrl: string | undefined; from: string };

  constructor(env: Env = process.env) {
    this.production = env.NODE_ENV === 'production';
    this.role = oneOf(env, 'PROCESS_ROLE', ['all', 'api', 'worker']);
    this.port = env.PORT === undefined ? undefined : integer(env, 'PORT', 3000, 0, 65_535);
    this.logLevel = env.LOG_LEVEL ?? 'info';
    this.dataDir = resolve(env.DATA_DIR ?? '.data');
    this.database = {
      url: env.DATABASE_URL || undefined,
      poolSize: integer(env, 'DATABASE_POOL_SIZE', 20, 1, 500),
    };
    this.redisUrl = env.REDIS_URL || undefined;
    this.encryption = {
      key: encryptionKey(env, 'ENCRYPTION_KEY') ?? storedKey(this.dataDir, this.production),
      previous: encryptionKey(env, 'ENCRYPTION_KEY_PREVIOUS'),
    };
    this.rateLimits = {
      enabled: flag(env, 'RATE_LIMIT_ENABLED', true),
      store: rateLimitStore(env, this.role),
      test: integer(env, 'RATE_LIMIT_TEST', 25, 1, 1_000_000),
      live: integer(env, 'RATE_LIMIT_LIVE', 100, 1, 1_000_000),
      address: integer(env, 'RATE_LIMIT_ADDRESS', 100, 1, 1_000_000),
    };
    this.http = {
      trustProxy: trustProxy(env),
      corsOrigins: origins(env),
      headersTimeoutMs: duration(env, 'HTTP_HEADERS_TIMEOUT', '10s'),
      requestTimeoutMs: duration(env, 'HTTP_REQUEST_TIMEOUT', '30s'),
      keepAliveTimeoutMs: duration(env, 'HTTP_KEEP_ALIVE_TIMEOUT', '65s'),
    };
    this.quotes = {
      deadlineMs: duration(env, 'QUOTE_DEADLINE', '10s'),
      validityMs: duration(env, 'QUOTE_VALIDITY', '7d'),
    };
    this.booking = { deadlineMs: duration(env, 'BOOKING_DEADLINE', '10s') };
    this.tracking = {
      defaultCarrier: env.TRACKING_DEFAULT_CARRIER || 'XPO',
      pollIntervalMs: duration(env, 'TRACKING_POLL_INTERVAL', '30m'),
    };
    this.gs1CompanyPrefix = digits(env, 'GS1_COMPANY_PREFIX', '0400000');
    this.browser = { chromiumPath: env.CHROMIUM_PATH || undefined };
    this.customers = { strict: flag(env, 'CUSTOMERS_STRICT', false) };
    this.verifiers = {
      timeoutMs: duration(env, 'VERIFIER_TIMEOUT', '5s'),
      usps: verifierAccount(env, 'USPS', 'https://apis.usps.com'),
      ups: verifierAccount(env, 'UPS', 'https://onlinetools.ups.com'),
    };
    this.invoices = {
      opensOn: oneOf(env, 'INVOICE_OPENS_ON', ['delivered', 'picked_up', 'booked']),
      termsDays: integer(env, 'INVOICE_TERMS_DAYS', 30, 0, 365),
      lateFeeBasisPoints: integer(env, 'LATE_FEE_BASIS_POINTS', 150, 0, 10_000),
    };
    this.webhooks = {
      retryDelaysMs: durations(env, 'WEBHOOK_RETRY_DELAYS', '0s,1m,5m,30m,2h,12h,24h'),
      timeoutMs: duration(env, 'WEBHOOK_TIMEOUT', '10s'),
      allowHttp: notInProduction(env, 'WEBHOOK_ALLOW_HTTP', flag(env, 'WEBHOOK_ALLOW_HTTP', false)),
      allowedCidrs: notInProduction(env, 'WEBHOOK_ALLOWED_CIDRS', cidrs(env, 'WEBHOOK_ALLOWED_CIDRS')),
    };
    this.events = { retentionMs: duration(env, 'EVENT_RETENTION', '90d') };
    this.mail = { smtpUrl: env.SMTP_URL || undefined, from: env.MAIL_FROM || 'Lading <lading@localhost>' };
    this.bills = { toleranceCents: integer(env, 'BILL_TOLERANCE_CENTS', 0, 0, 1_000_000) };
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

function duration(env: Env, name: string, fallback: string): number {
  return parseDuration(env[name] || fallback, name);
}

function durations(env: Env, name: string, fallback: string): number[] {
  return (env[name] || fallback).split(',').map((text) => parseDuration(text, name));
}

function cidrs(env: Env, name: string): string[] {
  const list = (env[name] ?? '').split(',').map((text) => text.trim());
  for (const text of list) {
    if (text && !ipaddr.isValidCIDR(text))
      throw new ConfigError(`${name}: "${text}" is not a network such as 10.0.0.0/8`);
  }
  return list.filter(Boolean);
}

/** For what weakens the protection against requests to inner networks. */
function notInProduction<T extends boolean | unknown[]>(env: Env, name: string, value: T): T {
  const used = Array.isArray(value) ? value.length > 0 : value;
  if (used && env.NODE_ENV === 'production') throw new ConfigError(`${name} is refused in production`);
  return value;
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name}: "${text}" is not a whole number from ${min} to ${max}`);
  }
  return value;
}

function digits(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!/^\d{7,10}$/.test(text)) throw new ConfigError(`${name}: "${text}" is not 7 to 10 digits`);
  return text;
}

function oneOf<T extends string>(env: Env, name: string, values: [T, ...T[]]): T {
  const value = (env[name] || values[0]) as T;
  if (!values.includes(value))
    throw new ConfigError(`${name}: "${value}" is not one of ${values.join(', ')}`);
  return value;
}

/** Undefined when neither of the two credentials is set: the verifier is then left out. */
function verifierAccount(env: Env, name: string, host: string): VerifierAccount | undefined {
  const clientId = env[`${name}_CLIENT_ID`];
  const clientSecret = env[`${name}_CLIENT_SECRET`];
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET are set together or not at all`);
  const baseUrl = env[`${name}_BASE_URL`] || host;
  if (!URL.canParse(baseUrl)) throw new ConfigError(`${name}_BASE_URL: "${baseUrl}" is not a URL`);
  return { clientId, clientSecret, baseUrl: baseUrl.replace(/\/+$/, '') };
}

function flag(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text !== 'true' && text !== 'false') throw new ConfigError(`${name}: "${text}" is not true or false`);
  return text === 'true';
}

/** Redis when there is one; otherwise in memory for one process that does everything, in the database for several. */
function rateLimitStore(env: Env, role: ProcessRole): RateLimitStore {
  const store = oneOf(env, 'RATE_LIMIT_STORE', ['auto', 'memory', 'redis', 'postgres']);
  if (store === 'redis' && !env.REDIS_URL) throw new ConfigError('RATE_LIMIT_STORE=redis needs REDIS_URL');
  if (store !== 'auto') return store;
  if (env.REDIS_URL) return 'redis';
  return role === 'all' ? 'memory' : 'postgres';
}

function trustProxy(env: Env): boolean | number | string {
  const text = env.TRUST_PROXY || 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d+$/.test(text)) return Number(text);
  for (const part of text.split(',').map((word) => word.trim())) {
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(part);
    if (!named && !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part))
      throw new ConfigError(`TRUST_PROXY: "${part}" is not an address, a network or a number of hops`);
  }
  return text;
}

function origins(env: Env): string[] {
  const list = (env.CORS_ORIGINS ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  for (const text of list) {
    if (text !== '*' && (!URL.canParse(text) || new URL(text).origin !== text))
      throw new ConfigError(`CORS_ORIGINS: "${text}" is not an origin such as https://app.example.com`);
  }
  return list;
}

function encryptionKey(env: Env, name: string): Buffer | undefined {
  const text = env[name];
  if (!text) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new ConfigError(`${name} is not 32 bytes in base64`);
  return key;
}

/** Outside production a key is made once and kept beside the data it protects. */
function storedKey(dataDir: string, production: boolean): Buffer {
  if (production) throw new ConfigError('ENCRYPTION_KEY is required in production: 32 bytes in base64');
  const file = join(dataDir, 'encryption.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}
