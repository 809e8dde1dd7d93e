/** Makes `dist/app`, the dashboard's files. Vite takes `#` and `?` in a checkout's path for parts of an address. */
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);
const MARK = 'dist/app/.built';

// A test that builds it is still to get what users get.
process.env.NODE_ENV = 'production';

async function build(root) {
  const { build: make } = await import('vite');
  await make({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
}

async function buildElsewhere() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lading-web-')));
  try {
    for (const part of ['web', 'sdk/src', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await build(folder);
    cpSync(join(folder, 'dist/app'), join(ROOT, 'dist/app'), { recursive: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const began = new Date();
if (/^[\w./ -]+$/.test(ROOT)) await build(ROOT);
else await buildElsewhere();
writeFileSync(join(ROOT, MARK), '');
// What was edited while it was being built is built the next time.
utimesSync(join(ROOT, MARK), began, began);
