/** Before packing: builds from nothing, so that no file of an earlier state travels along. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const stdio = ['ignore', process.stderr, process.stderr];
execFileSync('nest', ['build'], { stdio });
execFileSync(process.execPath, ['scripts/build-web.mjs'], { stdio });
writeFileSync('dist/.built', '');
