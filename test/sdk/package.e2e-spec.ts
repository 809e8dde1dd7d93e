import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { minifySync } from '@swc/core';
import { startApp, type TestApp } from '../support/app.js';
import { buildService } from '../support/build-if-stale.js';

const run = promisify(execFile);
const MAX_BYTES = 20_000;

/** Installs the package as published into an empty project. */
describe('the package @lading/sdk', () => {
  let app: TestApp;
  let project: string;
  let home: string;

  beforeAll(async () => {
    buildService('main.js');
    project = mkdtempSync(join(tmpdir(), 'lading-sdk-'));
    home = join(project, 'node_modules/@lading/sdk');
    mkdirSync(home, { recursive: true });
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project];
    execFileSync('npm', pack, { cwd: 'sdk', stdio: 'ignore' });
    const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
    execFileSync('tar', ['-xzf', join(project, tarball!), '-C', home, '--strip-components', '1']);
    app = await startApp();
  });
  afterAll(async () => {
    rmSync(project, { recursive: true, force: true });
    await app.close();
  });

  const modules = () => readdirSync(join(home, 'dist')).filter((name) => name.endsWith('.js'));
  /** Returns the code blocks of its README. */
  const blocks = () =>
    [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)].map(
      ([, text]) => text!,
    );

  it('contains its modules, types and README, and has no dependencies', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(dependencies).toBeUndefined();
    expect(readdirSync(home).toSorted()).toEqual(['README.md', 'dist', 'package.json']);
    const files = readdirSync(join(home, 'dist'));
    expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'api.d.ts']));
    for (const name of modules())
      for (const [, from] of readFileSync(join(home, 'dist', name), 'utf8').matchAll(/from '([^']+)'/g))
        expect(from).toMatch(/^\.\//);
  });

  it(`is at most ${MAX_BYTES} bytes, minified and gzipped`, () => {
    const options = { module: true, compress: true, mangle: { toplevel: true } } as const;
    const code = modules().map(
      (name) => minifySync(readFileSync(join(home, 'dist', name), 'utf8'), options).code,
    );
    const { length } = gzipSync(code.join('\n'));
    process.stdout.write(`@lading/sdk: ${length} bytes minified and gzipped\n`);
    expect(length).toBeGreaterThan(1_000);
    expect(length).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('runs its quick start as pasted', async () => {
    const { testKey } = await app.organization();
    const start = blocks()[0]!.replace('http://localhost:3000', app.url).replace('fk_test_…', testKey);
    writeFileSync(join(project, 'quick-start.mjs'), start);
    const { stdout } = await run(process.execPath, ['quick-start.mjs'], { cwd: project });
    expect(stdout).toMatch(/Missing: freight\.description\nPRO \d{9}\n1 scheduled\n$/);
    expect(readFileSync(join(project, 'bol.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('has types under which its examples compile in strict mode', async () => {
    for (const [index, block] of blocks().entries())
      writeFileSync(join(project, `block-${index}.mts`), block);
    const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] };
    const compilerOptions = { ...options, typeRoots: [resolve('node_modules/@types')] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--project', project]);
  });
});
