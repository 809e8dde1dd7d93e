/** Packs Lading, installs it into a copy of examples/acme as a team would, and runs that project's tests. */
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
    }).replace(/^[^[]*/, ''),
  );
  renameSync(join(project, filename), join(project, 'lading.tgz'));
  npm('install', '--no-audit', '--no-fund', '--no-package-lock');
  npm('test');
} finally {
  rmSync(project, { recursive: true, force: true });
}
