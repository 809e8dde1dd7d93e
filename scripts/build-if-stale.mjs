/**
 * Builds before a start if the sources are newer than the last build, so that `npm start` needs no earlier command.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { withBuildLock } from './support/build-lock.mjs';

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
/** `web` or `cli` builds only that part, for tests that run the server from its sources. */
const only = process.argv[2];
const isMeant = (part) => only === undefined || only === part;
/** The image has no sources, so it has nothing to build. */
const isServerStale = () =>
  isMeant('server') && existsSync('src') && newest([...SOURCES, ...SDK_SOURCES]) > changed(MARK);
const isWebStale = () => isMeant('web') && existsSync('web/src') && newest(WEB_SOURCES) > changed(WEB_MARK);
const isCliStale = () => isMeant('cli') && existsSync('cli/src') && newest(CLI_SOURCES) > changed(CLI_MARK);
const stale = () => isServerStale() || isWebStale() || isCliStale();

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
  // The mark has the time of the start, so that a file edited during the build triggers the next one.
  utimesSync(MARK, began, began);
}

/** Builds client, API reference, command line and dashboard in turn, while the server builds on another core. */
async function buildBeside(isServer) {
  const isBuilt =
    !isServer ||
    ((await run('.', 'scripts/build-sdk.mjs')) && (await run('.', 'scripts/build-reference.mjs')));
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

/**
 * Deletes output whose source was moved or deleted, because the service finds entities and migrations by file name.
 */
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

/** Returns false for paths that Nest's compiler plugin would escape in the imports that it writes. */
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

if (stale()) await withBuildLock(LOCK, build);
