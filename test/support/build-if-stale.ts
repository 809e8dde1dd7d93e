import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
let isBuilt = false;

/** Returns a file of the built service, for tests that run it as a process. Builds the service first if needed. */
export function buildService(file: string): string {
  if (!isBuilt)
    execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs')], { stdio: 'ignore' });
  isBuilt = true;
  return join(ROOT, 'dist/src', file);
}

/** Builds the dashboard if its sources are newer than its files, for a service that runs from the sources. */
export function buildDashboard(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs'), 'web'], { stdio: 'inherit' });
}

/** Builds the client's command line if its sources are newer. */
export function buildCli(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs'), 'cli'], { stdio: 'inherit' });
  return join(ROOT, 'cli/bin/lading.js');
}

/** Builds `sdk/dist` if its sources or the document are newer. */
export function buildSdk(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-if-stale.mjs'), 'server'], { stdio: 'inherit' });
}

/** Writes the script of the API reference, for a service that runs from the sources. */
export function buildReference(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-reference.mjs')], { stdio: 'inherit' });
}

/** Builds the guides if their sources are newer. */
export function buildGuides(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-guides.mjs')], { stdio: 'ignore' });
}
