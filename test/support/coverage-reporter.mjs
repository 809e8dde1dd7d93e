import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Responses that no test can cause, each with its reason. */
const EXCEPTIONS = JSON.parse(readFileSync(new URL('./uncovered.json', import.meta.url), 'utf8'));

/** Fails after a whole run unless every operation has returned each of its documented statuses in some test. */
export default class CoverageReporter {
  constructor(globalConfig) {
    this.whole =
      (globalConfig.testPathPatterns?.patterns ?? []).length === 0 && !globalConfig.testNamePattern;
  }

  onRunComplete() {
    // Without a data directory no e2e suite has run.
    if (!this.whole || !process.env.TEST_DATA_DIR) return;
    const file = join(process.env.TEST_DATA_DIR, 'covered.txt');
    const covered = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
    const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
    const documented = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, responses }) =>
        Object.keys(responses).map((status) => `${operationId} ${status}`),
      ),
    );
    const missing = documented.filter((pair) => !covered.has(pair) && !EXCEPTIONS[pair]);
    const needless = Object.keys(EXCEPTIONS).filter(
      (pair) => covered.has(pair) || !documented.includes(pair),
    );
    const count = documented.filter((pair) => covered.has(pair)).length;
    console.log(
      `\nDocument coverage: ${count} of ${documented.length} operation-status pairs, ${Object.keys(EXCEPTIONS).length} excepted`,
    );
    if (missing.length > 0) this.error = new Error(`No test covers these responses: ${missing.join(', ')}`);
    else if (needless.length > 0)
      this.error = new Error(`Remove these unneeded exceptions: ${needless.join(', ')}`);
    if (this.error) console.log(this.error.message);
  }

  getLastError() {
    return this.error;
  }
}
