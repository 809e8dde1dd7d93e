import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from './embedded-postgres-binaries.js';
import { ConfigError } from '../../config/env.js';
import { ignore, makeOnce } from './embedded-postgres-drafts.js';

/** Where a cluster and its binaries lie, and the user PostgreSQL runs as when that isn't ours. */
export interface Place {
  cluster: string;
  bin: string;
  log: string;
  password: string;
  user: { uid?: number; gid?: number };
}

interface Notes {
  dataDir: string;
  cluster: string;
  password: string;
  /** Whether the cluster has come to be: one that is missing then is lost, not new. */
  initialised?: true;
}

/** Children see nothing of the service's environment, which holds secrets. */
export const childEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** Finds the cluster of a data directory and the binaries to run it with, and makes what is missing. */
export async function preparePlace(dataDir: string): Promise<Place> {
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await fs.realpath(dataDir);
  const shared = isRoot ? await sharedFolder() : home;
  const notes = await readNotes(home, isRoot ? join(shared, hash(home)) : join(home, 'postgres'));
  const { cluster, password } = notes;
  const place = {
    cluster,
    password,
    bin: await findBinaries(shared, isRoot),
    log: join(home, 'postgres.log'),
    user: isRoot ? await clusterOwner(cluster) : {},
  };
  if (!hasCluster(cluster)) await initialise(place);
  if (!notes.initialised) await writeNotes(notesFile(home), { ...notes, initialised: true });
  return place;
}

/** PostgreSQL refuses root, and the user it gets instead may not be able to enter the data directory. */
async function sharedFolder(): Promise<string> {
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
async function readNotes(dataDir: string, cluster: string): Promise<Notes> {
  const file = notesFile(dataDir);
  const read = async () => parseNotes(file, await fs.readFile(file, 'utf8'));
  if (!existsSync(file)) {
    if (existsSync(cluster)) await setAside(cluster);
    await createOnce(file, { dataDir, cluster, password: randomBytes(24).toString('hex') });
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
  if (!here) await writeNotes(file, own);
  return own;
}

/** A disk that was full, or an editor, leaves a file that holds something else. */
function parseNotes(file: string, text: string): Notes {
  try {
    const notes = JSON.parse(text) as Partial<Notes> | null;
    const { dataDir, cluster, password } = notes ?? {};
    if ([dataDir, cluster, password].every((value) => typeof value === 'string' && value !== ''))
      return notes as Notes;
  } catch {
    // The same sentence says so.
  }
  throw new ConfigError(
    `${file} is damaged: it names the embedded database and holds its password; put it back from a backup, or delete it to start with an empty database`,
  );
}

function notesFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

function hasCluster(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

async function setAside(cluster: string): Promise<void> {
  await fs.rm(`${cluster}.old`, { recursive: true, force: true });
  await fs.rename(cluster, `${cluster}.old`);
}

/** Of two first starts at the same time one wins. */
async function createOnce(file: string, notes: Notes): Promise<void> {
  const draft = await draftOf(file, notes);
  await fs.link(draft, file).catch(ignore('EEXIST'));
  await fs.rm(draft);
}

async function writeNotes(file: string, notes: Notes): Promise<void> {
  const draft = await draftOf(file, notes);
  // Root, who may come later, leaves the file to the user it belongs to.
  const { uid, gid } = await fs.stat(file);
  await fs.chown(draft, uid, gid);
  await fs.rename(draft, file);
}

/** Nobody ever reads half a file. */
async function draftOf(file: string, notes: Notes): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, JSON.stringify(notes), { mode: 0o600, flush: true });
  return draft;
}

async function clusterOwner(cluster: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await fs.stat(cluster).catch(() => ({ uid: nobody, gid: nobody }));
  return { uid, gid };
}

async function initialise({ cluster, bin, password, user }: Place): Promise<void> {
  await makeOnce(cluster, async (draft) => {
    const passwordFile = join(draft, 'password');
    const data = join(draft, 'data');
    await fs.writeFile(passwordFile, password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) await fs.chown(path, user.uid ?? -1, user.gid ?? -1);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const options = { cwd: draft, env: childEnv, ...user };
    await promisify(execFile)(join(bin, 'initdb'), ['-D', data, ...locale, ...access], options);
    return data;
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
