/**
 * Builds the dashboard into `dist/app` and prints its size. If the path of the checkout contains characters that Vite
 * reads as part of a URL, such as `#` and `?`, it builds in a temporary folder.
 */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ROOT = dirname(import.meta.dirname);
const OUTPUT = join(ROOT, 'dist/app');

// Tests run with NODE_ENV=test, but need the production build.
process.env.NODE_ENV = 'production';

async function build(root) {
  const vite = await import('vite');
  await vite.build({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
  });
}

async function buildInTemporaryFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lading-web-')));
  try {
    for (const part of ['web', 'sdk/src', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await build(folder);
    cpSync(join(folder, 'dist/app'), OUTPUT, { recursive: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const toKilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const measure = (file) => gzipSync(readFileSync(file)).length;

/** Prints the gzip size of the files that the first page loads, and of all scripts and styles. */
function printSize() {
  const page = join(OUTPUT, 'index.html');
  const initial = [...readFileSync(page, 'utf8').matchAll(/\/app\/(assets\/[^"]+)/g)].map(([, file]) => file);
  const all = readdirSync(join(OUTPUT, 'assets')).map((name) => `assets/${name}`);
  const sum = (files) => files.reduce((total, file) => total + measure(join(OUTPUT, file)), 0);
  console.log(
    `Dashboard: first page ${toKilobytes(sum(initial) + measure(page))}, all pages ${toKilobytes(sum(all))} (gzip)`,
  );
}

const startedAt = new Date();
if (/^[\w./ -]+$/.test(ROOT)) await build(ROOT);
else await buildInTemporaryFolder();
printSize();

// The marker is as old as the start of the build, so that sources edited meanwhile are built again.
const marker = join(OUTPUT, '.built');
writeFileSync(marker, '');
utimesSync(marker, startedAt, startedAt);
