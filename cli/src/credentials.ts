import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CliError, EXIT_CODES } from './errors.js';

/** An API key and the only service that it may be sent to. */
export interface Credentials {
  base_url: string;
  key: string;
}

const GROUP_AND_OTHERS_BITS = 0o077;

/** Uses `XDG_CONFIG_HOME` if it is absolute, as the XDG specification requires. */
export function resolveCredentialsPath(): string {
  const { XDG_CONFIG_HOME: configured } = process.env;
  const home = configured && isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(home, 'lading/credentials.json');
}

/** Returns undefined without a login. @throws CliError if other users can read the file, or if it is invalid */
export function readCredentials(): Credentials | undefined {
  const file = resolveCredentialsPath();
  const { mode } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (mode === undefined) return undefined;
  if (process.platform !== 'win32' && mode & GROUP_AND_OTHERS_BITS)
    throw new CliError(
      `Other users can read ${file}. Run chmod 600 on it, or run lading login.`,
      EXIT_CODES.key,
    );
  try {
    const { base_url, key } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>;
    if (base_url && key) return { base_url, key };
  } catch {
    // The error below covers invalid JSON too.
  }
  throw new CliError(`${file} is not valid. Run lading login.`, EXIT_CODES.key);
}

export function storeCredentials(credentials: Credentials): string {
  const file = resolveCredentialsPath();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Processes that have the old file open can't read the new one.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return file;
}

/** Returns true if there was a stored key. */
export function deleteCredentials(): boolean {
  const file = resolveCredentialsPath();
  const existed = statSync(file, { throwIfNoEntry: false }) !== undefined;
  rmSync(file, { force: true });
  return existed;
}
