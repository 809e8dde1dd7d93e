/** Builds before a start when the sources are newer than the last build: `npm start` needs no command before it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

process.chdir(dirname(import.meta.dirname));
const MARK = 'dist/.built';
const LOCK = 'dist/.building';
const SOURCES = ['src/**/*', 'ormconfig.ts', 'nest-cli.json', 'tsconfig*.json', 'package-lock.json'];
const SDK_SOURCES = ['sdk/src/*', 'sdk/*.json', 'openapi/openapi.json', 'scripts/build-sdk.mjs'];

const WEB_MARK = 'dist/app/.built';
const WEB_SOURCES = [
  'web/src/**/*',
  'web/*.{json,ts,html}',
  'sdk/src/*',
  'package-lock.json',
  'scripts/build-web.mjs',
];

const CLI_MARK = 'cli/dist/.built';
const CLI_SOURCES = [
  'cli/src/**/*',
  'cli/package.json',
  'sdk/src/*',
  'package-lock.json',
  'scripts/build-cli.mjs',
];

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = (sources) => Math.max(...globSync(sources).map(changed));
/** `web` or `cli`: that part alone, for tests that run the server from its sources. */
const only = process.argv[2];
const isMeant = (part) => only === undefined || only === part;
/** The image has no sources, and so nothing to build. */
const isServerStale = () =>
  isMeant('server') && existsSync('src') && newest([...SOURCES, ...SDK_SOURCES]) > changed(MARK);
const isWebStale = () => isMeant('web') && existsSync('web/src') && newest(WEB_SOURCES) > changed(WEB_MARK);
const isCliStale = () => isMeant('cli') && existsSync('cli/src') && newest(CLI_SOURCES) > changed(CLI_MARK);
const stale = () => isServerStale() || isWebStale() || isCliStale();

/** Of several starts at the same moment one builds and the others wait. */
async function locked(work) {
  mkdirSync('dist', { recursive: true });
  while (!takesLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** A lock whose process is gone counts no more. */
function takesLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holder())) rmSync(LOCK, { force: true });
    return false;
  }
}

/** The process that builds; our own group, which lives, while the number isn't written yet. */
function holder() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function build() {
  if (!stale()) return;
  process.stderr.write('Building …\n');
  const began = new Date();
  const isServer = isServerStale();
  const done = await Promise.all([!isServer || buildServer(), buildBeside(isServer)]);
  if (done.includes(false)) {
    process.exitCode = 1;
    return;
  }
  if (!isServer) return;
  writeFileSync(MARK, '');
  // What was edited while it was being built is built the next time.
  utimesSync(MARK, began, began);
}

/** Beside the server, which has a core of its own: the client, its command line and the dashboard, one after the other. */
async function buildBeside(isServer) {
  const isBuilt = !isServer || (await run('.', 'scripts/build-sdk.mjs'));
  const isReady = isBuilt && (!isCliStale() || (await run('.', 'scripts/build-cli.mjs')));
  return isReady && (!isWebStale() || (await run('.', 'scripts/build-web.mjs')));
}

function buildServer() {
  return isPlain(process.cwd()) ? compile('.') : compileElsewhere();
}

async function compile(cwd) {
  const done = await run(cwd, createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js'), 'build');
  if (done) removeOrphans();
  return done;
}

/** Deletes output whose source was moved or deleted: the service finds entities and migrations by their file names. */
function removeOrphans() {
  for (const file of globSync('dist/src/**/*.{js,js.map,d.ts,sql}')) {
    const source = file.slice('dist/'.length).replace(/\.(js|js\.map|d\.ts)$/, '.ts');
    if (!existsSync(source)) rmSync(file);
  }
}

async function run(cwd, ...args) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 2, 2] });
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Nest's compiler plugin escapes the letters of the checkout's path in the imports that it writes. */
function isPlain(path) {
  return /^[\w./ -]+$/.test(path);
}

async function compileElsewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'lading-build-'));
  try {
    const files = globSync([...SOURCES, 'package.json']).filter((file) => statSync(file).isFile());
    for (const file of files) cpSync(file, join(folder, file));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const done = await compile(folder);
    if (done) cpSync(join(folder, 'dist'), 'dist', { recursive: true });
    return done;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (stale()) await locked(build);
