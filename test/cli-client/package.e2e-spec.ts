import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { buildCli } from '../support/build-if-stale.js';

const run = promisify(execFile);
/** The size limit of the download by `npx`. */
const MAX_BYTES = 500_000;

/** Installs the package as published into an empty project, without a registry. */
describe('the package @lading/cli', () => {
  let app: TestApp;
  let project: string;
  let home: string;

  beforeAll(async () => {
    buildCli();
    project = mkdtempSync(join(tmpdir(), 'lading-cli-'));
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project];
    execFileSync('npm', pack, { cwd: 'cli', stdio: 'ignore' });
    const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
    mkdirSync(join(project, 'node_modules'));
    const install = [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--prefix',
      project,
      join(project, tarball!),
    ];
    execFileSync('npm', install, { cwd: project, stdio: 'ignore' });
    home = join(project, 'node_modules/@lading/cli');
    app = await startApp();
  });
  afterAll(async () => {
    rmSync(project, { recursive: true, force: true });
    await app.close();
  });

  it('has no dependencies and includes the licenses of its bundled packages', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(dependencies).toBeUndefined();
    expect(readdirSync(home).toSorted()).toEqual(['README.md', 'bin', 'dist', 'package.json']);
    const [first] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
    const bytes = readFileSync(join(project, first!)).length;
    process.stdout.write(`@lading/cli: ${bytes} bytes packed\n`);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    for (const name of readdirSync(join(home, 'dist')).filter((file) => file.endsWith('.js')))
      for (const [, from] of readFileSync(join(home, 'dist', name), 'utf8').matchAll(
        /^import .* from "([^"]+)"/gm,
      ))
        expect(from).toMatch(
          /^(node:|\.\/|(assert|buffer|child_process|events|fs|path|process|stream|tty|url|util|os)$)/,
        );
    const licences = readFileSync(join(home, 'dist/LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'cli-table3', 'picocolors', '@modelcontextprotocol/sdk', 'zod'])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC)\\)\\n\\n.{20}`, 'ms'));
  });

  it('runs in a checkout through npx', async () => {
    const { version } = JSON.parse(readFileSync('cli/package.json', 'utf8')) as { version: string };
    const { stdout } = await run('npx', ['--offline', 'lading', '--version']);
    expect(stdout).toBe(`${version}\n`);
  });

  it('runs in another project through npx', async () => {
    const { testKey } = await app.organization();
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LADING_URL: app.url, LADING_API_KEY: testKey };
    const { stdout } = await run('npx', ['--offline', 'lading', 'shipments', '--json'], {
      cwd: project,
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ object: 'list', data: [] });
  });
});
