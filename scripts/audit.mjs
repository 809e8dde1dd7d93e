/**
 * Fails on a known vulnerability of high or critical severity in shipped packages. A registry without audits is a
 * failure in the project's workflow and skips the check elsewhere.
 */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const report = JSON.parse(stdout || '{}');
const counts = report.metadata?.vulnerabilities;
if (!counts) {
  const required = process.env.GITHUB_ACTIONS === 'true';
  const reason = report.message ?? report.error?.summary ?? 'no answer';
  console.log(`${required ? 'failed' : 'skipped'}: the registry answers no audits (${reason})`);
  process.exit(required ? 1 : 2);
}
const severe = counts.high + counts.critical;
console.log(`${counts.total} known vulnerabilities, ${severe} of them high or critical`);
process.exit(severe > 0 ? 1 : 0);
