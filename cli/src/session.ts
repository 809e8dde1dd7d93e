import { setImmediate as nextTurn } from 'node:timers/promises';
import { Lading } from '@lading/sdk';
import type { Command } from 'commander';
import { readCredentials, type Credentials } from './credentials.js';
import { CliError, EXIT_CODES } from './errors.js';
import { toBaseUrl } from './arguments.js';
import { Output } from './output.js';
import { VERSION } from './version.js';

const DEFAULT_BASE_URL = 'http://localhost:3000';

/** What every command is given: a client for the key at hand, and where to write. */
export interface Session extends Credentials {
  lading: Lading;
  output: Output;
  mode: 'test' | 'live';
}

export interface GlobalOptions {
  json?: boolean;
  baseUrl?: string;
}

/** The service that is meant: the option, `LADING_URL`, the one logged in to, this machine. */
export function resolveBaseUrl({ baseUrl }: GlobalOptions, stored?: Credentials): string {
  const { LADING_URL: url } = process.env;
  return baseUrl ?? (url ? parseEnvironmentUrl(url) : (stored?.base_url ?? DEFAULT_BASE_URL));
}

/** @throws CliError */
function parseEnvironmentUrl(url: string): string {
  try {
    return toBaseUrl(url);
  } catch (error) {
    throw new CliError(`LADING_URL: ${(error as Error).message}`, EXIT_CODES.usage);
  }
}

/** A client of a service for a key. @throws CliError for what is no key */
export function createClient({ base_url: baseUrl, key }: Credentials): Lading {
  parseMode(key);
  return new Lading({
    apiKey: key,
    baseUrl,
    headers: { 'User-Agent': `lading-cli/${VERSION}` },
    // By then the connection of the call before is free, and is taken again.
    fetch: async (...request) => {
      await nextTurn();
      return fetch(...request).catch((error: unknown) => {
        throw error instanceof TypeError
          ? new Error(`${baseUrl} is not reached${getErrorCode(error)}`)
          : error;
      });
    },
  });
}

/** As the system says it, e.g. ECONNREFUSED. */
function getErrorCode({ cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string };
  return code === undefined ? '' : ` (${code})`;
}

export function parseMode(key: string): 'test' | 'live' {
  const mode = /^fk_(test|live)_[0-9A-Za-z]+$/.exec(key)?.[1];
  if (!mode) throw new CliError('A key begins with fk_test_ or fk_live_.', EXIT_CODES.key);
  return mode as 'test' | 'live';
}

/** The key of `LADING_API_KEY`, or the one logged in with: that is sent to its own service alone. */
export function createSession(options: GlobalOptions): Session {
  const output = new Output(options.json ?? false);
  const { LADING_API_KEY: given } = process.env;
  const stored = given ? undefined : readCredentials();
  const baseUrl = resolveBaseUrl(options, stored);
  if (!given && !stored)
    throw new CliError('No key: run lading login, or set LADING_API_KEY.', EXIT_CODES.key);
  if (stored && stored.base_url !== baseUrl)
    throw new CliError(
      `The key that you logged in with is for ${stored.base_url}: log in to ${baseUrl}, or set LADING_API_KEY.`,
      EXIT_CODES.key,
    );
  const credentials = { base_url: baseUrl, key: given ?? stored!.key };
  return { ...credentials, lading: createClient(credentials), output, mode: parseMode(credentials.key) };
}

export function getGlobalOptions(command: Command): GlobalOptions {
  return command.optsWithGlobals();
}
