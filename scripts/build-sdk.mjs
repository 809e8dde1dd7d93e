/**
 * Builds `sdk/dist`: the types of the document, then the compiled client. With `--check` it also compiles its tests.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);
const DOCUMENT = join(ROOT, 'openapi/openapi.json');
const TYPES = join(ROOT, 'sdk/src/api.ts');

/** Types are as old as the document that they were generated from. */
const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtime.getTime() ?? 0;

async function writeTypes() {
  if (changed(TYPES) === changed(DOCUMENT)) return;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const { mtime } = statSync(DOCUMENT);
  // A field with a default is optional in a request.
  const types = await openapiTS(readFileSync(DOCUMENT, 'utf8'), { defaultNonNullable: false, silent: true });
  writeFileSync(TYPES, astToString(types));
  utimesSync(TYPES, mtime, mtime);
}

function compile(...args) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  process.exitCode ||= status ?? 1;
}

await writeTypes();
if (process.argv.includes('--check')) compile('--noEmit', '--project', 'test/sdk');
else compile('--project', 'sdk');
