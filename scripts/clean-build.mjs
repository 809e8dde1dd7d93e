/** Before packing: builds from nothing, so that no file of an earlier state travels along. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync('nest', ['build'], { stdio: ['ignore', process.stderr, process.stderr] });
writeFileSync('dist/.built', '');
