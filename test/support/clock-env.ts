/**
 * Variables with which `npm run test:later` moves the clock. A child process with a short environment needs them too.
 */
const NAMES = [
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'FAKETIME_FORCE_MONOTONIC_FIX',
  'FAKETIME_NO_CACHE',
];

/** PATH, and the variables of a moved clock if the tests run with one. */
export const CHILD_PROCESS_ENV: Record<string, string> = Object.fromEntries(
  ['PATH', ...NAMES].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);
