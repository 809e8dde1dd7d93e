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

/** The paths of a cluster. `user` is set if PostgreSQL runs as another user than the service. */
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
  /** True once initdb has finished. A missing cluster is lost then, not new. */
  initialised?: true;
}

/** Replaces the environment of the service, which contains secrets. */
export const CHILD_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const isRoot = process.getuid?.() === 0;
const NOBODY_UID = 65534;

/** Finds the cluster of a data directory and its binaries, and creates what is missing. */
export async function prepareCluster(dataDir: string): Promise<ClusterLocation> {
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await fs.realpath(dataDir);
  const shared = isRoot ? await findSharedFolder() : home;
  const metadata = await readClusterMetadata(
    home,
    isRoot ? join(shared, hashPath(home)) : join(home, 'postgres'),
  );
  const { cluster, password } = metadata;
  const location = {
    cluster,
    password,
    bin: await findBinaries(shared, isRoot),
    log: join(home, 'postgres.log'),
    user: isRoot ? await findClusterOwner(cluster) : {},
  };
  if (!hasCluster(cluster)) await initializeCluster(location);
  if (!metadata.initialised)
    await writeClusterMetadata(toMetadataPath(home), { ...metadata, initialised: true });
  return location;
}

/** PostgreSQL does not run as root, and the user it runs as may not have access to the data directory. */
async function findSharedFolder(): Promise<string> {
  for (const parent of ['/var/lib', tmpdir()]) {
    const folder = join(parent, 'lading');
    try {
      await fs.mkdir(folder, { recursive: true });
      // Another user may have created it in a world-writable folder.
      if ((await fs.lstat(folder)).uid !== 0) continue;
      await fs.chmod(folder, 0o755);
      return folder;
    } catch {
      continue;
    }
  }
  throw new ConfigError(
    `The embedded PostgreSQL needs a writable folder: neither /var/lib nor ${tmpdir()} is writable. Make one writable or set DATABASE_URL.`,
  );
}

/** postgres.json in the data directory identifies the cluster. Without it the directory was reset, moved or copied. */
async function readClusterMetadata(dataDir: string, cluster: string): Promise<ClusterMetadata> {
  const file = toMetadataPath(dataDir);
  const read = async () => parseClusterMetadata(file, await fs.readFile(file, 'utf8'));
  if (!existsSync(file)) {
    if (existsSync(cluster)) await archiveCluster(cluster);
    await createMetadataOnce(file, { dataDir, cluster, password: randomBytes(24).toString('hex') });
    return read();
  }
  const stored = await read();
  const isHere = stored.dataDir === dataDir;
  const own = isHere ? stored : { ...stored, dataDir, cluster };
  // A moved data directory takes its cluster along. The cluster of a copied one belongs to the original.
  const isFree = !isHere && hasCluster(stored.cluster) && !(await isOwned(stored));
  if (isFree && !existsSync(cluster)) await fs.rename(stored.cluster, cluster);
  if (own.initialised && !hasCluster(own.cluster))
    throw new ConfigError(buildMissingClusterMessage(file, stored, own));
  if (!isHere) await writeClusterMetadata(file, own);
  return own;
}

/** Returns true if the data directory that recorded the cluster still points to it. */
async function isOwned({ dataDir, cluster }: ClusterMetadata): Promise<boolean> {
  const text = await fs
    .readFile(toMetadataPath(dataDir), 'utf8')
    .catch(ignoreErrorCodes('ENOENT', 'ENOTDIR'));
  return text?.includes(JSON.stringify(cluster)) ?? false;
}

function buildMissingClusterMessage(file: string, stored: ClusterMetadata, own: ClusterMetadata): string {
  let action = `${file} points to ${own.cluster}. Restore the database there`;
  if (stored !== own) action = `Restore it to ${own.cluster}`;
  if (stored !== own && hasCluster(stored.cluster))
    action = `${file} is a copy, and the database in ${stored.cluster} belongs to ${stored.dataDir}. Stop the service that uses it, and copy the database to ${own.cluster} with its owner and permissions`;
  return `The database of ${own.dataDir} is missing. ${action}, or delete ${file} to start with an empty database.`;
}

function parseClusterMetadata(file: string, text: string): ClusterMetadata {
  try {
    const metadata = JSON.parse(text) as Partial<ClusterMetadata> | null;
    const { dataDir, cluster, password } = metadata ?? {};
    if ([dataDir, cluster, password].every((value) => typeof value === 'string' && value !== ''))
      return metadata as ClusterMetadata;
  } catch {
    // Reported below.
  }
  throw new ConfigError(
    `${file} is damaged. It contains the path and password of the embedded database. Restore it from a backup, or delete it to start with an empty database.`,
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

/** Keeps the file of a concurrent first start. */
async function createMetadataOnce(file: string, metadata: ClusterMetadata): Promise<void> {
  const draft = await writeDraft(file, metadata);
  await fs.link(draft, file).catch(ignoreErrorCodes('EEXIST'));
  await fs.rm(draft);
}

async function writeClusterMetadata(file: string, metadata: ClusterMetadata): Promise<void> {
  const draft = await writeDraft(file, metadata);
  // A later start as root keeps the owner of the file.
  const { uid, gid } = await fs.stat(file);
  await fs.chown(draft, uid, gid);
  await fs.rename(draft, file);
}

/** Writes a temporary file, which the caller links or renames, so that no process reads half a file. */
async function writeDraft(file: string, metadata: ClusterMetadata): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, JSON.stringify(metadata), { mode: 0o600, flush: true });
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
