/**
 * Runs a command with `DATABASE_URL` set to an empty PostgreSQL that is installed on this machine:
 * `node scripts/with-installed-postgres.mjs npm test -- test/database`. Exits with 2 where none is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findPostgresBin } from '../test/support/postgres-programs.ts';
import { startInstalledPostgres } from './support/installed-postgres.mjs';

const [command, ...args] = process.argv.slice(2);
const bin = findPostgresBin('initdb');
if (!bin) {
  console.log('skipped: no PostgreSQL is installed. Run apt-get install postgresql.');
  process.exit(2);
}
console.log(spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim());
const postgres = await startInstalledPostgres();
try {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: postgres.url },
  });
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
}
