import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';

export type ProcessRole = 'all' | 'api' | 'worker' | 'render';
export type RateLimitStore = 'memory' | 'redis' | 'postgres';
export interface VerifierAccount {
  clientId: string;
  clientSecret: string;
  baseUrl: string;
}

/** A setting that is invalid. The process prints the message and exits. */
export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

type DurationRange = readonly [min: string, max: string];

const ANY_DURATION: DurationRange = ['0s', '36500d'];
/** For timers. In Node's server 0 means no timeout, and a timer beyond 2^31-1 ms (24.8 days) fires at once. */
export const TIMEOUT_RANGE: DurationRange = ['1ms', '1d'];
export const PERIOD_RANGE: DurationRange = ['1s', '36500d'];

export function parseDuration(text: string, name: string, [min, max] = ANY_DURATION): number {
  const value = toMilliseconds(text);
  if (value === undefined)
    throw new ConfigError(`${name}: "${text}" is not a duration such as 10s, 5m or 2h`);
  if (value < toMilliseconds(min)! || value > toMilliseconds(max)!)
    throw new ConfigError(`${name}: "${text}" is not a duration from ${min} to ${max}`);
  return value;
}

function toMilliseconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  return match ? Math.round(Number(match[1]) * UNITS[match[2] as keyof typeof UNITS]) : undefined;
}

export function readDuration(env: Env, name: string, fallback: string, range = ANY_DURATION): number {
  return parseDuration(env[name] || fallback, name, range);
}

export function readDurations(env: Env, name: string, fallback: string): number[] {
  return (env[name] || fallback).split(',').map((text) => parseDuration(text, name));
}

export function readCidrs(env: Env, name: string): string[] {
  const list = (env[name] ?? '').split(',').map((text) => text.trim());
  for (const text of list) {
    if (text && !ipaddr.isValidCIDR(text))
      throw new ConfigError(`${name}: "${text}" is not a network such as 10.0.0.0/8`);
  }
  return list.filter(Boolean);
}

/**
 * Rejects settings in production that weaken the protection against server-side request forgery.
 * @throws ConfigError
 */
export function rejectInProduction<T extends boolean | unknown[]>(env: Env, name: string, value: T): T {
  const used = Array.isArray(value) ? value.length > 0 : value;
  if (used && env.NODE_ENV === 'production')
    throw new ConfigError(`${name} is not allowed in production. Unset it.`);
  return value;
}

export function readInteger(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name}: "${text}" is not a whole number from ${min} to ${max}`);
  }
  return value;
}

export function readDigits(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!/^\d{7,10}$/.test(text)) throw new ConfigError(`${name}: "${text}" is not 7 to 10 digits`);
  return text;
}

export function readTimeOfDay(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new ConfigError(`${name}: "${text}" is not a time of day such as 16:00`);
  return text;
}

export function readChoice<T extends string>(env: Env, name: string, values: readonly [T, ...T[]]): T {
  const value = (env[name] || values[0]) as T;
  if (!values.includes(value))
    throw new ConfigError(`${name}: "${value}" is not one of ${values.join(', ')}`);
  return value;
}

/** Returns undefined, which disables the verifier, if neither credential is set. @throws ConfigError */
export function readVerifierAccount(env: Env, name: string, host: string): VerifierAccount | undefined {
  const clientId = env[`${name}_CLIENT_ID`];
  const clientSecret = env[`${name}_CLIENT_SECRET`];
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new ConfigError(`Set both ${name}_CLIENT_ID and ${name}_CLIENT_SECRET, or neither.`);
  const baseUrl = env[`${name}_BASE_URL`] || host;
  if (!URL.canParse(baseUrl)) throw new ConfigError(`${name}_BASE_URL: "${baseUrl}" is not a URL`);
  return { clientId, clientSecret, baseUrl: baseUrl.replace(/\/+$/, '') };
}

export function readFlag(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text !== 'true' && text !== 'false') throw new ConfigError(`${name}: "${text}" is not true or false`);
  return text === 'true';
}

/** Defaults to Redis if there is one, otherwise to memory for a single process and to the database for several. */
export function readRateLimitStore(env: Env, role: ProcessRole): RateLimitStore {
  const store = readChoice(env, 'RATE_LIMIT_STORE', ['auto', 'memory', 'redis', 'postgres']);
  if (store === 'redis' && !env.REDIS_URL)
    throw new ConfigError('RATE_LIMIT_STORE=redis requires REDIS_URL. Set it.');
  if (store !== 'auto') return store;
  if (env.REDIS_URL) return 'redis';
  return role === 'all' ? 'memory' : 'postgres';
}

/**
 * Rejects `true`: any client could then choose its address, and no limit per address would hold.
 * @throws ConfigError
 */
export function readTrustProxy(env: Env): false | number | string {
  const text = env.TRUST_PROXY || 'false';
  if (text === 'false') return false;
  if (text === 'true')
    throw new ConfigError(
      'TRUST_PROXY: "true" would trust every client. Set the number of proxies in front, e.g. 1, or their networks.',
    );
  if (/^\d+$/.test(text)) return Number(text);
  for (const part of text.split(',').map((word) => word.trim())) {
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(part);
    if (!named && !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part))
      throw new ConfigError(`TRUST_PROXY: "${part}" is not an address, a network or a number of hops`);
  }
  return text;
}

export function readCorsOrigins(env: Env): string[] {
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

export function readEncryptionKey(env: Env, name: string): Buffer | undefined {
  const text = env[name];
  if (!text) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new ConfigError(`${name} is not 32 bytes in base64`);
  return key;
}

/**
 * Reads the key from ENCRYPTION_KEY_FILE, by default from DATA_DIR outside production. Creates the file if it is
 * missing.
 * @throws ConfigError
 */
export function loadOrCreateKey(env: Env, dataDir: string, production: boolean): Buffer {
  if (production && !env.ENCRYPTION_KEY_FILE)
    throw new ConfigError('ENCRYPTION_KEY is required in production: 32 bytes in base64');
  const file = resolve(env.ENCRYPTION_KEY_FILE || join(dataDir, 'encryption.key'));
  try {
    if (!existsSync(file)) createKeyFile(file);
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    throw new ConfigError(`${file} cannot be read or written (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new ConfigError(`${file} does not hold 32 bytes in base64`);
}

/** Creates the file atomically: of several starting processes, one succeeds. */
function createKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Reads the address of a server. The error omits the value, because it may contain a password. @throws ConfigError */
export function readServerUrl(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || !protocols.includes(url.protocol) || !url.hostname)
    throw new ConfigError(`${name} is not an address such as ${protocols[0]}//user:password@host`);
  return text;
}

export const POSTGRES_PROTOCOLS = ['postgres:', 'postgresql:'] as const;

/** Returns undefined without a replica. @throws ConfigError */
export function readReplicaSettings(env: Env): { url: string; poolSize: number } | undefined {
  const url = readServerUrl(env, 'DATABASE_READ_URL', POSTGRES_PROTOCOLS);
  const poolSize = readInteger(env, 'DATABASE_READ_POOL_SIZE', 10, 1, 500);
  if (url && !env.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_READ_URL requires DATABASE_URL, because it is a replica of that database. Set both.',
    );
  return url ? { url, poolSize } : undefined;
}

/** Returns the address without a trailing slash; undefined if it is not set. @throws ConfigError */
export function readPublicUrl(env: Env): string | undefined {
  const text = env.PUBLIC_URL;
  if (!text) return undefined;
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError('PUBLIC_URL is not an address such as https://freight.example.com');
  return url.href.replace(/\/+$/, '');
}

export function requirePublicUrl(
  production: boolean,
  smtpUrl: string | undefined,
  publicUrl: string | undefined,
): void {
  if (production && smtpUrl !== undefined && publicUrl === undefined)
    throw new ConfigError(
      'PUBLIC_URL is required in production with SMTP_URL, because mails contain links. Set it.',
    );
}

/** Returns the absolute path of the folder and creates it if it is missing. @throws ConfigError */
export function resolveWritableFolder(env: Env, name: string, fallback: string): string {
  const folder = resolve(env[name] || fallback);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `${name}: "${folder}" cannot be written (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  return folder;
}

export function resolveExistingFile(env: Env, name: string): string | undefined {
  const file = env[name] || undefined;
  if (file && !existsSync(file)) throw new ConfigError(`${name}: "${file}" does not exist`);
  return file;
}

const MIN_SECRET_LENGTH = 24;

/** Returns undefined unless this process renders PDFs for others, or has others render them. @throws ConfigError */
export function readRenderSecret(env: Env, role: ProcessRole): string | undefined {
  const { RENDER_SECRET: secret, RENDER_URL: url } = env;
  if (role !== 'render' && !url) return undefined;
  if (!secret || secret.length < MIN_SECRET_LENGTH)
    throw new ConfigError(
      `RENDER_SECRET must have at least ${MIN_SECRET_LENGTH} characters. Set the same value for the render process and every process with RENDER_URL.`,
    );
  return secret;
}
