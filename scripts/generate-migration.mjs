/**
 * Writes a migration from the committed ones to the current entities: `-- src/platform/database/migrations/<name>`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '../dist/src/config/config.js';
import { openDatabase } from '../dist/src/platform/database/open-database.js';
import { removeDataDir } from '../test/support/remove-data-dir.ts';

const [path] = process.argv.slice(2);
if (!path) {
  process.stderr.write('Usage: npm run generate migration src/platform/database/migrations/<name>\n');
  process.exit(1);
}
const require = createRequire(import.meta.url);
const run = (file, ...args) =>
  spawnSync(process.execPath, [require.resolve(file), ...args], { stdio: 'inherit', env });

// A new database has every migration and no manual changes.
const dataDir = mkdtempSync(join(tmpdir(), 'lading-migration-'));
const database = await openDatabase(new Config({ DATA_DIR: dataDir }));
const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: database.config.database.url };
try {
  const { status } = run('typeorm/cli.js', 'migration:generate', '-d', 'dist/ormconfig.js', path);
  if (status === 0) run('prettier/bin/prettier.cjs', '--write', 'src/platform/database/migrations');
  process.exitCode = status ?? 1;
} finally {
  await database.close();
  removeDataDir(dataDir);
}
