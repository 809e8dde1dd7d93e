/**
 * Builds a package from nothing before it is packed, so that it contains no file of an earlier build. `GUIDES=false` leaves out
 * the docs site.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const stdio = ['ignore', process.stderr, process.stderr];
execFileSync('nest', ['build'], { stdio });
const scripts = ['scripts/build-web.mjs', 'scripts/build-reference.mjs'];
if (process.env.GUIDES !== 'false') scripts.push('scripts/build-guides.mjs');
for (const script of scripts) execFileSync(process.execPath, [script], { stdio });
writeFileSync('dist/.built', '');
