/** Fails on a known vulnerability of high or critical severity in what we ship. A registry without audits is said so. */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const report = JSON.parse(stdout || '{}');
const counts = report.metadata?.vulnerabilities;
if (!counts) {
  console.log(
    `skipped: the registry answers no audits (${report.message ?? report.error?.summary ?? 'no answer'})`,
  );
  process.exit(0);
}
const grave = counts.high + counts.critical;
console.log(`${counts.total} known vulnerabilities, ${grave} of them high or critical`);
process.exit(grave > 0 ? 1 : 0);
