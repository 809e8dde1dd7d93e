/**
 * Schemathesis, with all its phases and a fixed seed, against a service of its own: whatever the document allows must be
 * taken, and every answer must be one of the document's. Ends with 1 on any failure, with 2 where there is no Python.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../support/service.mjs';
import { NotHere, pythonTool } from '../support/tools.mjs';

const SCHEMATHESIS = 'schemathesis==4.32.5';
const CONFIG = join(import.meta.dirname, 'schemathesis.toml');
const MOST_EXCEPTIONS = 5;

process.exitCode = await main();

async function main() {
  const exceptions = exceptionsIn(readFileSync(CONFIG, 'utf8'));
  for (const { operation, reason } of exceptions) console.log(`excepted: ${operation}: ${reason}`);
  if (exceptions.length > MOST_EXCEPTIONS || exceptions.some(({ reason }) => !reason)) {
    console.error(`At most ${MOST_EXCEPTIONS} exceptions, each after a comment that gives its reason`);
    return 1;
  }
  let bin;
  try {
    bin = pythonTool([SCHEMATHESIS]);
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    console.error(`no fuzzing: ${error.message}`);
    return 2;
  }
  const service = await startService({ WEBHOOK_ALLOW_HTTP: 'true' });
  const folder = mkdtempSync(join(tmpdir(), 'lading-fuzz-'));
  try {
    const args = ['--config-file', CONFIG, 'run', copyOfDocument(folder), ...process.argv.slice(2)];
    return await run(join(bin, 'st'), args, { LADING_URL: service.url, LADING_KEY: service.testKey });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A copy of the document in which links say their bodies as OpenAPI does, and texts their whole rule, which not every
 * generated client's regular expressions can say.
 */
function copyOfDocument(folder) {
  const copy = join(folder, 'openapi.json');
  const text = readFileSync('openapi/openapi.json', 'utf8')
    .replaceAll('"x-request-body":', '"requestBody":')
    .replaceAll('\\\\x1f\\\\x7f', '\\\\x1f\\\\x7f-\\\\x9f\\\\u202a-\\\\u202e\\\\u2066-\\\\u2069');
  writeFileSync(copy, text);
  return copy;
}

/** Each table of the file with the comment before it. */
function exceptionsIn(config) {
  return [...config.matchAll(/(?:^# (.+)\n)?^\[\[operations\]\]\n(.+)/gm)].map(([, reason, operation]) => ({
    operation,
    reason,
  }));
}

function run(command, args, env) {
  return new Promise((resolve) =>
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).once('exit', resolve),
  );
}
