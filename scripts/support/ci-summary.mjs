/** Ends `.ci/run`: prints each failed test of jest's reports and one line of counts. Exits with 1 after a failure. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const [failedSteps, ...reports] = process.argv.slice(2);
let passed = 0;
let failed = Number(failedSteps);

for (const report of reports) {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName } of tests) console.log(`FAILED test: ${file}: ${fullName}`);
    // A file that does not load has no tests.
    if (status === 'failed' && tests.length === 0) console.log(`FAILED file: ${file}: ${firstLine(message)}`);
    if (status === 'failed') failed += Math.max(tests.length, 1);
  }
}
if (!reports.some((report) => report.endsWith('/tests.json'))) {
  console.log('FAILED: the test suite wrote no report');
  failed++;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function firstLine(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 2)
    .join(' ');
}
