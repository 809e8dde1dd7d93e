import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from './embedded-postgres-binaries.js';
import { ConfigError } from '../../config/env.js';
import { ignoreErrorCodes, createFolderAtomically } from './embedded-postgres-files.js';

/** Where a cluster and its binaries lie, and the user PostgreSQL runs as when that isn't ours. */
export interface ClusterLocation {
  cluster: string;
  bin: string;
  log: string;
  password: string;
  user: { uid?: number; gid?: number };
}

interface ClusterMetadata {
  dataDir: string;
  cluster: string;
  password: string;
  /** Whether the cluster has come to be: one that is missing then is lost, not new. */
  initialised?: true;
}

/** Children see nothing of the service's environment, which holds secrets. */
export const CHILD_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const isRoot = process.getuid?.() === 0;
const NOBODY_UID = 65534;

/** Finds the cluster of a data directory and the binaries to run it with, and makes what is missing. */
export async function prepareCluster(dataDir: string): Promise<ClusterLocation> {
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await fs.realpath(dataDir);
  const shared = isRoot ? await findSharedFolder() : home;
  const notes = await readClusterMetadata(
    home,
    isRoot ? join(shared, hashPath(home)) : join(home, 'postgres'),
  );
  const { cluster, password } = notes;
  const place = {
    cluster,
    password,
    bin: await findBinaries(shared, isRoot),
    log: join(home, 'postgres.log'),
    user: isRoot ? await findClusterOwner(cluster) : {},
  };
  if (!hasCluster(cluster)) await initializeCluster(place);
  if (!notes.initialised) await writeClusterMetadata(toMetadataPath(home), { ...notes, initialised: true });
  return place;
}

/** PostgreSQL refuses root, and the user it gets instead may not be able to enter the data directory. */
async function findSharedFolder(): Promise<string> {
  for (const parent of ['/var/lib', tmpdir()]) {
    const folder = join(parent, 'lading');
    try {
      await fs.mkdir(folder, { recursive: true });
      // In a folder for all, somebody else may have made it first.
      if ((await fs.lstat(folder)).uid !== 0) continue;
      await fs.chmod(folder, 0o755);
      return folder;
    } catch {
      continue;
    }
  }
  throw new ConfigError(
    `The embedded PostgreSQL finds no place: neither /var/lib nor ${tmpdir()} can be written`,
  );
}

/** The notes in the data directory are the cluster's identity: without them it was reset, moved or copied. */
async function readClusterMetadata(dataDir: string, cluster: string): Promise<ClusterMetadata> {
  const file = toMetadataPath(dataDir);
  const read = async () => parseClusterMetadata(file, await fs.readFile(file, 'utf8'));
  if (!existsSync(file)) {
    if (existsSync(cluster)) await archiveCluster(cluster);
    await createMetadataOnce(file, { dataDir, cluster, password: randomBytes(24).toString('hex') });
    return read();
  }
  const notes = await read();
  const here = notes.dataDir === dataDir;
  // A moved data directory takes its cluster along; of a copied one the cluster belongs to the original.
  const moved = !here && !existsSync(notes.dataDir) && existsSync(notes.cluster) && !existsSync(cluster);
  if (moved) await fs.rename(notes.cluster, cluster);
  const own = here ? notes : { ...notes, dataDir, cluster };
  if (own.initialised && !hasCluster(own.cluster)) {
    throw new ConfigError(
      `The database of ${dataDir} is not at ${here ? own.cluster : notes.cluster}, as ${file} says: put it back there, or delete that file to start with an empty one`,
    );
  }
  if (!here) await writeClusterMetadata(file, own);
  return own;
}

/** A disk that was full, or an editor, leaves a file that holds something else. */
function parseClusterMetadata(file: string, text: string): ClusterMetadata {
  try {
    const notes = JSON.parse(text) as Partial<ClusterMetadata> | null;
    const { dataDir, cluster, password } = notes ?? {};
    if ([dataDir, cluster, password].every((value) => typeof value === 'string' && value !== ''))
      return notes as ClusterMetadata;
  } catch {
    // The same sentence says so.
  }
  throw new ConfigError(
    `${file} is damaged: it names the embedded database and holds its password; put it back from a backup, or delete it to start with an empty database`,
  );
}

function toMetadataPath(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

function hasCluster(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

async function archiveCluster(cluster: string): Promise<void> {
  await fs.rm(`${cluster}.old`, { recursive: true, force: true });
  await fs.rename(cluster, `${cluster}.old`);
}

/** Of two first starts at the same time one wins. */
async function createMetadataOnce(file: string, notes: ClusterMetadata): Promise<void> {
  const draft = await writeDraft(file, notes);
  await fs.link(draft, file).catch(ignoreErrorCodes('EEXIST'));
  await fs.rm(draft);
}

async function writeClusterMetadata(file: string, notes: ClusterMetadata): Promise<void> {
  const draft = await writeDraft(file, notes);
  // Root, who may come later, leaves the file to the user it belongs to.
  const { uid, gid } = await fs.stat(file);
  await fs.chown(draft, uid, gid);
  await fs.rename(draft, file);
}

/** Nobody ever reads half a file. */
async function writeDraft(file: string, notes: ClusterMetadata): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, JSON.stringify(notes), { mode: 0o600, flush: true });
  return draft;
}

async function findClusterOwner(cluster: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await fs.stat(cluster).catch(() => ({ uid: NOBODY_UID, gid: NOBODY_UID }));
  return { uid, gid };
}

async function initializeCluster({ cluster, bin, password, user }: ClusterLocation): Promise<void> {
  await createFolderAtomically(cluster, async (draft) => {
    const passwordFile = join(draft, 'password');
    const data = join(draft, 'data');
    await fs.writeFile(passwordFile, password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) await fs.chown(path, user.uid ?? -1, user.gid ?? -1);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const options = { cwd: draft, env: CHILD_ENV, ...user };
    await promisify(execFile)(join(bin, 'initdb'), ['-D', data, ...locale, ...access], options);
    return data;
  });
}

function hashPath(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
