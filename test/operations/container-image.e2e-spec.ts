import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildService } from '../support/build-if-stale.js';
import { createDatabase } from '../support/database.js';
import { CHILD_PROCESS_ENV } from '../support/clock-env.js';

/** Returns the files of the build folder that the Dockerfile copies into the image. */
function listImageFiles(): string[] {
  const copies = readFileSync('Dockerfile', 'utf8').matchAll(/^COPY --from=build .*\/app\/(\S+) \S+$/gm);
  return [...copies].map(([, file]) => file!);
}

describe('the container image', () => {
  const app = mkdtempSync(join(tmpdir(), 'lading-image-'));

  beforeAll(() => {
    buildService('cli.js');
    for (const file of listImageFiles()) {
      mkdirSync(dirname(join(app, file)), { recursive: true });
      symlinkSync(resolve(file), join(app, file));
    }
  });
  afterAll(() => rmSync(app, { recursive: true }));

  it('contains the files that the CLI needs', async () => {
    expect(listImageFiles()).toContain('dist');
    const { HOME, TEST_DATA_DIR: DATA_DIR } = process.env;
    const run = spawnSync('npm', ['run', '-s', 'cli', '--', 'org', 'create', '--name', 'Acme', '--json'], {
      cwd: app,
      env: { ...CHILD_PROCESS_ENV, HOME, DATA_DIR, DATABASE_URL: await createDatabase() },
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\{"organization":.*\}\n$/) });
  });
});
