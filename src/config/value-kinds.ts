import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { parseValue, type Kind } from './env.js';

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function toMilliseconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  return match
    ? Math.round(Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS])
    : undefined;
}

/** A duration in milliseconds. */
export function duration(min: string, max: string): Kind<number> {
  return {
    values: `a duration from ${min} to ${max}`,
    parse(text, fail) {
      const value = toMilliseconds(text);
      const isInRange = value !== undefined && value >= toMilliseconds(min)! && value <= toMilliseconds(max)!;
      return isInRange ? value : fail();
    },
  };
}

export const anyDuration = duration('0s', '36500d');
/** For timers. In Node's server 0 means no timeout, and a timer beyond 2^31-1 ms (24.8 days) fires at once. */
export const timeout = duration('1ms', '1d');
export const period = duration('1s', '36500d');

/** @param name for the error, e.g. the option `--overlap` @throws ConfigError */
export function parseDuration(text: string, name: string): number {
  return parseValue(anyDuration, text, name);
}

export const plainText: Kind<string> = { values: 'text', parse: (text) => text };

export function secretOfLength(min: number): Kind<string> {
  return {
    values: `a string of at least ${min} characters`,
    secret: true,
    parse: (text, fail) => (text.length >= min ? text : fail()),
  };
}

export function integer(min: number, max: number): Kind<number> {
  return {
    values: `a whole number from ${min} to ${max}`,
    parse(text, fail) {
      const value = Number(text);
      return Number.isInteger(value) && value >= min && value <= max ? value : fail();
    },
  };
}

export const ratio: Kind<number> = {
  values: 'a number from 0 to 1',
  parse(text, fail) {
    const value = Number(text);
    return value >= 0 && value <= 1 ? value : fail();
  },
};

export const flag: Kind<boolean> = {
  values: 'true or false',
  parse: (text, fail) => text === 'true' || (text === 'false' ? false : fail()),
};

export function choice<const T extends string>(...choices: T[]): Kind<T> {
  return {
    values: `one of ${choices.join(', ')}`,
    parse: (text, fail) => choices.find((value) => value === text) ?? fail(),
  };
}

/** Values separated by commas, at least one. An error quotes the faulty one. */
export function list<T>(kind: Kind<T>): Kind<T[]> {
  return {
    values: `a comma-separated list: ${kind.values}`,
    parse(text, fail) {
      const parts = text.split(',').map((part) => part.trim());
      const values = parts
        .filter(Boolean)
        .map((part) => kind.parse(part, (problem = `is not ${kind.values}`) => fail(problem, part)));
      return values.length > 0 ? values : fail();
    },
  };
}

export const ipAddress: Kind<string> = {
  values: 'an IP address such as 127.0.0.1',
  parse: (text, fail) => (isIP(text) ? text : fail()),
};

export const network: Kind<string> = {
  values: 'a network such as 10.0.0.0/8',
  parse: (text, fail) => (ipaddr.isValidCIDR(text) ? text : fail()),
};

export const origin: Kind<string> = {
  values: 'an origin such as https://app.example.com, or *',
  parse: (text, fail) => (text === '*' || URL.parse(text)?.origin === text ? text : fail()),
};

export const companyPrefix: Kind<string> = {
  values: '7 to 10 digits',
  parse: (text, fail) => (/^\d{7,10}$/.test(text) ? text : fail()),
};

export const timeOfDay: Kind<string> = {
  values: 'a time of day such as 16:00',
  parse: (text, fail) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : fail()),
};

/** Rejects `true`: any client could then choose its address, and no limit per address would hold. */
export const trustedProxies: Kind<false | number | string> = {
  values: 'a number of proxies, or addresses and networks',
  parse(text, fail) {
    if (text === 'false') return false;
    if (text === 'true')
      return fail('trusts every client. Set the number of proxies in front, e.g. 1, or their networks.');
    if (/^\d+$/.test(text)) return Number(text);
    for (const part of text.split(',').map((word) => word.trim())) {
      const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(part);
      if (!isNamed && !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part)) return fail(undefined, part);
    }
    return text;
  },
};

/** The address of a server, as it is. */
export function serverUrl(...protocols: [string, ...string[]]): Kind<string> {
  return {
    values: `a URL such as ${protocols[0]}//user:password@host`,
    secret: true,
    parse(text, fail) {
      const url = URL.parse(text);
      return url && protocols.includes(url.protocol) && url.hostname ? text : fail();
    },
  };
}

/** The base of other addresses, without a trailing slash. */
export function baseUrl(example: string): Kind<string> {
  return {
    values: `a URL such as ${example}`,
    secret: true,
    parse(text, fail) {
      const url = URL.parse(text);
      const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
      return isPlain && ['http:', 'https:'].includes(url.protocol) ? url.href.replace(/\/+$/, '') : fail();
    },
  };
}

export const encryptionKey: Kind<Buffer> = {
  values: '32 bytes in base64',
  secret: true,
  parse(text, fail) {
    const key = Buffer.from(text, 'base64');
    return key.length === 32 ? key : fail();
  },
};

/** The absolute path of a folder, which it creates if it is missing. */
export const writableFolder: Kind<string> = {
  values: 'a writable folder',
  parse(text, fail) {
    const folder = resolve(text);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      return fail(`cannot be written (${(error as NodeJS.ErrnoException).code})`, folder);
    }
    return folder;
  },
};

export const existingFile: Kind<string> = {
  values: 'an existing file',
  parse: (text, fail) => (existsSync(text) ? text : fail('does not exist')),
};
