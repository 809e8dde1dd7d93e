/** What `npm run test:later` sets to move the clock. A child process that gets a short environment needs them too. */
const NAMES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'FAKETIME_NO_CACHE'];

/** PATH, and the variables of the moved clock where the tests run on one. */
export const CHILD_PROCESS_ENV: Record<string, string> = Object.fromEntries(
  ['PATH', ...NAMES].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);
