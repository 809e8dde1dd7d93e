import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './env.js';

/** Reads the key from the file, which it creates if it is missing. @throws ConfigError */
export function loadOrCreateKey(file: string): Buffer {
  try {
    if (!existsSync(file)) createKeyFile(file);
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    throw new ConfigError(`${file} cannot be read or written (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new ConfigError(`${file} does not contain 32 bytes in base64`);
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
