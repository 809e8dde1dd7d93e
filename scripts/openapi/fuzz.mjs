/**
 * Runs Schemathesis with all phases and a fixed seed against a new service. The service must accept every documented
 * request and return only documented responses. Exits with 1 on any failure and with 2 without Python.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_PATTERN } from '../../dist/src/platform/http/contract/dates.js';
import { runExampleScenario } from '../../test/support/example-scenario.ts';
import { startService } from '../support/service.mjs';
import { NotInstalled, pythonTool } from '../support/external-tools.mjs';

const SCHEMATHESIS = 'schemathesis==4.32.5';
const CONFIG = join(import.meta.dirname, 'schemathesis.toml');
const HOOKS = join(import.meta.dirname, 'hooks.py');
/** Error codes that the service may return for documented requests, each with the reason. */
const EXCEPTIONS = join(import.meta.dirname, 'exceptions.json');
const MOST_EXCEPTIONS = 5;
const PUBLIC_URL = '^https?://([a-z]{1,20}[.]){1,3}(com|org)(/[0-9A-Za-z_-]{0,20}){0,3}$';
/** Keys with this id or higher belong to the examples. The first two are those of the organization. */
const OTHER_KEYS = 3;
/** Operations on members: test mode has none, because only the link in a mail adds one. */
const MEMBER_OPERATIONS = [
  'PATCH /api/v1/members/{id}',
  'GET /api/v1/members/{id}',
  'DELETE /api/v1/members/{id}',
  'POST /api/v1/members/{id}/unlink',
];
/** Operations that delete resources of the others, so they run last. */
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
    if (!(error instanceof NotInstalled)) throw error;
    console.error(`no fuzzing: ${error.message}`);
    return 2;
  }
  const service = await startService({ WEBHOOK_ALLOW_HTTP: 'true' });
  const folder = mkdtempSync(join(tmpdir(), 'lading-fuzz-'));
  const statuses = join(folder, 'statuses.json');
  try {
    const drawn = {};
    const call = callerOf(service, drawn);
    await runExampleScenario(call);
    drawn.adapters = (await call('GET', '/adapters')).data.map(({ name }) => name);
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

/**
 * Runs the example scenario without its end, so that the referenced resources exist. @param drawn random values by
 * parameter
 */
function callerOf({ url, testKey }, drawn) {
  return async (method, path, body) => {
    if (method === 'DELETE' || path === '/sandbox/reset') return undefined;
    const type =
      typeof body === 'string'
        ? body.startsWith('ISA')
          ? 'application/edi-x12'
          : 'text/csv'
        : body instanceof Uint8Array
          ? 'image/png'
          : 'application/json';
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

/** Lists operations that never succeeded and were never rejected for a business reason. */
function unreached(statuses) {
  return Object.entries(statuses).filter(
    ([operation, answers]) =>
      !MEMBER_OPERATIONS.includes(operation) && !answers.some((status) => status < 300 || status === 422),
  );
}

/**
 * Returns a stricter copy of the document for Schemathesis. It has link bodies in OpenAPI form, closed schemas, the full
 * pattern of texts and public receiver addresses. Generated clients would not accept these.
 */
function copyOfDocument(folder, drawn) {
  const copy = join(folder, 'openapi.json');
  const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'), (_key, value) =>
    exact(value, drawn),
  );
  // The data of a simulated event and the settings of an adapter are any JSON, including unprintable text.
  for (const name of ['Simulate', 'Settings', 'UpdateCarrierConnectionSettings'])
    Object.assign(document.components.schemas[name], {
      additionalProperties: { type: ['string', 'boolean', 'number', 'null'], pattern: '^[ -~]*$' },
      propertyNames: { pattern: '^[a-z_]{1,40}$' },
    });
  // Filters and simulations take event types only, not the wildcards of subscriptions.
  const types = document.components.schemas.EventType.enum.filter((type) => !type.includes('*'));
  for (const { parameters = [] } of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const parameter of parameters)
      if (parameter.schema?.$ref === '#/components/schemas/EventType')
        parameter.schema = { type: 'string', enum: types };
  // The document names no adapters, because an extension can add its own.
  document.components.schemas.CreateCarrierConnection.properties.adapter.enum = drawn.adapters;
  // Schemathesis cannot serialize an upload example, because only its first bytes are recorded.
  for (const { requestBody } of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const [type, content] of Object.entries(requestBody?.content ?? {}))
      if (!/json|csv/.test(type)) delete content.examples;
  // The first key sends the requests, so no request may revoke it.
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
  // OpenAPI Generator's Python client omits an import if a date has a pattern.
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
