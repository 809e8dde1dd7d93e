import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Config } from './config.js';
import { ConfigError } from './env.js';
import { SETTING_GROUPS } from './settings.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('Config', () => {
  it('reads exactly the declared variables', () => {
    const names = new Set<string>();
    const env = new Proxy<Record<string, string>>(
      { DATA_DIR: folder },
      { get: (values, name: string) => (names.add(name), values[name]) },
    );
    new Config(env);
    const declared = Object.values(SETTING_GROUPS).flatMap((settings) => Object.keys(settings));
    expect([...names].sort()).toEqual(declared.sort());
  });

  it.each([
    ['20s', 3_000],
    ['1s', 1_000],
  ])('limits a list to DATABASE_LIST_TIMEOUT and to a statement timeout of %s', (statement, listMs) =>
    expect(new Config({ DATA_DIR: folder, DATABASE_STATEMENT_TIMEOUT: statement }).database.listMs).toBe(
      listMs,
    ),
  );

  it('requires PUBLIC_URL in production when mail is sent', () => {
    const env = {
      DATA_DIR: folder,
      NODE_ENV: 'production',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      SMTP_URL: 'smtp://mail.example.com',
    };
    expect(() => new Config(env)).toThrow('PUBLIC_URL is required in production with SMTP_URL');
    expect(new Config({ ...env, PUBLIC_URL: 'https://freight.example.com' }).mail.smtpUrl).toBe(env.SMTP_URL);
    expect(new Config({ ...env, SMTP_URL: undefined }).publicUrl).toBeUndefined();
  });
});

describe('the encryption key', () => {
  const readKey = (env: Record<string, string>): string =>
    new Config({ DATA_DIR: folder, NODE_ENV: 'production', ...env }).encryption.key.toString('base64');

  it('is created once in ENCRYPTION_KEY_FILE and read at every later start', () => {
    const ENCRYPTION_KEY_FILE = join(folder, 'kept', 'encryption.key');
    const key = readKey({ ENCRYPTION_KEY_FILE });
    expect(readKey({ ENCRYPTION_KEY_FILE, ENCRYPTION_KEY: '' })).toBe(key);
    const own = Buffer.alloc(32, 1).toString('base64');
    expect(readKey({ ENCRYPTION_KEY_FILE, ENCRYPTION_KEY: own })).toBe(own);
  });

  it('is required in production, as ENCRYPTION_KEY or as a file', () => {
    expect(() => readKey({})).toThrow(
      'ENCRYPTION_KEY is required in production. Set it to 32 bytes in base64.',
    );
  });
});

describe('an invalid setting', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  it.each([
    ['DATABASE_URL', 'localhost:5432', /^DATABASE_URL is not a URL such as postgres:/],
    ['DATABASE_URL', 'mysql://root:secret@db/x', /^DATABASE_URL is not a URL/],
    ['DATABASE_READ_URL', 'localhost:5433', /^DATABASE_READ_URL is not a URL such as postgres:/],
    ['DATABASE_READ_URL', 'postgres://me:secret@db/x', /^DATABASE_READ_URL requires DATABASE_URL/],
    ['DATABASE_READ_POOL_SIZE', '0', /^DATABASE_READ_POOL_SIZE: "0" is not a whole number from 1 to 500$/],
    ['REDIS_URL', 'localhost:6379', /^REDIS_URL is not a URL such as redis:/],
    ['SMTP_URL', 'mail.example.com', /^SMTP_URL is not a URL such as smtp:/],
    ['PUBLIC_URL', 'freight.example.com', /^PUBLIC_URL is not a URL such as https:/],
    ['PUBLIC_URL', 'ftp://freight.example.com', /^PUBLIC_URL is not a URL/],
    ['PUBLIC_URL', 'https://me:secret@freight.example.com', /^PUBLIC_URL is not a URL/],
    ['PUBLIC_URL', 'https://freight.example.com/?a=1', /^PUBLIC_URL is not a URL/],
    ['LOG_LEVEL', 'verbose', /^LOG_LEVEL: "verbose" is not one of trace, debug/],
    ['DATA_DIR', join(file, 'data'), /^DATA_DIR: ".*" cannot be written \(ENOTDIR\)$/],
    ['CHROMIUM_PATH', join(folder, 'none'), /^CHROMIUM_PATH: ".*none" does not exist$/],
    ['PORT', '70000', /^PORT: "70000" is not a whole number from 0 to 65535$/],
    ['PROCESS_ROLE', 'web', /^PROCESS_ROLE: "web" is not one of all, api, worker, render$/],
    ['ENCRYPTION_KEY_FILE', file, / does not contain 32 bytes in base64$/],
    ['ENCRYPTION_KEY_FILE', join(file, 'key'), / cannot be read or written \(E[A-Z]+\)$/],
    ['ENCRYPTION_KEY', 'short', /^ENCRYPTION_KEY is not 32 bytes in base64$/],
    ['QUOTE_DEADLINE', '10', /^QUOTE_DEADLINE: "10" is not a duration/],
    ...[
      'HTTP_HEADERS_TIMEOUT',
      'HTTP_REQUEST_TIMEOUT',
      'HTTP_KEEP_ALIVE_TIMEOUT',
      'HTTP_WRITE_TIMEOUT',
      'QUOTE_DEADLINE',
      'BOOKING_DEADLINE',
      'VERIFIER_TIMEOUT',
      'WEBHOOK_TIMEOUT',
    ].flatMap((name): [string, string, RegExp][] => [
      [name, '0s', new RegExp(`^${name}: "0s" is not a duration from 1ms to 1d$`)],
      [name, '0.4ms', new RegExp(`^${name}: "0.4ms" is not a duration from 1ms to 1d$`)],
      [name, '25d', new RegExp(`^${name}: "25d" is not a duration from 1ms to 1d$`)],
    ]),
    ...['QUOTE_VALIDITY', 'TRACKING_POLL_INTERVAL', 'EVENT_RETENTION', 'CARRIER_CALL_RETENTION'].flatMap(
      (name): [string, string, RegExp][] => [
        [name, '0d', new RegExp(`^${name}: "0d" is not a duration from 1s to 36500d$`)],
        [name, '99999999d', new RegExp(`^${name}: "99999999d" is not a duration from 1s to 36500d$`)],
      ],
    ),
    ['OUTBOUND_REST', '40000d', /^OUTBOUND_REST: "40000d" is not a duration from 0s to 36500d$/],
    ['WEBHOOK_RETRY_DELAYS', '0s,40000d', /^WEBHOOK_RETRY_DELAYS: "40000d" is not a duration from 0s/],
    ['PICKUP_CUTOFF', '4pm', /^PICKUP_CUTOFF: "4pm" is not a time of day such as 16:00$/],
    ['TRUST_PROXY', 'true', /^TRUST_PROXY: "true" trusts every client\. Set the number/],
    ['TRUST_PROXY', '10.0.0.1,proxy', /^TRUST_PROXY: "proxy" is not a number of proxies, or addresses/],
    ['CORS_ORIGINS', ',', /^CORS_ORIGINS: "," is not a comma-separated list: an origin/],
    ['RENDER_SECRET', 'secret', /^RENDER_SECRET is not a string of at least 24 characters$/],
    ['RATE_LIMIT_ENABLED', 'yes', /^RATE_LIMIT_ENABLED: "yes" is not true or false$/],
  ])('is rejected without its secrets: %s=%s', (name, value, message) => {
    let rejection: unknown;
    try {
      new Config({ DATA_DIR: folder, [name]: value });
    } catch (error) {
      rejection = error;
    }
    expect(rejection).toBeInstanceOf(ConfigError);
    expect((rejection as Error).message).toMatch(message);
    expect((rejection as Error).message).not.toContain('secret');
  });

  it('does not include a cooldown of 0 or a retention of ten years', () => {
    const { outbound, retention } = new Config({
      DATA_DIR: folder,
      OUTBOUND_REST: '0s',
      EVENT_RETENTION: '3650d',
    });
    expect(outbound.restMs).toBe(0);
    expect(retention.eventsMs).toBe(3650 * 86_400_000);
  });
});
