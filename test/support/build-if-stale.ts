import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
let isBuilt = false;

/** A file of the built service, for tests that run it as a process: only they wait for a build, once. */
export function buildService(file: string): string {
  if (!isBuilt)
    execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs')], { stdio: 'ignore' });
  isBuilt = true;
  return join(ROOT, 'dist/src', file);
}

/** Builds the dashboard when its sources are newer than its files, for a service that runs from the sources. */
export function buildDashboard(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs'), 'web'], { stdio: 'inherit' });
}

/** The client's command line, built when its sources are newer. */
export function buildCli(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs'), 'cli'], { stdio: 'inherit' });
  return join(ROOT, 'cli/bin/lading.js');
}
