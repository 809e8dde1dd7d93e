/**
 * Generates a client with every tool of docs/clients.md and compiles or loads it if its language is installed. Runs the
 * journey of clients that have one against a service. `npm run openapi:clients`, or some of them with `CLIENTS=java,go`.
 * Prints a row per client.
 *
 * Exits with 1 when a client is not generated, has an unexplained warning, does not compile or fails its journey. The
 * failures in known.json are expected. A listed client that works must be removed from the list.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../support/service.mjs';
import { cacheFolder, NotInstalled } from '../support/external-tools.mjs';
import { LANGUAGES } from './languages.mjs';
import { readPage } from './page.mjs';

const read = (file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const WARNINGS = read('warnings.json').map(({ match, ...rest }) => ({ ...rest, match: new RegExp(match) }));
/** The reason for each expected failure, by client. */
const KNOWN = read('known.json');
/** Excludes npm warnings about the machine's settings from the output of a tool. */
const WARNING = /^(?!npm warn).*\bwarn(ing)?\b/i;
const ERROR = /\bERROR\b|^Exception|^Error:|^\s*npm error/;

const wanted = process.env.CLIENTS?.split(',');
const page = readPage();
const unknown = (wanted ?? []).filter((name) => !page.some((client) => client.name === name));
if (unknown.length > 0) throw new Error(`no such client: ${unknown.join(', ')}`);
const clients = page.filter(({ name }) => !wanted || wanted.includes(name));

const service = await startService({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
let rows;
try {
  rows = clients.map(makeTwice);
} finally {
  await service.stop();
}
print(rows);
const bad = rows.filter(({ name, failure }) => Boolean(failure) !== Boolean(KNOWN[name]));
for (const { name, failure } of bad) {
  console.log(`\n${name}: ${failure ?? `works, though known.json says: ${KNOWN[name]}`}`);
}
process.exitCode = bad.length > 0 ? 1 : 0;

/** Repeats a failed client once and reports the repetition, because its tools come from registries. */
function makeTwice(client) {
  const first = make(client);
  if (!first.failure || KNOWN[client.name]) return first;
  console.log(`${client.name} is made once more, it failed by: ${first.failure}`);
  return make(client);
}

/** Runs one client from its commands to its journey and returns its row of the table. */
function make(client) {
  const started = performance.now();
  const row = {
    name: client.name,
    version: client.version,
    errors: 0,
    warnings: '-',
    compiled: '-',
    journey: '-',
  };
  try {
    const folder = folderOf(client);
    rmSync(join(folder, client.name), { recursive: true, force: true });
    cpSync('openapi/openapi.yaml', join(folder, 'openapi.yaml'));
    const log = shell(client.generate, folder).split('\n');
    const warnings = log.filter((line) => WARNING.test(line) && !line.includes('] INFO '));
    const unexplained = warnings.filter((line) => !isExplained(client.tool, line));
    row.errors = log.filter((line) => ERROR.test(line) && !line.includes('] INFO ')).length;
    row.warnings = `${warnings.length} (${unexplained.length} unexplained)`;
    const { build, journey } = LANGUAGES[client.name];
    const run = runIn(folder);
    compile(row, () => build({ folder, run }));
    if (journey && row.compiled === 'yes') {
      row.journey = 'failed';
      journey({ folder, run });
      row.journey = 'done';
    }
    if (unexplained.length > 0) throw new Error(`${unexplained.length} warnings, first: ${unexplained[0]}`);
    if (row.errors > 0) throw new Error(log.find((line) => ERROR.test(line) && !line.includes('] INFO ')));
  } catch (error) {
    if (error instanceof NotInstalled) row.compiled = `not made: ${error.message}`;
    else row.failure = error.message;
  }
  row.seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${row.name}: ${row.failure ? 'FAILED' : 'ok'}, ${row.seconds} s`);
  return row;
}

function compile(row, build) {
  try {
    row.compiled = 'no';
    build();
    row.compiled = 'yes';
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    row.compiled = `${error.message}: generated only`;
  }
}

/** Returns the folder in which a tool's commands run. Installs the tool once. */
function folderOf({ tool, install }) {
  const mark = createHash('sha256').update(install).digest('hex').slice(0, 12);
  const folder = cacheFolder(join('clients', `${tool.toLowerCase().replaceAll(' ', '-')}-${mark}`));
  const done = join(folder, '.installed');
  if (!existsSync(done)) {
    for (const command of install.matchAll(/^(\w+)/gm)) probe(command[1]);
    shell(install, folder);
    writeFileSync(done, '');
  }
  return folder;
}

/** Skips the clients of a tool whose language is not installed. */
function probe(command) {
  if (spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
    throw new NotInstalled(`no ${command} here`);
}

function shell(commands, folder) {
  return outputOf(spawnSync('bash', ['-e', '-o', 'pipefail', '-c', commands], optionsIn(folder)), commands);
}

/** Runs a program in the folder, or in one below it. */
function runIn(folder) {
  return (command, args, below = '.', env = {}) =>
    outputOf(spawnSync(command, args, optionsIn(join(folder, below), env)), command);
}

/** Options of a tool: npm must not treat our folder as its project, and a short-lived JVM needs no second compiler. */
function optionsIn(cwd, env = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_(registry|cache))/i.test(name));
  const jvm = { JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1', MAVEN_OPTS: '-XX:TieredStopAtLevel=1' };
  const forJourney = { LADING_URL: service.url, LADING_KEY: service.testKey };
  const all = {
    ...Object.fromEntries(own),
    ...jvm,
    ...forJourney,
    npm_config_ignore_scripts: 'true',
    ...env,
  };
  return { cwd, env: all, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 600_000 };
}

function outputOf({ status, signal, stdout, stderr, error }, what) {
  if (error) throw error;
  const output = `${stdout}${stderr}`;
  if (status === 0) return output;
  const lines = output.trim().split('\n');
  const shown = lines.length > 12 ? [...lines.slice(0, 8), '…', ...lines.slice(-3)] : lines;
  throw new Error(`${what.trim()} ended with ${status ?? signal}:\n${shown.join('\n')}`);
}

function isExplained(tool, line) {
  return WARNINGS.some((warning) => warning.tool === tool && warning.match.test(line));
}

function print(all) {
  const columns = ['name', 'version', 'errors', 'warnings', 'compiled', 'journey', 'seconds'];
  const table = [columns, ...all.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...table.map((cells) => cells[index].length)));
  console.log();
  for (const cells of table) console.log(cells.map((cell, index) => cell.padEnd(widths[index])).join('  '));
}
