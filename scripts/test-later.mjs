/**
 * `npm run test:later`: runs the suite on later clocks, which the tests, their child processes and an external
 * PostgreSQL share. Debian's libfaketime moves them.
 *
 * - `npm run test:later` runs the whole suite on all three clocks.
 * - `npm run test:later -- --clock sunday test/bills` runs some files on one clock.
 * - `npm run test:later -- --clock 2027-01-01T23:58Z` sets any other time.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasInstalledPostgres, startInstalledPostgres } from './support/installed-postgres.mjs';

const DAY_S = 86_400;
const LIBRARIES = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`);
const ROOT = dirname(import.meta.dirname);

const CLOCKS = {
  9: () => 9 * DAY_S,
  // Weekends and month ends differ from the current ones, and no pickup is possible.
  sunday: () => (40 + ((7 - new Date(Date.now() + 40 * DAY_S * 1_000).getUTCDay()) % 7)) * DAY_S,
  400: () => 400 * DAY_S,
};

/** PostgreSQL's statement_timeout and lock_timeout never fire under libfaketime. */
const NEEDS_TIMEOUTS = 'it needs timeouts of PostgreSQL, which do not fire under libfaketime';

/** Suites that cannot run on a moved clock. `npm test` runs them. */
const SKIPPED = {
  'test/database/list-timeout': NEEDS_TIMEOUTS,
  'test/database/migrations': NEEDS_TIMEOUTS,
  'test/database/partitions': NEEDS_TIMEOUTS,
  'test/database/read-replica':
    'the service starts its PostgreSQL with a short environment, so on the real clock',
  'test/docs/add-an-endpoint': 'it runs test/database/migrations',
  'test/http/search': NEEDS_TIMEOUTS,
};

const { clocks, args } = parseArguments(process.argv.slice(2));
const library = LIBRARIES.find((file) => existsSync(file));
if (!library) skip('libfaketime is not installed. Run apt-get install faketime.');
if (!hasInstalledPostgres()) skip('no PostgreSQL is installed. Run apt-get install postgresql.');

const names = args.some((arg) => !arg.startsWith('-')) ? [] : Object.entries(SKIPPED);
for (const [file, reason] of names) console.log(`skipped: ${file}: ${reason}`);
// A build uses the real clock for its timestamps.
spawnSync(process.execPath, ['scripts/build-if-stale.mjs'], { cwd: ROOT, stdio: 'inherit' });

const failed = [];
for (const clock of clocks) {
  const offset = clock in CLOCKS ? CLOCKS[clock]() : Math.round((Date.parse(clock) - Date.now()) / 1_000);
  console.log(`\n== ${clock}: ${new Date(Date.now() + offset * 1_000).toUTCString()}`);
  if ((await runSuite(offset)) !== 0) failed.push(clock);
}
console.log(failed.length === 0 ? '\nAll clocks passed.' : `\nFailed on these clocks: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

function parseArguments(words) {
  const chosen = [];
  const others = [];
  for (let index = 0; index < words.length; index++) {
    if (words[index] === '--clock') chosen.push(words[++index]);
    else others.push(words[index]);
  }
  const unknown = chosen.filter((clock) => !(clock in CLOCKS) && Number.isNaN(Date.parse(clock)));
  if (unknown.length > 0) {
    console.error(
      `Unknown clock ${unknown.join(', ')}. Use 9, sunday, 400 or a date such as 2027-01-01T23:58Z.`,
    );
    process.exit(1);
  }
  return { clocks: chosen.length > 0 ? chosen : ['9', 'sunday', '400'], args: others };
}

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(2);
}

/** @param offset seconds that the clock is ahead; returns jest's exit code */
async function runSuite(offset) {
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    // Timers and condition variables wait on the monotonic clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // With the fix for old C libraries, Chromium takes 8 s to start or hangs.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
  const postgres = await startInstalledPostgres(env);
  try {
    const leftOut = names.map(([file]) => file).join();
    const jest = [
      '--no-compilation-cache',
      '--experimental-vm-modules',
      '--no-warnings',
      join(ROOT, 'node_modules/jest/bin/jest.js'),
    ];
    const child = spawn(process.execPath, [...jest, ...args], {
      cwd: ROOT,
      env: { ...env, DATABASE_URL: postgres.url, ...(leftOut && { TEST_LEFT_OUT: leftOut }) },
      stdio: 'inherit',
    });
    const [status] = await once(child, 'exit');
    return status;
  } finally {
    await postgres.stop();
  }
}
