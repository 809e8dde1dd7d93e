/**
 * Schemathesis, with all its phases and a fixed seed, against a service of its own: whatever the document allows must be
 * taken, and every answer must be one of the document's. Ends with 1 on any failure, with 2 where there is no Python.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_PATTERN } from '../../dist/src/platform/http/contract/dates.js';
import { runExampleScenario } from '../../test/support/example-scenario.ts';
import { startService } from '../support/service.mjs';
import { NotHere, pythonTool } from '../support/external-tools.mjs';

const SCHEMATHESIS = 'schemathesis==4.32.5';
const CONFIG = join(import.meta.dirname, 'schemathesis.toml');
const HOOKS = join(import.meta.dirname, 'hooks.py');
/** Codes of errors that answer what the document allows, each with the reason. */
const EXCEPTIONS = join(import.meta.dirname, 'exceptions.json');
const MOST_EXCEPTIONS = 5;
const PUBLIC_URL = '^https?://([a-z]{1,20}[.]){1,3}(com|org)(/[0-9A-Za-z_-]{0,20}){0,3}$';
/** Ids of keys from here on are the story's: the first two are the organization's own. */
const OTHER_KEYS = 3;
/** Nobody becomes a member without the link of a mail, and there are no others in test mode. */
const NOBODY = ['PATCH /api/v1/members/{id}', 'GET /api/v1/members/{id}', 'DELETE /api/v1/members/{id}'];
/** They take away what the others need, so they come after them. */
const LAST = ['deleteCarrierConnection', 'deleteWebhook', 'resetSandbox'];

process.exitCode = await main();

async function main() {
  const exceptions = Object.entries(JSON.parse(readFileSync(EXCEPTIONS, 'utf8')));
  for (const [code, reason] of exceptions) console.log(`excepted: ${code}: ${reason}`);
  if (exceptions.length > MOST_EXCEPTIONS || exceptions.some(([, reason]) => !reason)) {
    console.error(`At most ${MOST_EXCEPTIONS} exceptions, each with its reason`);
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
  const statuses = join(folder, 'statuses.json');
  try {
    const drawn = {};
    await runExampleScenario(callerOf(service, drawn));
    const args = ['--config-file', CONFIG, 'run', copyOfDocument(folder, drawn), ...process.argv.slice(2)];
    const parts = [
      LAST.map((id) => `--exclude-operation-id=${id}`),
      [...LAST.map((id) => `--include-operation-id=${id}`), '--phases=examples,coverage,fuzzing'],
    ];
    const env = {
      LADING_URL: service.url,
      LADING_KEY: service.testKey,
      SCHEMATHESIS_HOOKS: HOOKS,
      FUZZ_EXCEPTIONS: EXCEPTIONS,
      FUZZ_EXAMPLES: join(import.meta.dirname, '../../openapi/examples.json'),
      FUZZ_STATUSES: statuses,
    };
    let failed = false;
    const seen = {};
    for (const part of parts) {
      const options = { cwd: folder, env: { ...process.env, ...env } };
      failed = (await run(join(bin, 'st'), [...args, ...part], options)) !== 0 || failed;
      Object.assign(seen, JSON.parse(readFileSync(statuses, 'utf8')));
    }
    const missed = unreached(seen);
    for (const [operation, answers] of missed) console.error(`never reached: ${operation}: ${answers}`);
    return failed || missed.length > 0 ? 1 : 0;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The story of the examples without its end: what they name is then there. @param drawn what was drawn by lot, by its parameter */
function callerOf({ url, testKey }, drawn) {
  return async (method, path, body) => {
    if (method === 'DELETE' || path === '/sandbox/reset') return undefined;
    const type =
      typeof body === 'string' ? 'text/csv' : body instanceof Uint8Array ? 'image/png' : 'application/json';
    const headers = { Authorization: `Bearer ${testKey}`, ...(body && { 'Content-Type': type }) };
    const sent = type === 'application/json' ? JSON.stringify(body) : body;
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body && { body: sent }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = isJson ? await response.json() : await response.arrayBuffer();
    drawn.groupId ??= answer.quote_group_id;
    return answer;
  };
}

/** Operations that never did anything, nor said why the state of things forbids it: nothing of the document led to them. */
function unreached(statuses) {
  return Object.entries(statuses).filter(
    ([operation, answers]) =>
      !NOBODY.includes(operation) && !answers.some((status) => status < 300 || status === 422),
  );
}

/**
 * A copy of the document that says to Schemathesis what would hurt generated clients: the bodies of links as OpenAPI has
 * them, closed schemas, the whole rule of texts, receivers whose address is a public one.
 */
function copyOfDocument(folder, drawn) {
  const copy = join(folder, 'openapi.json');
  const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'), (_key, value) =>
    exact(value, drawn),
  );
  // What is sent beside to an event, and the settings of an adapter, are any JSON: nothing says of it that each text can be printed.
  for (const name of ['Simulate', 'Settings', 'UpdateCarrierConnectionSettings'])
    Object.assign(document.components.schemas[name], {
      additionalProperties: { type: ['string', 'boolean', 'number', 'null'], pattern: '^[ -~]*$' },
      propertyNames: { pattern: '^[a-z_]{1,40}$' },
    });
  // The key that asks, the first, is not to end itself.
  for (const path of ['/api/v1/keys/{id}/roll', '/api/v1/keys/{id}/revoke'])
    document.paths[path].post.parameters.find(({ name }) => name === 'id').schema.minimum = OTHER_KEYS;
  writeFileSync(copy, JSON.stringify(document));
  return copy;
}

function exact(value, drawn) {
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-request-body': requestBody, 'x-unknown-fields': unknown, ...rest } = value;
  if (requestBody) rest.requestBody = requestBody;
  if (unknown === 'refused') rest.additionalProperties = false;
  // OpenAPI Generator's Python forgets an import where a date has a pattern.
  if (rest.format === 'date') rest.pattern = DAY_PATTERN.source;
  if (rest.in === 'path' && rest.name in drawn) rest.example = drawn[rest.name];
  if (typeof rest.pattern === 'string') {
    rest.pattern = rest.pattern.replaceAll('\\x7f', '\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069');
    if (rest.pattern === '^https?://') rest.pattern = PUBLIC_URL;
  }
  return Array.isArray(value) ? value : rest;
}

function run(command, args, options) {
  return new Promise((resolve) =>
    spawn(command, args, { stdio: 'inherit', ...options }).once('exit', (status) => resolve(status ?? 1)),
  );
}
