import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CliError, EXIT_CODES } from './errors.js';

/** A key, and the only service that it is sent to. */
export interface Credentials {
  base_url: string;
  key: string;
}

const OTHERS_PERMISSION_BITS = 0o077;

/** Below the XDG folder of configuration, which must be absolute to count. */
export function resolveCredentialsPath(): string {
  const { XDG_CONFIG_HOME: configured } = process.env;
  const home = configured && isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(home, 'lading/credentials.json');
}

/** @throws CliError when others can read it, or nobody */
export function readCredentials(): Credentials | undefined {
  const file = resolveCredentialsPath();
  const { mode } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (mode === undefined) return undefined;
  if (process.platform !== 'win32' && mode & OTHERS_PERMISSION_BITS)
    throw new CliError(
      `Others on this machine can read ${file}: chmod 600, or log in again.`,
      EXIT_CODES.key,
    );
  try {
    const { base_url, key } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>;
    if (base_url && key) return { base_url, key };
  } catch {
    // Said below.
  }
  throw new CliError(`${file} can't be read: log in again.`, EXIT_CODES.key);
}

export function storeCredentials(credentials: Credentials): string {
  const file = resolveCredentialsPath();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A file that others could open before stays open to them: a new one takes its place.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return file;
}

/** Whether there was something to forget. */
export function deleteCredentials(): boolean {
  const file = resolveCredentialsPath();
  const existed = statSync(file, { throwIfNoEntry: false }) !== undefined;
  rmSync(file, { force: true });
  return existed;
}
