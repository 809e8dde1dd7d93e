/**
 * Runs the semgrep rules in `.semgrep` over the sources, after their own tests. Exits with 1 for a finding or a broken
 * rule, and with 2 without Python.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NotInstalled, pythonTool, withPath } from './support/external-tools.mjs';

const SEMGREP = 'semgrep==1.185.0';
const RULES = ['--config', '.semgrep/security.yaml'];
const SOURCES = ['src', 'cli/src', 'sdk/src', 'web/src'];

let bin;
try {
  bin = pythonTool([SEMGREP]);
} catch (error) {
  if (!(error instanceof NotInstalled)) throw error;
  console.log(`skipped: ${error.message}`);
  process.exit(2);
}
// Without these, semgrep waits for a server of its vendor.
const env = { ...withPath(bin), SEMGREP_ENABLE_VERSION_CHECK: '0', SEMGREP_SEND_METRICS: 'off' };
const semgrep = (...args) => spawnSync(join(bin, 'semgrep'), args, { env, stdio: 'inherit' }).status;

const status =
  semgrep('--test', ...RULES, '.semgrep/security.ts') ||
  semgrep('scan', ...RULES, '--error', '--quiet', ...SOURCES);
if (status === 0) console.log('no finding');
process.exit(status === 0 ? 0 : 1);
