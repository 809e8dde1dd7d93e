import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL refuses root. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const DEBIAN = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL of this machine's own that has this program; undefined where there is none. */
export function postgresWith(program: string): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((one) => join(DEBIAN, one, 'bin')).find((one) => existsSync(join(one, program)));
}
