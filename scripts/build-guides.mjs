/**
 * Builds the pages of docs/ with the base /guides/ into `dist/guides`, unless they are newer than their sources. The
 * service runs this in the background, at the lowest priority.
 */
import { globSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import { withBuildLock } from './support/build-lock.mjs';

process.chdir(dirname(import.meta.dirname));
setPriority(constants.priority.PRIORITY_LOW);

const OUTPUT = 'dist/guides';
const UNFINISHED = 'dist/guides.unfinished';
const MARK = `${OUTPUT}/.built`;
const SOURCES = [
  'docs/**/*',
  'docs/.vitepress/config.ts',
  'README.md',
  'package-lock.json',
  'scripts/build-guides.mjs',
];

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isStale = () => Math.max(...globSync(SOURCES).map(changed)) > changed(MARK);

async function build() {
  if (!isStale()) return;
  const startedAt = new Date();
  const vitepress = await import('vitepress');
  await vitepress.build('docs', { base: '/guides/', outDir: resolve(UNFINISHED) });
  writeFileSync(`${UNFINISHED}/.built`, '');
  // Sources that were edited during the build are built again the next time.
  utimesSync(`${UNFINISHED}/.built`, startedAt, startedAt);
  rmSync(OUTPUT, { recursive: true, force: true });
  renameSync(UNFINISHED, OUTPUT);
}

if (isStale()) await withBuildLock('dist/.building-guides', build);
