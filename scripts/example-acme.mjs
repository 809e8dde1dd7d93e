/** Packs Lading, installs it into a copy of examples/acme and runs the tests of that project. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = mkdtempSync(join(tmpdir(), 'lading-acme-'));
const npm = (...args) => execFileSync('npm', args, { cwd: project, stdio: 'inherit' });

try {
  cpSync('examples/acme', project, {
    recursive: true,
    filter: (file) => !/node_modules|\bdist\b/.test(file),
  });
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', project], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      // The tests of the example do not use the guides, whose build takes longer than everything else.
      env: { ...process.env, GUIDES: 'false' },
    }).replace(/^[^[]*/, ''),
  );
  renameSync(join(project, filename), join(project, 'lading.tgz'));
  npm('install', '--no-audit', '--no-fund', '--no-package-lock');
  npm('test');
} finally {
  rmSync(project, { recursive: true, force: true });
}
