import { setImmediate as nextTurn } from 'node:timers/promises';
import { Lading } from '@lading/sdk';
import type { Command } from 'commander';
import { readCredentials, type Credentials } from './credentials.js';
import { CliError, EXIT_CODES } from './errors.js';
import { toBaseUrl } from './arguments.js';
import { Output } from './output.js';
import { VERSION } from './version.js';

const DEFAULT_BASE_URL = 'http://localhost:3000';

/** The client, the mode of its key and the output of a command. */
export interface Session extends Credentials {
  lading: Lading;
  output: Output;
  mode: 'test' | 'live';
}

export interface GlobalOptions {
  json?: boolean;
  baseUrl?: string;
}

/** Returns the base URL: of the option, `LADING_URL`, the login or the default, in this order. */
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

/** @throws CliError if the key has an invalid format */
export function createClient({ base_url: baseUrl, key }: Credentials): Lading {
  parseMode(key);
  return new Lading({
    apiKey: key,
    baseUrl,
    headers: { 'User-Agent': `lading-cli/${VERSION}` },
    // The connection of the previous request is back in the pool after one turn, and is reused.
    fetch: async (...request) => {
      await nextTurn();
      return fetch(...request).catch((error: unknown) => {
        throw error instanceof TypeError ? new Error(`${baseUrl}${getErrorCode(error)}`) : error;
      });
    },
  });
}

/** Returns the system's error code in parentheses, for instance ` (ECONNREFUSED)`. */
function getErrorCode({ cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string };
  return code === undefined ? '' : ` (${code})`;
}

export function parseMode(key: string): 'test' | 'live' {
  const mode = /^fk_(test|live)_[0-9A-Za-z]+$/.exec(key)?.[1];
  if (!mode)
    throw new CliError('Invalid API key. Use a key that starts with fk_test_ or fk_live_.', EXIT_CODES.key);
  return mode as 'test' | 'live';
}

/** Uses the key of `LADING_API_KEY` or of the login. Never sends the key of the login to another service. */
export function createSession(options: GlobalOptions): Session {
  const output = new Output(options.json ?? false);
  const { LADING_API_KEY: environmentKey } = process.env;
  const stored = environmentKey ? undefined : readCredentials();
  const baseUrl = resolveBaseUrl(options, stored);
  if (!environmentKey && !stored)
    throw new CliError('No API key. Run lading login, or set LADING_API_KEY.', EXIT_CODES.key);
  if (stored && stored.base_url !== baseUrl)
    throw new CliError(
      `The stored key is for ${stored.base_url}. Run lading login --base-url ${baseUrl}, or set LADING_API_KEY.`,
      EXIT_CODES.key,
    );
  const credentials = { base_url: baseUrl, key: environmentKey ?? stored!.key };
  return { ...credentials, lading: createClient(credentials), output, mode: parseMode(credentials.key) };
}

export function getGlobalOptions(command: Command): GlobalOptions {
  return command.optsWithGlobals();
}
