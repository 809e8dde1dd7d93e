import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { startApp } from '../support/app.js';
import { createDemoOrganization } from '../support/installation.js';

const run = promisify(execFile);

/** The address that pages use. The test replaces it with that of its own service. */
const ADDRESS = 'http://localhost:3000';

/** Blocks tested elsewhere: CI runs both in a fresh clone, and test/database/embedded-postgres starts the service. */
const TRIED_ELSEWHERE = ['npm ci && npm start', 'npm ci && npm test'];

const PAGES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((page) => page.endsWith('.md'));

/** Returns the shell blocks of a page, in order. */
function listShellBlocks(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!.trim());
}

const listRequestBlocks = (page: string): string[] =>
  listShellBlocks(page).filter((block) => block.includes(ADDRESS));
const listOtherBlocks = (page: string): string[] =>
  listShellBlocks(page).filter((block) => !block.includes(ADDRESS));

/** Runs blocks in one shell, so that variables set in a block are there in the next. A response of 400 and above fails. */
async function runBlocks(blocks: string[], folder: string, url: string, key: string): Promise<string> {
  const script = blocks.join('\n').replaceAll(ADDRESS, url);
  const strict = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@" && echo; }\n${script}`;
  const { stdout } = await run('bash', ['-c', strict], { cwd: folder, env: { ...process.env, KEY: key } });
  return stdout;
}

describe('the shell blocks of the documentation', () => {
  it('include at least three README calls that end with the invoice', () => {
    expect(listRequestBlocks('README.md').length).toBeGreaterThanOrEqual(3);
    expect(listRequestBlocks('README.md').at(-1)).toContain('/invoices/$INVOICE/pdf');
  });

  it.each(PAGES.filter((page) => listRequestBlocks(page).length > 0))(
    '%s: each call succeeds when pasted in order into the service of a first start',
    async (page) => {
      const app = await startApp();
      const folder = mkdtempSync(join(tmpdir(), 'lading-pasted-'));
      try {
        const { testKey } = await createDemoOrganization(app);
        const output = await runBlocks(listRequestBlocks(page), folder, app.url, testKey);
        for (const line of output.split('\n').filter(Boolean))
          expect(JSON.parse(line)).toHaveProperty('object');
        for (const name of readdirSync(folder)) {
          expect(readFileSync(join(folder, name)).subarray(0, 5).toString()).toBe('%PDF-');
        }
      } finally {
        rmSync(folder, { recursive: true });
        await app.close();
      }
    },
  );

  it('are all executed by a test', () => {
    const untried = listOtherBlocks('README.md').filter((block) => !TRIED_ELSEWHERE.includes(block));
    expect(untried).toEqual([]);
  });
});
