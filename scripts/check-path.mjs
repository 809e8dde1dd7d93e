/** Builds, starts and tests a copy of this tree below a path with special characters of patterns, URLs and shells. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);
const home = realpathSync(mkdtempSync(join(tmpdir(), 'lading-path-')));
const tree = join(home, `it's a [b] (b) {c} #d 100% é !g +h @i ?k $l & ^m`);

const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
for (const file of files) cpSync(join(ROOT, file), join(tree, file));
symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));

const env = { ...process.env, DATA_DIR: undefined };
const steps = [
  ['npm', 'run', '-s', 'cli', '--', 'org', 'create', '--name', 'Acme', '--json'],
  ['npm', 'test', '--', 'src/domain/money.spec.ts', 'test/customers/customers.e2e-spec.ts'],
  ['npm', 'test', '--', 'test/database/embedded', '-t', 'speaks UTF-8'],
];
let failed = false;
try {
  for (const [command, ...args] of steps) {
    const { status } = spawnSync(command, args, { cwd: tree, env, stdio: 'inherit' });
    failed ||= status !== 0;
    process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'} in ${tree}: ${command} ${args.join(' ')}\n`);
  }
} finally {
  // Uses the code of this tree, because the copy may be broken.
  const { removeDataDir } = await import('../test/support/remove-data-dir.ts');
  removeDataDir(join(tree, '.data'));
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
