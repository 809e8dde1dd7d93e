/** Builds before a start when the sources are newer than the last build: `npm start` needs no command before it. */
import { execFileSync } from 'node:child_process';
import { globSync, statSync, writeFileSync } from 'node:fs';

const MARK = 'dist/.built';
const SOURCES = ['src/**/*', 'ormconfig.ts', 'nest-cli.json', 'tsconfig*.json', 'package-lock.json'];

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (Math.max(...globSync(SOURCES).map(changed)) > changed(MARK)) {
  process.stderr.write('Building …\n');
  execFileSync('nest', ['build'], { stdio: ['ignore', process.stderr, process.stderr] });
  writeFileSync(MARK, '');
}
