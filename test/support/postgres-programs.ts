import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL refuses root. */
export const UNPRIVILEGED_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const DEBIAN_POSTGRES_DIR = '/usr/lib/postgresql';

/** Returns the folder of the machine's newest PostgreSQL with this program; undefined if there is none. */
export function findPostgresBin(program: string): string | undefined {
  const versions = existsSync(DEBIAN_POSTGRES_DIR)
    ? readdirSync(DEBIAN_POSTGRES_DIR).sort((a, b) => Number(b) - Number(a))
    : [];
  return versions
    .map((one) => join(DEBIAN_POSTGRES_DIR, one, 'bin'))
    .find((one) => existsSync(join(one, program)));
}
