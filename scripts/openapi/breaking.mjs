/**
 * Prints one line per breaking change between two documents: `npm run openapi:breaking -- OLD NEW`. Without arguments
 * it compares the last released document with the committed one, as CI does.
 *
 * Exits with 0 without breaking changes, with 1 if there are any, and with 2 if it cannot compare (no Go, an unreadable
 * document).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { goTool } from '../support/external-tools.mjs';

const OASDIFF = 'github.com/oasdiff/oasdiff@v1.33.0';
const RELEASED = 'openapi/released';
const CURRENT = 'openapi/openapi.yaml';
/** The changes that oasdiff rates as harmless although they break generated clients, and the reverse. */
const SEVERITIES = join(import.meta.dirname, 'severity.txt');

const given = process.argv.slice(2);
const [oldFile, newFile] = given.length > 0 ? given : [lastReleased(), CURRENT];
process.exitCode = main();

function main() {
  if (given.length !== 0 && given.length !== 2) return cannotCompare('usage: openapi:breaking -- OLD NEW');
  let breaks;
  try {
    breaks = compare(oldFile, newFile);
  } catch (error) {
    return cannotCompare(error.message);
  }
  const accepted = acceptedSince(oldFile);
  const isAccepted = (line) => accepted.some(({ match }) => match.test(line));
  const unexpected = breaks.filter((line) => !isAccepted(line));
  for (const line of unexpected) console.log(line);
  for (const { match, reason } of accepted) {
    const count = breaks.filter((line) => match.test(line)).length;
    if (count > 0) console.log(`accepted, ${count} times: ${reason}`);
  }
  const needless =
    given.length > 0 ? [] : accepted.filter(({ match }) => !breaks.some((line) => match.test(line)));
  for (const { match } of needless) console.log(`accepted, but nothing breaks like that: ${match.source}`);
  console.log(`${oldFile} → ${newFile}: ${unexpected.length} breaking changes`);
  return unexpected.length + needless.length > 0 ? 1 : 0;
}

function cannotCompare(reason) {
  console.error(`cannot compare: ${reason}`);
  return 2;
}

function compare(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-breaking-'));
  try {
    const copies = files.map((file, index) => {
      const copy = join(folder, `${index}.json`);
      writeFileSync(
        copy,
        JSON.stringify(withEventsAsAnswers(withPlainNulls(parse(readFileSync(file, 'utf8'))))),
      );
      return copy;
    });
    const args = ['breaking', ...copies, '--format=json', `--severity-levels=${SEVERITIES}`];
    const output = execFileSync(goTool(OASDIFF), args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    const lines = JSON.parse(output || '[]')
      .filter(({ text }) => !hasOnlyMoreValues(text))
      .map(
        ({ operation, path, section, text, id }) => `${operation ?? section} ${path ?? ''}: ${text} [${id}]`,
      );
    return [...new Set(lines)].sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns true if the pattern of a comma-separated list only accepts more values than before: `^(a|b)(,(a|b))*$`. */
function hasOnlyMoreValues(text) {
  const [, before, after] = /from `\^\(([^()]+)\)\(,.*` to `\^\(([^()]+)\)\(,/.exec(text) ?? [];
  const accepted = after?.split('|') ?? [];
  return before?.split('|').every((value) => accepted.includes(value)) ?? false;
}

/** Treats a webhook body like a response, so that a new field is an addition and not a requirement. */
function withEventsAsAnswers({ webhooks = {}, ...document }) {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const answer = { description: post.summary, content: post.requestBody.content };
    return [`/events/${type}`, { get: { responses: { 200: answer } } }];
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(events) } };
}

/** Writes a nullable reference as a nullable object, because oasdiff accepts any value for the union. */
function withPlainNulls(document) {
  const expand = (value) => {
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    const { anyOf, ...rest } = value;
    const target = anyOf?.length === 2 && anyOf[1].type === 'null' ? anyOf[0].$ref : undefined;
    if (target === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, expand(child)]));
    const { type, enum: values, ...schema } = expand(document.components.schemas[target.split('/').pop()]);
    return { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }), ...rest };
  };
  return expand(document);
}

/** Reads the intended breaking changes since a released document, with their reasons, from the file next to it. */
function acceptedSince(file) {
  const list = file.replace(/\.yaml$/, '.accepted.json');
  if (list === file || !existsSync(list)) return [];
  return JSON.parse(readFileSync(list, 'utf8')).map(({ match, reason }) => ({
    match: new RegExp(match),
    reason,
  }));
}

function lastReleased() {
  const versions = readdirSync(RELEASED).filter((file) => file.endsWith('.yaml'));
  const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return `${RELEASED}/${newest}`;
}
