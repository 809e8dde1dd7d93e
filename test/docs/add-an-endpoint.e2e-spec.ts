import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);

const PAGE = 'docs/contributing/add-an-endpoint.md';
/** The parts of the repository that the page changes, and those that its command needs. */
const COPIED = [
  'jest.config.ts',
  'openapi',
  'package.json',
  'src',
  'test/architecture.spec.ts',
  'test/database',
  'test/support',
  'web/src/testing',
  'tsconfig.json',
];
const TIMEOUT_MS = 300_000;

interface FileBlock {
  path: string;
  language: string;
  code: string;
}

/** Lists the blocks that follow the path of a file. */
function listFileBlocks(page: string): FileBlock[] {
  return [...page.matchAll(/^`([\w./-]+)`\n\n```(ts|diff)\n([^]*?)^```$/gm)].map(
    ([, path, language, code]) => ({ path: path!, language: language!, code: code! }),
  );
}

/** Applies each hunk at the only place that has its old lines. */
function applyDiff(source: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter(Boolean);
    const join = (drop: string): string =>
      lines
        .filter((line) => !line.startsWith(drop))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const parts = text.split(join('+'));
    expect(parts).toHaveLength(2);
    return parts.join(join('-'));
  }, source);
}

describe('docs/contributing/add-an-endpoint.md', () => {
  const page = readFileSync(PAGE, 'utf8');
  const blocks = listFileBlocks(page);
  const created = blocks.filter(({ language }) => language === 'ts');
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'lading-endpoint-'));
    for (const path of COPIED) cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    for (const { path, language, code } of blocks) {
      const file = join(copy, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, language === 'diff' ? applyDiff(readFileSync(file, 'utf8'), code) : code);
    }
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  const runInCopy = async (command: string): Promise<void> => {
    const env = { ...process.env, DATABASE_URL: process.env.TEST_DATABASE_URL, JEST_WORKER_ID: undefined };
    const options = { cwd: copy, env, timeout: TIMEOUT_MS };
    await run('bash', ['-ec', command], options).catch(({ stdout, stderr }: Record<string, string>) => {
      throw new Error(`${command} failed:\n${stdout}${stderr}`);
    });
  };

  it('shows every file of the feature', () => {
    expect(created).toHaveLength(10);
    expect(blocks.length - created.length).toBeGreaterThan(3);
  });

  it(
    'shows files that type-check',
    async () => {
      const include = ['src/**/*.d.ts', ...created.map(({ path }) => path)];
      const config = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include };
      writeFileSync(join(copy, 'tsconfig.page.json'), JSON.stringify(config));
      await runInCopy('node_modules/.bin/tsc --noEmit -p tsconfig.page.json');
    },
    TIMEOUT_MS,
  );

  it(
    'shows commands that succeed',
    async () => {
      const commands = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command]) => command!);
      expect(commands).toHaveLength(1);
      await runInCopy(commands[0]!);
    },
    TIMEOUT_MS,
  );
});
